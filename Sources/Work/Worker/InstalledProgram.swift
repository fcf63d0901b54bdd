import Glibc
internal import PhonolithFiles
package import PhonolithMediaModel

/// A program of the installation that another one runs: `phonolith-media`, for example.
package struct InstalledProgram: Hashable, Sendable {
    package let name: MediaPath

    /// The program that opens media files.
    package static let media = InstalledProgram(name: "phonolith-media")
    /// The program that opens windows and cameras; a package of its own may have it.
    package static let view = InstalledProgram(name: "phonolith-view")

    package init(name: MediaPath) { self.name = name }

    /// Where it may be: next to the running program, as in a build folder and in libexec, or in the libexec folder of
    /// the installation in whose bin folder the running program is.
    package func places(beside folder: MediaPath) -> [MediaPath] {
        [
            folder.appending(name),
            folder.parent.appending("libexec/phonolith").appending(name),
        ]
    }

    /// Its path. Blocks its thread.
    ///
    /// - Throws: ``WorkerError`` with the remedy, where it is not installed, or cannot be run.
    package func path() throws(WorkerError) -> MediaPath {
        let places = try places()
        var reason = (places.last ?? name, ENOENT)
        for place in places {
            if place.isProgram { return place }
            // One that is there and cannot be run is the better reason.
            if errno != ENOENT, reason.1 == ENOENT { reason = (place, errno) }
        }
        throw missing(reason.0, reason.1)
    }

    /// Its path for another developer's program: beside that, or in the installation whose `phonolith` is on `PATH`; `nil` where
    /// it is in neither. Blocks its thread.
    package func installedPath(
        searching folders: String? = getenv("PATH").map { String(cString: $0) }
    )
        -> MediaPath?
    {
        if let path = try? path() { return path }
        return (folders ?? "").split(separator: ":").lazy.map { MediaPath(String($0)) }
            .filter { $0.appending("phonolith").isProgram }
            .flatMap { self.places(beside: $0.resolved ?? $0) }.first(where: \.isProgram)
    }

    /// Runs it in place of this process, with the arguments of this process, as git runs its programs: terminal,
    /// signals and exit code stay those of one process.
    ///
    /// - Throws: ``WorkerError`` with the remedy, where it cannot be run; otherwise nothing returns.
    package func replaceThisProgram() throws(WorkerError) -> Never {
        let path = try path()
        setenv(ProgramVersion.variable, ProgramVersion.current, 1)
        _ = path.withCString { execv($0, CommandLine.unsafeArgv) }
        throw missing(path, errno)
    }

    private func places() throws(WorkerError) -> [MediaPath] {
        guard let program = MediaPath("/proc/self/exe").linkTarget else {
            throw WorkerError("cannot find \(name): /proc is not mounted")
        }
        // After an upgrade the link's text continues after the name of this program; the folder is the same.
        return places(beside: program.parent)
    }

    private func missing(_ place: MediaPath, _ code: Int32) -> WorkerError {
        WorkerError(
            "cannot run \(place): \(String(cString: strerror(code)));"
                + " reinstall phonolith with its libexec folder")
    }
}

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
