public import Foundation

/// Keeps SIGKILL from ending a process, as a file system that never answers does, as long as the value lives: the
/// program `process-holder`, which is built beside the tests.
public final class ProcessHolder {
    private let holder = Process()
    private let input = Pipe()

    /// Returns when the process is held.
    ///
    /// - Throws: Where the system does not permit that.
    public init(_ process: pid_t) throws {
        let output = Pipe()
        holder.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("process-holder")
        holder.arguments = [String(process)]
        holder.standardInput = input
        holder.standardOutput = output
        try holder.start()
        guard output.fileHandleForReading.availableData == Data("held\n".utf8) else {
            throw CocoaError(.fileReadNoPermission)
        }
    }

    deinit { release() }

    /// Lets the process end.
    public func release() {
        try? input.fileHandleForWriting.close()
        holder.waitUntilExit()
    }
}
