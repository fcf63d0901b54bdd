import Foundation

/// The command `phonolith`, which runs scans.
enum ScanProgram {
    /// Beside this program, as in the build folder, or in `bin` next to its `libexec`; `nil` if it is in neither.
    static var path: String? {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = own.deletingLastPathComponent()
        let prefix = folder.deletingLastPathComponent().deletingLastPathComponent()
        return [folder, prefix.appendingPathComponent("bin")]
            .map { $0.appendingPathComponent("phonolith").path }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
