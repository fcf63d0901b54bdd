import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import Testing

@testable import PhonolithScans

/// Files that scans could not read: reported once, kept, and reported again when they can be read.
@Suite struct ProblemTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "A/good.flac")
        try folder.write("milk", to: "A/list.mp3")
        try folder.write("eggs", to: "B/list.mp3")
    }

    private func scan(_ paths: String...) async throws -> ScanReport {
        try await LibraryScanner(catalog: catalog).scan(
            paths.isEmpty ? [folder.path] : paths.map { folder.path.appending(MediaPath($0)) })
    }

    private func paths(_ problems: [ScanProblem]) -> [String] {
        problems.compactMap { $0.path.relative(to: folder.path)?.description }
    }

    private func known(ignored: Bool = false) throws -> [String] {
        try catalog.problems.all(ignored: ignored).compactMap {
            $0.path.relative(to: folder.path)?.description
        }
    }

    @Test(
        "what is new and what is solved",
        arguments: [
            (found: ["a": "1"], known: [:], new: ["a": "1"], solved: [:]),
            (found: ["a": "1"], known: ["a": "1"], new: [:], solved: [:]),
            (found: ["a": "2"], known: ["a": "1"], new: ["a": "2"], solved: [:]),
            (found: [:], known: ["a": "1", "far": "1"], new: [:], solved: ["a": "1"]),
        ]
            as [(
                found: [MediaPath: String], known: [MediaPath: String], new: [MediaPath: String],
                solved: [MediaPath: String]
            )])
    func comparison(
        found: [MediaPath: String], known: [MediaPath: String], new: [MediaPath: String],
        solved: [MediaPath: String]
    ) {
        let comparison = ProblemComparison(found: found, known: known) { $0 != "far" }
        #expect(comparison.new == new)
        #expect(comparison.solved == solved)
    }

    @Test("a scan reports what is new, and what is well; what is gone is no problem any more")
    func news() async throws {
        #expect(paths(try await scan().problems) == ["A/list.mp3", "B/list.mp3"])
        #expect(try catalog.problems.all().map(\.isIgnored) == [false, false])
        let again = try await scan()
        #expect(again.problems == [] && again.knownProblems == 2)
        // A scan of one folder says nothing of the other.
        try folder.remove("A/list.mp3")
        try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "A/list.mp3")
        try folder.remove("B/list.mp3")
        let part = try await scan("A")
        #expect(paths(part.solvedProblems) == ["A/list.mp3"])
        #expect(try known() == ["B/list.mp3"])
        let last = try await scan()
        #expect(last.solvedProblems == [] && last.knownProblems == 0)
        #expect(try known() == [])
    }

    @Test(
        "a picture of a folder that cannot be shown is a problem of its file, and the next is taken"
    )
    func folderPicture() async throws {
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "C/Disc 1/good.flac")
        try folder.write("no picture", to: "C/cover.jpg")
        try folder.copy(Fixtures.url(of: "pictures/still.avif"), to: "C/folder.avif")
        let problems = try await scan("C").problems
        #expect(paths(problems) == ["C/cover.jpg"])
        #expect(
            problems.map(\.reason) == [
                "cannot be shown as the cover of its folder: it is no picture of a known format"
            ])
        let pictures = try catalog.items.all(at: folder.path.appending("C/Disc 1/good.flac"))
            .flatMap(\.artwork).filter { $0.source == .folder }
        #expect(pictures.map(\.mimeType) == ["image/avif"])
        #expect(try await scan("C").knownProblems == 1)
        try folder.remove("C/cover.jpg")
        try folder.copy(Fixtures.url(of: "pictures/front.jpg"), to: "C/cover.jpg")
        #expect(paths(try await scan("C").solvedProblems) == ["C/cover.jpg"])
    }

    @Test("an ignored problem is not reported before it has another reason")
    func ignored() async throws {
        _ = try await scan()
        let path = folder.path.appending("A/list.mp3")
        #expect(try catalog.problems.setIgnored(true, problemAt: path))
        #expect(
            try !catalog.problems.setIgnored(true, problemAt: folder.path.appending("A/good.flac")))
        #expect(try await scan().knownProblems == 1)
        #expect(try known() == ["B/list.mp3"])
        #expect(try known(ignored: true) == ["A/list.mp3", "B/list.mp3"])
        try folder.remove("A/list.mp3")
        try folder.copy(Fixtures.url(of: "rough/half.flac"), to: "A/list.mp3")
        #expect(paths(try await scan().problems) == ["A/list.mp3"])
        #expect(try known() == ["A/list.mp3", "B/list.mp3"])
    }

    @Test("a root that is away keeps its problems, and is one itself")
    func away() async throws {
        _ = try await scan()
        let root = folder.path
        try FileManager.default.moveItem(
            atPath: root.description, toPath: root.description + ".away")
        let away = try await LibraryScanner(catalog: catalog).scan()
        #expect(away.problems.map(\.path) == [root])
        #expect(try catalog.problems.all().count == 3)
        try FileManager.default.moveItem(
            atPath: root.description + ".away", toPath: root.description)
        let back = try await scan()
        #expect(back.solvedProblems.map(\.path) == [root])
        #expect(back.problems == [] && back.knownProblems == 2)
    }

    @Test("problems go along with a root that moves, and into another root")
    func moved() async throws {
        _ = try await scan("A", "B")
        try FileManager.default.moveItem(
            atPath: folder.path.appending("A").description,
            toPath: folder.path.appending("C").description)
        _ = try catalog.roots.move(
            folder.path.appending("A"), to: folder.path.appending("C"))
        #expect(try known() == ["B/list.mp3", "C/list.mp3"])
        #expect(try await LibraryScanner(catalog: catalog).scan().knownProblems == 2)
    }
}
