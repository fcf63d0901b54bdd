import Foundation

/// The cost of a file that is tagged again during `scan --watch`.
struct WatchBenchmarks {
    let library: ShelfLibrary

    private static let changes = 10

    /// One changed file, from its change until the processes rest again.
    func changedFile() throws -> Outcome {
        guard let root = library.roots.first else {
            throw BenchmarkError("a library without a folder")
        }
        var command = library.phonolith(["scan", "--watch", "--json", "--quiet"])
        command.output = library.folder + "/watched"
        let watch = ProcessTree(root: try command.start())
        defer {
            kill(watch.root, SIGINT)
            waitpid(watch.root, nil, 0)
        }
        // The first line is that of the scan before the watch.
        try awaitLine(1, of: command.output, watch)
        try awaitRest(watch)
        let before = watch.processorSeconds
        for change in 1...Self.changes {
            try root.retag(album: change, title: "Changed \(getpid())")
            try awaitLine(1 + change, of: command.output, watch)
            try awaitRest(watch)
        }
        let spent = (watch.processorSeconds - before) / Double(Self.changes)
        return Outcome(
            what: "\(library.tracks) tracks: one changed file seen by --watch, processor time",
            value: spent * 1000, unit: .milliseconds, limit: .atMost(50),
            detail: "mean of \(Self.changes) changes, each until the processes rest")
    }

    private func awaitLine(_ count: Int, of file: String, _ watch: ProcessTree) throws {
        for _ in 0..<60_000 {
            let lines = try Data(contentsOf: URL(fileURLWithPath: file)).count { $0 == 0x0A }
            if lines >= count { return }
            if kill(watch.root, 0) != 0 { break }
            usleep(10_000)
        }
        throw BenchmarkError("`scan --watch` reported no change; see \(file)")
    }

    /// Waits until the processes spend next to nothing for a second.
    private func awaitRest(_ watch: ProcessTree) throws {
        for _ in 0..<120 {
            let before = watch.processorSeconds
            usleep(1_000_000)
            if watch.processorSeconds == before { return }
        }
        throw BenchmarkError("`scan --watch` does not rest")
    }
}
