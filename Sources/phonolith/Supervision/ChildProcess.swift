import Foundation

/// The child's side of ``SupervisedChild``.
enum ChildProcess {
    /// Limits the process, and lets only its parent end it.
    ///
    /// - Parameter memoryLimit: In bytes of addresses; more than that is refused by the system.
    static func begin(memoryLimit: UInt64) {
        var memory = rlimit(rlim_cur: rlim_t(memoryLimit), rlim_max: rlim_t(memoryLimit))
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
        // The terminal sends it to parent and child; the parent decides.
        signal(SIGINT, SIG_IGN)
    }

    /// The next line of the parent's; `nil` when it wants nothing more. Blocks its thread.
    static func nextLine() -> [UInt8]? {
        readLine(strippingNewline: true).map { Array($0.utf8) }
    }

    /// Sends a line to the parent; when there is none any more, the process ends here. Blocks its thread.
    static func send(_ line: [UInt8]) throws {
        try (line + [0x0A]).withUnsafeBytes { try StandardOutput.write($0) }
    }
}
