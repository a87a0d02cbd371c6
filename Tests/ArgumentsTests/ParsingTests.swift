import Arguments
import Testing

@Suite struct ParsingTests {
    @Test func `defaults count when nothing is given`() throws {
        let command = try play()
        #expect(command.clips == ["clip.mp4"])
        #expect(command.album == ["a"])
        #expect(command.output == nil)
        #expect(command.sound == .mix)
        #expect(command.seed == nil)
        #expect(command.gain == 0)
        #expect(command.code == "NONE")
        #expect(!command.quiet && !command.verbose)
        #expect(command.timing.fadeIn == 3 && command.timing.hold == 15)
    }

    @Test(arguments: [
        ["--output", "x.mp4"], ["--output=x.mp4"], ["-o", "x.mp4"], ["-ox.mp4"], ["-o=x.mp4"],
        ["-o", "y.mp4", "--output", "x.mp4"], ["-qo", "x.mp4"], ["-vox.mp4"],
    ])
    func `an option's value is found however it is written, and the last one counts`(words: [String]) throws {
        let command = try parse(["play", "clip.mp4", "--album", "a"] + words, as: Play.self)
        #expect(command.output == "x.mp4")
    }

    @Test func `repeated options and arguments are collected in order, options anywhere between`() throws {
        let command = try parse(
            ["play", "1.mp4", "--album", "a", "2.mp4", "--album=b", "-v", "3.mp4"], as: Play.self)
        #expect(command.clips == ["1.mp4", "2.mp4", "3.mp4"])
        #expect(command.album == ["a", "b"])
        #expect(command.verbose && !command.quiet)
    }

    @Test func `two parses of the same command do not share values`() throws {
        let first = try play("--seed", "1", "-q")
        let second = try play("--seed", "2")
        #expect(first.seed == 1 && first.quiet)
        #expect(second.seed == 2 && !second.quiet)
    }

    @Test func `everything after two dashes is an argument`() throws {
        let command = try parse(["play", "--album", "a", "--", "--odd.mp4", "-q", "--help", "--"], as: Play.self)
        #expect(command.clips == ["--odd.mp4", "-q", "--help", "--"])
        #expect(!command.quiet)
    }

    @Test(arguments: [(["--gain", "-6"], -6), (["--gain=-6"], -6), (["--gain", "6"], 6)])
    func `a negative number is a value`(words: [String], gain: Int) throws {
        #expect(try parse(["play", "clip.mp4", "--album", "a"] + words, as: Play.self).gain == gain)
    }

    @Test func `a single dash is an argument, an empty word too`() throws {
        #expect(try parse(["play", "-", "", "--album", ""], as: Play.self).clips == ["-", ""])
    }

    @Test func `a value may hold an equals sign or begin with a dash behind one`() throws {
        #expect(try play("--output=a=b").output == "a=b")
        #expect(try play("--output=-x.mp4").output == "-x.mp4")
        #expect(try play("--output=").output == "")
    }

    @Test func `an enum reads its raw value and a transform makes its own`() throws {
        #expect(try play("--sound", "none").sound == .none)
        #expect(try play("--code", "abcd").code == "ABCD")
    }

    @Test func `the options of a group belong to the command`() throws {
        #expect(try play("--fade-in", "0.5", "--hold=2").timing.fadeIn == 0.5)
    }

    @Test func `positional arguments fill up from the left`() throws {
        let one = try parse(["shelf", "remove", "Cat"], as: Shelf.Remove.self)
        #expect(one.name == "Cat" && one.times == 1 && one.reason == nil)
        let all = try parse(["shelf", "remove", "Cat", "-3", "worn"], as: Shelf.Remove.self)
        #expect(all.times == -3 && all.reason == "worn")
    }

    @Test func `the default subcommand is meant when none is named`() throws {
        #expect(try !parse(["shelf"], as: Shelf.List.self).json)
        #expect(try parse(["shelf", "--json"], as: Shelf.List.self).json)
        #expect(try parse(["shelf", "list", "--json"], as: Shelf.List.self).json)
    }

    @Test func `names are unicode`() throws {
        #expect(try parse(["shelf", "remove", "Kätzchen 🐈"], as: Shelf.Remove.self).name == "Kätzchen 🐈")
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `no line of words crashes the parser`(seed: UInt64) {
        let words = [
            "play", "shelf", "--", "-", "--album", "=", "--=", "-=", "-o", "--sound=", "é", "-é", "", "--seed", "9",
            "remove",
        ]
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let line = (0..<8).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return words[Int(state >> 33) % words.count]
        }
        do { _ = try Studio.parseAsRoot(line) } catch {
            #expect([0, 64].contains(Studio.exitCode(for: error).rawValue))
            #expect(!Studio.fullMessage(for: error).isEmpty)
        }
    }
}
