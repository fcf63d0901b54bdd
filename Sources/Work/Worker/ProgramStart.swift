internal import CPhonolithSupervision
internal import FoundationEssentials
import Glibc
internal import PhonolithFiles
internal import PhonolithMediaModel

/// The first steps of every program.
package enum ProgramStart {
    /// Gives the process what it may have been started without, and lets Ctrl-Z stop its workers, too.
    ///
    /// A standard stream that is closed would be given to the next file or pipe that is opened, and what is meant for the
    /// stream would be written into that. What takes the place of standard output cannot be written to, so that this program,
    /// and one that takes its place, can say that nothing was written. Where the end of child processes is ignored, no program learns how a worker ended.
    ///
    /// Ends the process with code 2 where it was started by a program of another version.
    package static func prepare() {
        for stream in 0..<Int32(3) where fcntl(stream, F_GETFD) < 0 {
            // The lowest number that is free: this one.
            _ = open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
        signal(SIGCHLD, SIG_DFL)
        if let refusal = ProgramVersion.refusal(ofProgram: name) {
            StandardStream.error.write("phonolith: \(refusal)\n")
            exit(2)
        }
        // It is about this process, and not about those that it starts.
        unsetenv(ProgramVersion.variable)
        cs_stop_workers_too()
    }

    /// Whether the process was started without a standard output: what is meant for it goes nowhere.
    package static var hasNoOutput: Bool {
        let mode = fcntl(STDOUT_FILENO, F_GETFL)
        return mode < 0 || mode & O_ACCMODE == O_RDONLY
    }

    private static var name: String {
        MediaPath("/proc/self/exe").linkTarget?.lastComponent.description ?? "this program"
    }
}

/// The version that all programs of an installation share.
///
/// A program names it in the environment of those that it starts, so that two of different versions, as an interrupted
/// upgrade leaves them, do not misunderstand each other.
package enum ProgramVersion {
    package static let current = "0.1.0"

    /// In the message of a program that another version has started.
    private static let mismatch = ", but was started by phonolith "

    /// Whether a program ended because another version had started it.
    ///
    /// - Parameter errors: What it wrote to its standard error.
    package static func isRefusal(_ errors: [UInt8]) -> Bool {
        String(decoding: errors, as: UTF8.self).contains(mismatch)
    }

    static let variable = "PHONOLITH_STARTED_BY_VERSION"

    /// Why this program must not work for the one that has started it; `nil` if it may, or where it was started by
    /// something else.
    package static func refusal(
        ofProgram name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        guard let other = environment[variable], other != current else { return nil }
        return "\(name) has version \(current)\(mismatch)\(other);"
            + " install the same version of both, and restart phonolith"
    }
}
