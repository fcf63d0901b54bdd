internal import Foundation

/// What a program does before anything else, whoever has started it.
package enum ProgramStart {
    /// Gives the process what it may have been started without.
    ///
    /// A standard stream that is closed would be given to the next file or pipe that is opened, and what is meant for the
    /// stream would be written into that. Where the end of child processes is ignored, nobody learns how a worker ended.
    package static func prepare() {
        for stream in 0..<Int32(3) where fcntl(stream, F_GETFD) < 0 {
            // The lowest number that is free: this one.
            _ = open("/dev/null", O_RDWR)
        }
        signal(SIGCHLD, SIG_DFL)
    }
}
