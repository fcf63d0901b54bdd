import Files
import Foundation
package import MediaModel

/// The program `phonolith-media`, in which runs what opens media files. `phonolith` becomes it, by `exec`, as `git`
/// runs its programs: terminal, signals and exit code are those of one process.
package enum MediaProgram {
    private static let name: MediaPath = "phonolith-media"

    private static let commands: Set = [
        "scan", "check", "artwork", "thumbnails", "play", "queue", "prune",
    ]

    /// Whether a command line is for it: one of its commands, help on one, or what must know the options of all.
    ///
    /// - Parameter arguments: Those behind the name of the program.
    package static func isNeeded(for arguments: [String]) -> Bool {
        var words = arguments[...]
        if words.first == "--library" { words = words.dropFirst(2) }
        if words.first?.hasPrefix("--library=") == true { words = words.dropFirst() }
        if words.first == "help" { words = words.dropFirst() }
        guard let first = words.first else { return false }
        return commands.contains(first)
            || first == "show" && words.contains("--explain")
            || arguments.contains { $0.hasPrefix("--generate-completion-script") }
            || arguments.contains("--experimental-dump-help")
    }

    /// Runs it in place of this program, with the same arguments.
    ///
    /// - Throws: ``Failure`` where it is not installed; otherwise nothing comes back.
    package static func takeOver() throws {
        guard let program = MediaPath("/proc/self/exe").resolved else {
            throw Failure("cannot find \(name): /proc is not mounted")
        }
        let places = places(beside: program.parent)
        for place in places {
            _ = place.withCString { execv($0, CommandLine.unsafeArgv) }
        }
        let reason = String(cString: strerror(errno))
        throw Failure(
            "cannot run \(places.last ?? name): \(reason); install phonolith again, with its libexec folder"
        )
    }

    /// Where it may be: beside the other program in a build folder, or in the installation.
    package static func places(beside folder: MediaPath) -> [MediaPath] {
        [
            folder.appending(name),
            folder.parent.appending("libexec/phonolith").appending(name),
        ]
    }
}
