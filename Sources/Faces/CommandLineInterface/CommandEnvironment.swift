import Glibc
import PhonolithFiles
import PhonolithMediaModel

/// The streams and variables of a command: those of the process, unless a program that runs commands within itself sets
/// others.
///
/// Threads of one's own do not inherit it, tasks do.
package struct CommandEnvironment: Sendable {
    @TaskLocal package static var current = CommandEnvironment()

    /// Writes all bytes to standard output; throws ``Failure``.
    package var writeOutput: @Sendable (UnsafeRawBufferPointer) throws -> Void
    /// Writes to standard error, as far as that is possible.
    package var writeError: @Sendable ([UInt8]) -> Void
    /// The value of a variable; `nil` if it is not set, or empty.
    package var variable: @Sendable (String) -> [UInt8]?
    package var outputIsTerminal: Bool
    package var errorIsTerminal: Bool

    package init() {
        writeOutput = StandardOutput.writeToProcess
        writeError = { bytes in _ = write(STDERR_FILENO, bytes, bytes.count) }
        variable = { MediaPath(variable: $0)?.bytes }
        outputIsTerminal = isatty(STDOUT_FILENO) == 1
        errorIsTerminal = isatty(STDERR_FILENO) == 1
    }
}
