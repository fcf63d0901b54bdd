package import PhonolithMediaModel

/// Why a scan did not come to its end. Files read until then are in the library.
package enum ScanFailure: Error, Hashable, Sendable {
    /// The worker cannot do it.
    case refused(ScanRefusal)
    case interrupted
    /// The worker ended by itself with this code, and wrote this to its standard error.
    case ended(code: Int32, errors: [UInt8])
    /// The worker dies, hangs or sends nonsense, whatever is skipped; in one line.
    case failed(String)
}

/// Why a worker cannot scan.
package struct ScanRefusal: Codable, Hashable, Sendable {
    package let cause: Cause
    package let message: String
    package let details: [String]

    package enum Cause: Codable, Hashable, Sendable {
        /// Another process is scanning into the library; its number, where it is known.
        case isLocked(by: Int32?)
        /// A path is no folder that can be scanned.
        case unusablePath(MediaPath)
        case noLibrary
        /// The library has no root yet.
        case noRoots
        /// The library cannot be opened or written, has no such user, or the configuration is wrong.
        case other
    }

    package init(_ cause: Cause, _ message: String, details: [String] = []) {
        self.cause = cause
        self.message = message
        self.details = details
    }

    /// Whether the same scan can be done when another has ended.
    package var isPassing: Bool {
        if case .isLocked = cause { true } else { false }
    }
}

extension ScanFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let refusal): refusal.message
        case .interrupted: "the scan was interrupted"
        case .ended(let code, let errors):
            errors.split(separator: 0x0A).last.map { WorkerProcess.shown(Array($0)) }
                ?? "the scan process ended with code \(code)"
        case .failed(let reason): reason
        }
    }
}
