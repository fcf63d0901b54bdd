import Foundation
import MediaModel
package import Scanning
import Synchronization

/// A line on the terminal that tells how far a scan is, at what rate, and how long it will take yet.
package final class ProgressBar: Sendable {
    private let start = ContinuousClock.now
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    /// Draws the line anew, ten times a second at most.
    func show(_ progress: ScanProgress) {
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

    /// Takes the line away.
    func clear() {
        if lastShown.withLock({ $0 != nil }) { write("\r\u{1B}[K") }
    }

    /// The line, no wider than the terminal.
    package static func line(_ progress: ScanProgress, after seconds: Double, width: Int) -> String
    {
        let rate = seconds > 0 ? Double(progress.done) / seconds : 0
        var parts: [String] = []
        if let total = progress.total, total > 0 {
            let share = min(1, Double(progress.done) / Double(total))
            let filled = Int(share * 20)
            parts.append(
                "[" + String(repeating: "#", count: filled)
                    + String(repeating: "·", count: 20 - filled) + "]")
            parts.append("\(progress.done) of \(total)")
        } else {
            parts.append("\(progress.done) files")
        }
        parts.append("\(Int(rate))/s")
        if let total = progress.total, rate > 0 {
            parts.append((Double(max(0, total - progress.done)) / rate).clockText + " left")
        }
        let facts = parts.joined(separator: "  ")
        let folder = progress.folder.description.withoutControls
        return (facts + "  " + folder).fitted(to: max(1, width - 1))
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.write(STDERR_FILENO, bytes, bytes.count)
    }
}
