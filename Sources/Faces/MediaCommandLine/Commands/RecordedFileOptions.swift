package import ArgumentParser
import Glibc
package import PhonolithCommandLineInterface
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithWorker

/// The treatment of the file of a recording: sound, a photo or a film.
package struct RecordedFileOptions: ParsableArguments {
    @Flag(help: "Add the file to the library; it must be in one of its roots.")
    package var into = false
    @Flag(help: "Replace the file if it exists.") package var overwrite = false
    @OptionGroup package var library: LibraryOptions

    package init() {}

    /// Checks that the file may be written, and asks on a terminal whether one that exists is replaced.
    ///
    /// - Returns: Whether it is replaced.
    /// - Throws: `Failure`, or `ExitCode` where the user keeps the file.
    package func prepare(_ path: MediaPath) throws -> Bool {
        if path.status?.isFolder == true {
            throw Failure("\(path): is a folder; name a file in it")
        }
        let file = PathArgument(path)
        if let refusal = Failure(ifNotReplaceable: file, by: "a recording") { throw refusal }
        // Without a library there is none to protect; `--into` reports the reason.
        try ProtectedFiles(library: try? library.path).check(path)
        if into { try checkRoot(of: path) }
        return try overwrite || mayReplace(path)
    }

    private func mayReplace(_ path: MediaPath) throws -> Bool {
        guard path.status != nil else { return false }
        guard isatty(STDIN_FILENO) == 1, Terminal.errorIsTerminal else {
            throw Failure("\(path): the file exists; choose another name, or use --overwrite")
        }
        Terminal.showStatusLine("\(path) exists. Replace it? [y/N] ".withoutControls)
        guard ["y", "yes"].contains(readLine()?.lowercased()) else { throw ExitCode.cannot }
        return true
    }

    /// - Throws: `Failure` if a file of this path would be outside the library.
    func checkRoot(of path: MediaPath) throws {
        let roots = try library.open(for: .reading).roots.all().map(\.path)
        let folder = Self.folder(of: path)
        guard roots.contains(where: { folder == $0 || folder.isInside($0) }) else {
            throw Failure(
                "\(path): is in no root of the library; choose a folder in one of them, or scan its folder first: phonolith scan FOLDER"
            )
        }
    }

    /// Adds the file to the library.
    ///
    /// - Throws: `Failure` with the reason.
    package func add(_ path: MediaPath) throws {
        var request = ScanRequest(library: try library.path, folders: [path.parent])
        request.user = library.userName
        let place = Self.folder(of: path).appending(path.lastComponent)
        try Scan.scan(request) { event in
            guard case .report(let report) = event else { return }
            if report.isInterrupted {
                throw Failure("\(path): is not in the library yet; add it: phonolith scan")
            }
            for problem in report.problems where [path, place].contains(problem.path) {
                throw Failure("\(path): cannot be added to the library: \(problem.reason)")
            }
        }
    }

    /// The folder of a file, without symbolic links.
    private static func folder(of path: MediaPath) -> MediaPath {
        path.parent.resolved ?? path.parent
    }
}
