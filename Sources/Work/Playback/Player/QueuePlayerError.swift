public import Foundation

/// An operation that a player cannot perform.
public enum QueuePlayerError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// It was given a query, and has no library that could answer it.
    case noLibrary

    /// One line.
    public var description: String {
        switch self {
        case .noLibrary:
            "the player has no library to answer a query; make it with one, or give it items"
        }
    }

    /// One line.
    public var errorDescription: String? { description }
}
