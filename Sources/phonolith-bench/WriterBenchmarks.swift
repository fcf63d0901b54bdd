import Catalog
import Foundation
import MediaModel

/// What writing costs, without the reading of files: in processor time, so that other programs matter little.
struct WriterBenchmarks {
    let seed: UInt64
    let base: String

    /// A scan of nothing but rows, into a library that does not exist yet.
    func writer(tracks: Int) throws -> Outcome {
        let folder = base + "/writer"
        try? FileManager.default.removeItem(atPath: folder)  // Left by a run that was ended.
        defer { try? FileManager.default.removeItem(atPath: folder) }  // The next run removes it.
        let catalog = try Catalog.open(at: folder + "/library.sqlite", for: .creating)
        let seconds = try RowLibrary(seed: seed, tracks: tracks, in: folder).write(to: catalog)
        try catalog.close()
        return Outcome(
            what: "the writer alone, processor time a track", value: seconds * 1e6 / Double(tracks),
            unit: .microseconds, limit: .atMost(70),
            detail: "\(tracks) tracks without pictures, \(seconds.text) s")
    }

    /// One track that is tagged again, in a library that exists.
    func changedFile(in library: RowLibrary) throws -> Outcome {
        let catalog = try Catalog.open(at: library.path, for: .writing)
        defer { try? catalog.close() }  // It ends with the process.
        let invented = InventedMusic(seed: seed, trackCount: library.tracks)
        let number = library.tracks / 24
        let album = invented.album(number, size: invented.albumSizes()[number])
        guard let root = try catalog.roots().first?.id,
            let folder = try catalog.knownFolders([MediaPath(album.folder)], in: root)[0]
        else { throw BenchmarkError("\(library.path) has no album \(number)") }
        var random = SeededNumbers(seed: seed, stream: 4_000_000_002)
        var times: [Double] = []
        for run in 0..<5 {
            var file = library.file(album.tracks[0], of: album, 1_000_000_000 + run, &random)
            file.knownID = folder.files.first { $0.name == file.name }?.id
            var batch = ScanBatch()
            batch.append([file])
            var writer = ScanWriter(catalog: catalog, root: root, scan: ScanID())
            times.append(
                try Machine.processorSeconds {
                    _ = try writer.write(batch, now: RowLibrary.moment(0))
                    try writer.finish()
                })
        }
        let runs = Runs(times)
        return Outcome(
            what: "one changed file of \(library.tracks), processor time",
            value: runs.median * 1000,
            unit: .milliseconds, limit: .atMost(50), detail: runs.millisecondsText)
    }
}
