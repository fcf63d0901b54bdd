import Foundation
package import Testing

/// Which of the tests this run is to take, by marks on suites and tests: `scripts/test` chooses by these and by targets, so that a suite
/// that is added or renamed is where its marks say.
extension Trait where Self == ConditionTrait {
    /// Takes as long as many others together: `make check` leaves it out.
    package static var thorough: Self { .disabled(if: isCheck, "make check leaves it out") }

    /// Starts programs that `make check` does not install.
    package static var needsInstallation: Self {
        .disabled(if: isCheck, "make check does not install its programs")
    }

    /// Is about files of SQLite, its plans and its memory.
    package static var onSQLiteAlone: Self {
        .disabled(if: isOnServer, "the library is on a server")
    }
}

private let environment = ProcessInfo.processInfo.environment
private let isCheck = environment["PHONOLITH_TESTS"] == "check"
private let isOnServer = environment["PHONOLITH_TEST_POSTGRES"] != nil
