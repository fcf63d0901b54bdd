/// Why bytes are not a usable feed, in one line.
package struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
