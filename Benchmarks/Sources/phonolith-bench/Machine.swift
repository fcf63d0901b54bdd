import Foundation
import Synchronization

/// The machine and software of the figures, a line each.
enum Machine {
    static func description() -> [(name: String, value: String)] {
        let memory = Double(ProcessInfo.processInfo.physicalMemory) / 1e9
        return [
            ("Processor", processor ?? "unknown"),
            ("Cores", "\(ProcessInfo.processInfo.activeProcessorCount)"),
            ("Memory", "\(Int(memory.rounded())) GB"),
            ("Kernel", firstLine("uname", "-sr") ?? "unknown"),
            ("Swift", firstLine("swift", "--version") ?? "unknown"),
            ("TagLib", version(of: "taglib")),
            ("FFmpeg (libavformat)", version(of: "libavformat")),
            ("SQLite", version(of: "sqlite3")),
            ("MPD", firstLine("mpd", "--version") ?? "not installed"),
        ] + pace
    }

    /// Today, by UTC.
    static var date: String {
        Date.now.formatted(.iso8601.year().month().day())
    }

    // MARK: - Pace

    /// Notes how long the same piece of work takes now. A machine that shares its cores with others is slower at
    /// times by half and more, and all that is measured then with it.
    static func notePace() {
        let clock = ContinuousClock()
        let times = (0..<3).map { _ in clock.measure { workASetPiece() } / .milliseconds(1) }
        paces.withLock { $0.append(times.min() ?? 0) }
    }

    private static let paces = Mutex<[Double]>([])

    private static func workASetPiece() {
        var numbers = SeededNumbers(seed: 1, stream: 1)
        let sorted = (0..<100_000).map { _ in numbers.next() }.sorted()
        // Or the compiler would find that nobody asks for it.
        precondition(sorted.count == 100_000)
    }

    private static var pace: [(name: String, value: String)] {
        let times = paces.withLock(\.self)
        guard let best = times.min(), let worst = times.max() else { return [] }
        return [
            (
                "Pace",
                "sorting 100 000 numbers took \(best.text) ms at best, \(worst.text) ms at worst"
                    + " while this was measured"
            )
        ]
    }

    private static var processor: String? {
        (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
            .split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    }

    private static func version(of library: String) -> String {
        firstLine("pkg-config", "--modversion", library) ?? "unknown"
    }

    private static func firstLine(_ program: String, _ arguments: String...) -> String? {
        Command(program, arguments).text()?.split(separator: "\n").first.map(String.init)
    }
}
