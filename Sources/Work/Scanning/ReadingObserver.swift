package import PhonolithMediaModel

/// Is notified of what a scan is about to access on disk, and when that is done, so that a supervisor knows
/// what it hangs or dies of. Both are called on the thread that touches it, many thousand times a second.
package protocol ReadingObserver: Sendable {
    /// A file is about to be read, or a folder listed. Absolute.
    func willTouch(_ path: MediaPath)
    func didTouch()
}

/// Files that a scan must not access, and the observer of its accesses.
package struct ReadingGuard: Sendable {
    /// Paths of files and folders, absolute.
    package var refusals: [MediaPath: Refusal] = [:]
    /// `nil` if there is no observer.
    package var observer: (any ReadingObserver)?

    /// Why something is not to be touched.
    package struct Refusal: Hashable, Sendable {
        /// In words for the user.
        package var reason: String
        /// Whether that is the file's own fault, so that it is not tried again before it changes; else it
        /// could not be looked at this time.
        package var isLasting: Bool

        package init(_ reason: String, isLasting: Bool) {
            self.reason = reason
            self.isLasting = isLasting
        }
    }

    /// Nothing is refused, and there is no observer.
    package init() {}

    /// Touches a path under the observer's eyes.
    func watched<Result, Failure: Error>(
        _ path: @autoclosure () -> MediaPath, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let observer else { return try body() }
        observer.willTouch(path())
        defer { observer.didTouch() }
        return try body()
    }
}
