import OrderedJSON
import Testing

private func parse(_ text: String) throws(JSONError) -> JSON { try JSON(parsing: text.utf8) }

@Suite struct JSONTests {
    static let xcode = """
        {
          "images" : [
            {
              "filename" : "Kätzchen 🐈.png",
              "idiom" : "universal"
            }
          ],
          "properties" : {
            "unit" : "centimeters",
            "width" : 21.50
          },
          "empty" : [

          ],
          "nothing" : null
        }
        """

    @Test func `what Xcode wrote is written again byte for byte`() throws {
        #expect(try parse(Self.xcode).text(.xcode) == Self.xcode)
    }

    @Test func `a changed member keeps its place, a new one comes last, the digits of others stay`() throws {
        var object = try #require(try parse(#"{"b":1.50,"a":[1e3,true],"c":null}"#).object)
        object["a"] = "x"
        object["d"] = 7
        object["c"] = nil
        #expect(JSON.object(object).text(.compact) == #"{"b":1.50,"a":"x","d":7}"#)
    }

    @Test func `values are read`() throws {
        let value = try parse(
            "\u{FEFF} {\"s\": \"a\\n\\\"\\u00e9\\ud83d\\ude00\\/\", \"i\": -12, \"d\": 2.5e1, \"b\": false, \"l\": [ ], \"o\": {}} \n"
        )
        #expect(value["s"]?.string == "a\n\"é😀/")
        #expect(value["i"]?.integer == -12 && value["i"]?.double == -12)
        #expect(value["d"]?.double == 25 && value["d"]?.integer == nil)
        #expect(value["b"]?.bool == false)
        #expect(value["l"]?.array == [] && value["o"]?.object == JSON.Object())
        #expect(value["x"] == nil && value["s"]?["x"] == nil && value["s"]?.double == nil)
    }

    @Test func `values and keys are told with their places`() throws {
        let text = "{\n  \"ä\": 1, \"list\" : [ true,\n    {\"x\": {}} ]\n}"
        let (value, places) = try JSON.located(parsing: text.utf8)
        #expect(try value == parse(text))
        #expect(places.value([])?.description == "1:1" && places.key([]) == nil)
        #expect(places.key([.member("ä")])?.description == "2:3")
        #expect(places.value([.member("list")])?.description == "2:21")
        #expect(places.value([.member("list"), .element(0)])?.description == "2:23")
        #expect(places.key([.member("list"), .element(1), .member("x")])?.description == "3:6")
        #expect(places.value([.member("list"), .element(1), .member("x")])?.description == "3:11")
        #expect(places.value([.member("list"), .element(2)]) == nil)
        let error = #expect(throws: JSONError.self) { try JSON.located(parsing: "[\n 1 2]".utf8) }
        #expect(error?.place?.description == "2:4" && error?.reason == "a comma or ']' should be here")
    }

    @Test(arguments: [
        ("", "line 1, column 1: the text ends where a value should be"),
        ("{\n  \"a\" : 1\n  \"b\" : 2\n}", "line 3, column 3: a comma or '}' should be here"),
        ("[1,]", "line 1, column 4: a value should be here"),
        ("[1 2]", "line 1, column 4: a comma or ']' should be here"),
        ("{\"a\" 1}", "line 1, column 6: a colon should be here"),
        ("{a:1}", "line 1, column 2: a key in double quotes should be here"),
        ("{\"a\":1,\"a\":2}", "line 1, column 8: the key \"a\" comes twice"),
        ("\"abc", "line 1, column 5: the text ends within a string"),
        ("\"a\nb\"", "line 1, column 3: a string must not hold a control character or end with the line"),
        ("\"\\x\"", "line 1, column 3: no such escape"),
        ("\"\\u12g4\"", "line 1, column 4: four hexadecimal digits should be here"),
        ("\"\\u+123\"", "line 1, column 4: four hexadecimal digits should be here"),
        ("\"\\ud800\"", "line 1, column 8: half of a surrogate pair"),
        ("\"\\ud800\\u0041\"", "line 1, column 14: half of a surrogate pair"),
        ("01", "line 1, column 2: something follows the value"),
        ("-", "line 1, column 2: a digit should be here"),
        ("1.", "line 1, column 3: a digit should be here"),
        (".5", "line 1, column 1: a value should be here"),
        ("NaN", "line 1, column 1: a value should be here"),
        ("nul", "line 1, column 1: a value should be here"),
        ("1 x", "line 1, column 3: something follows the value"),
    ])
    func `what is no JSON is refused with its place`(text: String, sentence: String) {
        let error = #expect(throws: JSONError.self) { try parse(text) }
        #expect(error?.description == sentence)
    }

    @Test func `control codes are written as escapes, those beyond ASCII as well, and come back`() throws {
        let text = "a\n\u{0}\u{1B}\u{7F}\u{80}\u{9B}\u{9F}\u{A0}é😀"
        let written = JSON.string(text).text(.compact)
        #expect(written == "\"a\\n\\u0000\\u001b\\u007f\\u0080\\u009b\\u009f\u{A0}é😀\"")
        #expect(try JSON(parsing: written.utf8) == .string(text))
    }

    @Test func `a string that is not UTF-8 is refused`() {
        #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xFF, 0x22]) }
        #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xC3]) }
    }

    @Test func `depth and size are bounded`() throws {
        #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 100_000)) }
        #expect(throws: JSONError.self) { try parse(String(repeating: "{\"a\":", count: 65)) }
        _ = try parse(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
        var limits = JSON.Limits()
        limits.bytes = 4
        #expect(throws: JSONError.self) { try JSON(parsing: "[1,2]".utf8, limits: limits) }
    }

    @Test(arguments: 0...xcode.utf8.count)
    func `a text that was cut off never reads as whole`(length: Int) {
        let cut = Self.xcode.utf8.prefix(length)
        if length == Self.xcode.utf8.count {
            #expect(throws: Never.self) { try JSON(parsing: cut) }
        } else {
            #expect(throws: JSONError.self) { try JSON(parsing: cut) }
        }
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `whatever is written reads back as the same value, in both layouts`(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        let value = random.value(depth: 4)
        #expect(try parse(value.text(.compact)) == value)
        #expect(try parse(value.text(.xcode)) == value)
    }

    @Test func `numbers are written in the fewest digits`() {
        #expect(JSON.real(0.21).text(.compact) == "0.21")
        #expect(JSON.real(21).text(.compact) == "21")
        #expect(JSON.real(-0.0).text(.compact) == "0")
        #expect(JSON.real(1e-7).text(.compact) == "1e-07")
        #expect(JSON.real(1e300).text(.compact) == "1e+300")
        #expect(JSON.real(.nan) == .null && JSON.real(.infinity) == .null && JSON.decimal(.nan, places: 2) == .null)
        #expect(JSON.integer(UInt64.max).text(.compact) == "18446744073709551615")
    }

    @Test(arguments: [
        (0.033333, 4, "0.0333"), (1, 3, "1"), (-2.5, 0, "-3"), (0.10004, 4, "0.1"), (-0.00001, 3, "0"),
        (1234.5678, 2, "1234.57"),
        (0.05, 2, "0.05"), (1e20, 2, "1e+20"), (999.9999, 2, "1000"), (-0.5, 3, "-0.5"),
    ])
    func `decimals are rounded and trailing zeros dropped`(value: Double, places: Int, text: String) {
        #expect(JSON.decimal(value, places: places).text(.compact) == text)
    }
}

/// SplitMix64, and random values from it.
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func value(depth: Int) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &self) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &self))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &self))
        case 3: return .real(Double.random(in: -1e6...1e6, using: &self))
        case 4: return .string(text())
        case 5: return .array((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth - 1) })
        default:
            var object = JSON.Object()
            for _ in 0..<Int.random(in: 0...4, using: &self) { object[text()] = value(depth: depth - 1) }
            return .object(object)
        }
    }

    mutating func text() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "é", "e", "\u{301}", "😀", "/", "\u{2028}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...6, using: &self) { text.append(scalars.randomElement(using: &self) ?? "a") }
        return String(text)
    }
}
