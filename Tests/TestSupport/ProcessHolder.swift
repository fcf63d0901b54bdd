public import Foundation

/// Keeps SIGKILL from ending a process, as a file system that never answers does, as long as the value lives: the
/// program `process-holder`, which is built beside the tests.
public final class ProcessHolder {
    private let holder: Program

    /// Returns when the process is held.
    ///
    /// - Throws: Where the system does not permit that.
    public init(_ process: pid_t) throws {
        let url = BuiltProgram.besideTests("phonolith-process-holder")
        holder = try Program(
            [url.path, String(process)], input: .pipe, output: .pipe, errors: .inherited)
        guard holder.output.availableData == Data("held\n".utf8) else {
            throw CocoaError(.fileReadNoPermission)
        }
    }

    deinit { release() }

    /// Lets the process end.
    public func release() {
        // It fails only if it is closed already.
        try? holder.input.close()
        holder.waitUntilExit()
    }
}
