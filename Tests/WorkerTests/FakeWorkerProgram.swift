import Foundation
import MediaModel

/// The program `fake-worker`, which is built beside the tests.
enum FakeWorker {
    static let path = MediaPath(
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("fake-worker").path)

    static func isZombie(_ process: pid_t) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
