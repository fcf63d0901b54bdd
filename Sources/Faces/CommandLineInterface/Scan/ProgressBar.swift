import Glibc
package import PhonolithMediaModel
import Synchronization

/// A line on the terminal that shows how many files are done, how many a second, and how long the rest will take.
package final class ProgressBar: Sendable {
    private let start = ContinuousClock.now
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    package init() {}

    /// Draws the line again, ten times a second at most.
    package func show(_ progress: ScanProgress) {
        let now = ContinuousClock.now
        let isDue = lastShown.withLock { last in
            if let last, last.duration(to: now) < .milliseconds(100) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let seconds = start.duration(to: now) / .seconds(1)
        let line = Self.line(progress, after: seconds, width: Terminal.width(STDERR_FILENO) ?? 80)
        write("\r\u{1B}[K" + line)
    }

    package func clear() {
        if lastShown.withLock({ $0 != nil }) { write("\r\u{1B}[K") }
    }

    /// The line, narrower than the terminal: the bar is left out where the numbers would not fit next to it,
    /// and the folder is cut.
    package static func line(_ progress: ScanProgress, after seconds: Double, width: Int) -> String
    {
        let facts = Self.facts(of: progress, after: seconds)
        let bar = progress.total.map { Self.bar(progress.done, of: $0) + "  " } ?? ""
        let fits = (bar + facts).columnCount < width
        let folder = progress.folder.description.withoutControls
        return ((fits ? bar : "") + facts + "  " + folder).fitted(to: max(1, width - 1))
    }

    private static func facts(of progress: ScanProgress, after seconds: Double) -> String {
        let rate = seconds > 0 ? Double(progress.done) / seconds : 0
        guard let total = progress.total, total > 0 else {
            return "\(progress.done) files  \(Int(rate))/s"
        }
        let facts = "\(progress.done) of \(total)  \(Int(rate))/s"
        guard rate > 0 else { return facts }
        return facts + "  \((Double(max(0, total - progress.done)) / rate).clockText) left"
    }

    private static func bar(_ done: Int, of total: Int) -> String {
        let filled = total > 0 ? min(20, done * 20 / total) : 0
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: "·", count: 20 - filled) + "]"
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
