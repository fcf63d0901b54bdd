import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import Testing

/// Files that are cut off, overwritten in part, or begin with something else.
@Suite struct DamagedFileTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    private func scan(full: Bool = false) async throws -> ScanReport {
        var options = ScanOptions()
        options.readsAll = full
        return try await LibraryScanner(catalog: catalog).scan([folder.path], options: options)
    }

    private func listed() throws -> Set<MediaPath> {
        Set(try catalog.items.all(matching: MediaQuery()).map(\.location.relativePath))
    }

    @Test("a damaged file is in the library and is reported once, until it is well")
    func damaged() async throws {
        try folder.copy(Fixtures.url(of: "rough/half.flac"), to: "half.flac")
        try folder.copy(Fixtures.url(of: "full/full.flac"), to: "whole.flac")
        let problem = ScanProblem(
            path: folder.path.appending("half.flac"), reason: "is cut off: its end is missing")
        let first = try await scan()
        #expect(first.added == 2)
        #expect(first.unreadable == 0)
        #expect(first.problems == [problem])
        #expect(try listed() == ["half.flac", "whole.flac"])
        #expect(try catalog.statistics.values().unreadableFiles == 0)
        let second = try await scan()
        #expect(second.unchanged == 2)
        #expect(second.unreadable == 0)
        #expect(second.problems == [] && second.knownProblems == 1)
        let third = try await scan(full: true)
        #expect(third.changed == 2)
        #expect(third.problems == [] && third.knownProblems == 1)
        try folder.remove("half.flac")
        try folder.copy(Fixtures.url(of: "empty/empty.flac"), to: "half.flac")
        let fourth = try await scan()
        #expect(fourth.problems == [] && fourth.knownProblems == 0)
        #expect(fourth.solvedProblems == [problem])
        #expect(try listed() == ["half.flac", "whole.flac"])
    }

    /// Half a format's variants end or begin in the wrong place, the others hold noise.
    @Test(
        "whatever is cut off or overwritten of a file, it is listed or reported, and the scan ends",
        .timeLimit(.minutes(20)),
        arguments: Fixtures.full + Fixtures.empty)
    func neverDropped(fixture: Fixture) async throws {
        let bytes = try Fixtures.bytes(of: fixture.name)
        let name = (fixture.name as NSString).lastPathComponent
        var written: Set<MediaPath> = []
        func write(_ bytes: [UInt8], _ prefix: String) throws {
            try Data(bytes).write(to: folder.url("\(prefix)-\(name)"))
            written.insert(MediaPath("\(prefix)-\(name)"))
        }
        for tenth in 0..<10 {
            try write(Array(bytes.prefix(bytes.count * tenth / 10)), "cut\(tenth)0")
        }
        var generator = SeededNoise(state: UInt64(bytes.count))
        for (place, start) in [
            ("start", 0), ("middle", bytes.count / 2), ("end", bytes.count - 100),
        ] {
            var garbled = bytes
            for index in max(0, start)..<min(bytes.count, max(0, start) + 100) {
                garbled[index] = generator.next()
            }
            try write(garbled, "noise-at-\(place)")
        }
        for count in [1, 100, 5_000] {
            try write((0..<count).map { _ in generator.next() } + bytes, "behind\(count)")
        }
        let report = try await scan()
        let reported = Set(report.problems.compactMap { $0.path.relative(to: folder.path) })
        #expect(try listed().union(reported) == written)
        #expect(report.problems.allSatisfy { !$0.reason.isEmpty && !$0.reason.contains("\n") })
        #expect(reported.contains(MediaPath("cut00-\(name)")))
    }
}

/// Bytes that look like chance, the same in every run.
private struct SeededNoise {
    var state: UInt64

    mutating func next() -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}
