import Foundation

/// How much is tested of what takes long by its nature.
package enum LongTests {
    /// Whether all of it is, as before a release (`make test-long`); else examples of it are.
    package static let areWhole =
        ProcessInfo.processInfo.environment["PHONOLITH_LONG_TESTS"] != nil

    /// Seeds of random questions and deeds, or as many of the first as are asked each day.
    package static func seeds(_ all: ClosedRange<UInt64>, daily: Int) -> [UInt64] {
        areWhole ? Array(all) : Array(all.prefix(daily))
    }
}
