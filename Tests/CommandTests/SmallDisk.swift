import Foundation
import PhonolithTestSupport

/// Disks of a few kilobytes, for what happens when they are full.
enum SmallDisk {
    /// Whether this system lets a user mount one.
    static let canMount: Bool = {
        let script = "mount -t tmpfs tmpfs /tmp"
        return
            (try? PhonolithTestSupport.output(of: [
                "unshare", "-rm", "sh", "-c", script + " && echo yes",
            ]))
            == Data("yes\n".utf8)
    }()
}

extension CommandLineTool {
    /// Runs a command while a disk with so many free bytes is mounted in a folder, and then another program, which sees
    /// the disk, too.
    func run(
        withSpace bytes: Int, in folder: URL, _ arguments: [String], then after: String = "",
        environment: [String: String] = [:]
    ) throws -> Result {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = """
            mount -t tmpfs -o size=65536 tmpfs "$0" && head -c \(65_536 - bytes) /dev/zero \
            > "$0/rest" && "$@"; code=$?; \(after.isEmpty ? ":" : after); exit $code
            """
        let process = try start(
            ["-rm", "sh", "-c", script, folder.path, CommandLineTool.executable.path] + arguments,
            environment: environment, executable: URL(fileURLWithPath: "/usr/bin/unshare"))
        return try finish(process)
    }
}
