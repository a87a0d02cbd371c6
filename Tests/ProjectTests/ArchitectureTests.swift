import Foundation
import Testing

@Suite struct ArchitectureTests {
    private func package() throws -> PackageGraph { PackageGraph(package: try projectFile("Package.swift")) }

    @Test func `the table of docs ARCHITECTURE has every target with its imports`() throws {
        let (package, table) = (try package(), PackageGraph(table: try projectFile("docs/ARCHITECTURE.md")))
        #expect(package.imports.count > 10)
        for name in Set(package.imports.keys).union(table.imports.keys).sorted() {
            #expect(table.imports[name] == package.imports[name], "\(name)")
        }
    }

    @Test func `the picture of docs ARCHITECTURE shows the arrows of the package`() throws {
        let (package, picture) = (try package(), PackageGraph(picture: try projectFile("docs/ARCHITECTURE.md")))
        for name in Set(package.imports.keys).union(picture.imports.keys).sorted() {
            let drawn = picture.imports[name] ?? []
            #expect(drawn.isSubset(of: package.imports[name] ?? []), "an arrow from \(name) is not in the package")
            let reached = picture.closure.imports[name] ?? []
            #expect(reached == package.closure.imports[name] ?? [], "what \(name) reaches")
        }
    }

    @Test func `no arrow leads back`() throws {
        for (name, reached) in try package().closure.imports { #expect(!reached.contains(name), "\(name)") }
    }

    @Test func `each library has one door`() throws {
        let sources = projectRoot.appendingPathComponent("Sources")
        for file in try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap({ $0 as? String }) {
            let text = (try? projectFile("Sources/" + file)) ?? ""
            if text.contains(/#include\s*<libav|#include\s*<libsw/) { #expect(file.hasPrefix("CFFmpegShim/")) }
            if text.contains(/#include\s*<(libheif|webp\/|lcms2)/) { #expect(file.hasPrefix("CStillsShim/")) }
            if text.contains(/#include\s*<opencv/) { #expect(file.hasPrefix("COpenCVShim/")) }
        }
    }

    @Test(arguments: [
        "README.md", "CHANGELOG.md", "docs/ARCHITECTURE.md", "docs/formats.md", "docs/benchmarks.md", "docs/fuzzing.md",
    ])
    func `links and pictures lead to files that are there`(page: String) throws {
        let folder = projectRoot.appendingPathComponent(page).deletingLastPathComponent()
        for match in try projectFile(page).matches(of: /\]\(([^):]+)\)/) {
            let target = folder.appendingPathComponent(String(match.output.1)).path
            #expect(FileManager.default.fileExists(atPath: target), "\(match.output.1)")
        }
    }
}
