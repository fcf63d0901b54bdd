import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// A large library of small files without pictures, scanned by the command and kept for later runs.
struct ShelfLibrary {
    /// The folders of music, scanned one after the other; the last scan is measured.
    let roots: [BenchmarkLibrary]
    /// Holds the library's file.
    let folder: String
    /// The program `phonolith`.
    let program: String

    var tracks: Int { roots.map(\.shape.tracks).reduce(0, +) }
    /// The library's file.
    var database: String { folder + "/library.sqlite" }

    /// The cost of the last root's scan.
    struct Cost: Codable {
        var tracks: Int
        var seconds: Double
        var processorSeconds: Double
        var peakMemory: Int
        /// The processor time of the threads that write, read, copy the log, and of the one that does the rest.
        var writer: Double
        var readers: Double
        var log: Double
        var rest: Double
        /// The size of the library's file.
        var bytes: Int
        var date: String
    }

    /// Makes the library, or takes the one that an earlier run has made.
    func keep() throws -> Cost {
        let file = URL(fileURLWithPath: folder + "/cost.json")
        // Without it the library is made again.
        if let data = try? Data(contentsOf: file), isCurrent {
            return try JSONDecoder().decode(Cost.self, from: data)
        }
        let cost = try make()
        try use()
        try JSONEncoder().encode(cost).write(to: file)
        return cost
    }

    /// Scans all roots into a new library.
    func make() throws -> Cost {
        // There may be one of another version, or of a run that was ended.
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for root in roots { try root.make() }
        for root in roots.dropLast() { _ = try scan(root) }
        guard let last = roots.last else { throw BenchmarkError("a library without a folder") }
        return try scan(last)
    }

    func phonolith(_ arguments: [String]) -> Command {
        // The user's own configuration must not change what is measured.
        Command(
            program, arguments,
            environment: [
                "PHONOLITH_LIBRARY": database, "PHONOLITH_CONFIG": folder + "/no-config.json",
            ])
    }

    private func scan(_ root: BenchmarkLibrary) throws -> Cost {
        var times = ThreadTimes()
        let run = try phonolith(["scan", "--quiet", root.music]).run { process in
            times.sample(ProcessTree(root: process))
            usleep(20_000)
        }
        let known = times.seconds("scan-write") + times.seconds("scan-read")
        let attributes = try FileManager.default.attributesOfItem(atPath: database)
        return Cost(
            tracks: root.shape.tracks, seconds: run.seconds, processorSeconds: run.processorSeconds,
            peakMemory: run.peakMemory, writer: times.seconds("scan-write"),
            readers: times.seconds("scan-read"), log: times.seconds("scan-sync"),
            rest: max(0, run.processorSeconds - known - times.seconds("scan-sync")),
            bytes: (attributes[.size] as? Int) ?? 0, date: Machine.date)
    }

    /// Whether there is a library that this program opens, with all tracks; one that cannot be read is made again.
    private var isCurrent: Bool {
        guard roots.allSatisfy(\.isMade),
            let catalog = try? Catalog.open(at: database, for: .reading)
        else { return false }
        defer { try? catalog.close() }  // It was only read.
        // A library that cannot be read is made anew.
        return (try? catalog.statistics.values().items) == tracks
    }

    /// Every tenth track is rated and was played, and each came into the library at a time of its own.
    private func use() throws {
        let catalog = try Catalog.open(at: database, for: .writing)
        var ids: [MediaItemID] = []
        try catalog.items.forEach(matching: MediaQuery(order: [MediaOrder(.persistentID)])) {
            ids.append($0.persistentID)
        }
        var random = SeededNumbers(seed: 1, stream: 4_000_000_001)
        try catalog.values.setUserValues(
            ids.enumerated().lazy.filter { $0.offset.isMultiple(of: 10) }.map { number, id in
                let played = random.number(in: 0...50)
                let moment = random.number(in: 1_710_000_000...1_790_000_000)
                return (
                    id,
                    MediaItem.UserValues(
                        rating: random.number(in: 0...5), playCount: played,
                        lastPlayedDate: played == 0
                            ? nil : Date(timeIntervalSince1970: Double(moment)),
                        dateAdded: Date(timeIntervalSince1970: Double(1_700_000_000 + number)))
                )
            })
        try catalog.close()
    }
}

extension ShelfLibrary.Cost {
    /// The rows of a scan that must keep to limits.
    ///
    /// - Parameter memory: The limit of memory, in megabytes.
    func outcomes(_ name: String, memory limit: Double) -> [Outcome] {
        func each(_ seconds: Double) -> Double { seconds * 1e6 / Double(tracks) }
        return [
            Outcome(
                what: "\(name): the writer alone, processor time a track", value: each(writer),
                unit: .microseconds, limit: .atMost(70),
                detail: "thread `scan-write`, \(tracks) tracks without pictures, \(date)"),
            Outcome(
                what: "\(name): readers, processor time a track", value: each(readers),
                unit: .microseconds, limit: nil,
                detail:
                    "threads `scan-read`; copying the log \(each(log).text) µs, walking, planning"
                    + " and settling \(each(rest).text) µs"),
            Outcome(
                what: "\(name): memory of the scan", value: Double(peakMemory) / 1e6,
                unit: .megabytes, limit: .atMost(limit),
                detail: "peak resident set; \(seconds.text) s, \(processorSeconds.text) s of"
                    + " processor time"),
        ]
    }
}
