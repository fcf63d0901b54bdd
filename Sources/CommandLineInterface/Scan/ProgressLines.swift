import JSONWriting
import MediaModel

/// Prints the progress of a scan for the service, as a line of JSON twice a second at most:
/// `{"progress":{"done":5,"total":10,"added":2,"changed":0}}`.
final class ProgressLines {
    private var lastPrinted: ContinuousClock.Instant?

    func show(_ progress: ScanProgress) {
        let now = ContinuousClock.now
        if let lastPrinted, lastPrinted.duration(to: now) < .milliseconds(500) { return }
        lastPrinted = now
        let record = Record([
            ("done", .integer(progress.done)), ("total", progress.total.map { .integer($0) }),
            ("added", .integer(progress.added)), ("changed", .integer(progress.changed)),
        ])
        // Where nobody reads it, the scan goes on without.
        try? StandardOutput.writeLine("{\"progress\":\(record.json)}")
    }
}
