package import PhonolithMediaModel

/// `phonolith-media` for workers of a process that runs long: opened once, so that all workers are the same program,
/// whatever an upgrade puts in its place.
package struct OpenedMediaProgram: Sendable {
    /// `nil` if it was not installed.
    private let program: WorkerProgram?

    /// Opens the program. Blocks its thread.
    ///
    /// - Parameter path: `nil` for that of this installation.
    package init(_ path: MediaPath? = nil) {
        program = (path ?? (try? InstalledProgram.media.path())).map(WorkerProgram.init)
    }

    /// The program that was opened. Blocks its thread.
    ///
    /// - Throws: ``WorkerError`` with the remedy where it was not installed, and is not now.
    package func opened() throws(WorkerError) -> WorkerProgram {
        if let program { return program }
        return WorkerProgram(try InstalledProgram.media.path())
    }
}
