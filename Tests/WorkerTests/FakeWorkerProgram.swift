import Foundation
import PhonolithMediaModel
import PhonolithTestSupport

/// The program `fake-worker`, which is built beside the tests.
enum FakeWorker {
    static let path = MediaPath(BuiltProgram.besideTests("phonolith-fake-worker").path)

    /// The program as an installation has it, which an upgrade can replace. Deleted with the value.
    ///
    /// It is a link beside the program: a copy could not be run while a process that another test has just begun still
    /// has the file open for writing.
    final class Copy {
        private let folder = URL(fileURLWithPath: FakeWorker.path.parent.description)
            .appendingPathComponent("phonolith-worker-\(UUID().uuidString)")
        private var file: URL { folder.appendingPathComponent("worker") }
        var path: MediaPath { MediaPath(file.path) }

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.linkItem(
                at: URL(fileURLWithPath: FakeWorker.path.description), to: file)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Puts another file in its place.
        func replace() throws {
            try FileManager.default.removeItem(at: file)
            try Data("no program".utf8).write(to: file)
        }
    }

    static func isZombie(_ process: pid_t) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.hasPrefix(" Z") ?? true
    }
}
