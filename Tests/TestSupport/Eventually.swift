import Foundation

/// A condition that did not become true in time.
public struct NeverTrue: Error, CustomStringConvertible {
    let what: String
    let limit: Duration

    /// The limit and the condition.
    public var description: String { "not within \(limit): \(what)" }
}

/// How long a test waits between two looks at a condition.
private let pause = Duration.milliseconds(5)

/// Waits until a condition is true.
///
/// - Parameters:
///   - limit: Long enough for a busy machine; a test that passes never waits for it.
///   - what: The condition in words, for the message.
/// - Throws: ``NeverTrue`` after the limit, and what the condition throws at once.
public func eventually(
    within limit: Duration = .seconds(600), _ what: String,
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < end else { throw NeverTrue(what: what, limit: limit) }
        try await Task.sleep(for: pause)
    }
}

/// Waits until a condition is true, as ``eventually(within:_:isolation:_:)`` does. Blocks its thread.
///
/// Asynchronous tests get the other one, also with a condition that awaits nothing.
@_disfavoredOverload
public func eventually(
    within limit: Duration = .seconds(600), _ what: String, _ condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else { throw NeverTrue(what: what, limit: limit) }
        Thread.sleep(forTimeInterval: pause / .seconds(1))
    }
}
