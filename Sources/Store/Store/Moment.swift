import Glibc
import PhonolithDatabase

/// A connection that shows the library as it is at one moment, for the thread that has it.
///
/// Unchecked, because the connection is used by that thread and by no other: it alone is given it, and takes it away.
final class Moment: @unchecked Sendable {
    private let thread = pthread_self()
    private var current: Connection?
    /// The users who have asked, by their rows of `users`: what they may see does not change while the moment lasts.
    private var viewers: [Int64: Viewer] = [:]

    /// `nil` on other threads, and after the moment.
    var connection: Connection? { pthread_equal(thread, pthread_self()) != 0 ? current : nil }

    /// `nil` for one who has not asked yet.
    func viewer(_ user: Int64) -> Viewer? { connection == nil ? nil : viewers[user] }

    func keep(_ viewer: Viewer) { if connection != nil { viewers[viewer.user] = viewer } }

    private init(_ connection: Connection) { current = connection }

    /// Calls back with a moment that lasts until the body returns.
    static func during<Value>(
        _ connection: Connection, _ body: (Moment) throws -> Value
    ) rethrows -> Value {
        let moment = Moment(connection)
        defer { moment.current = nil }
        return try body(moment)
    }
}

extension Catalog {
    /// Answers several questions about the library as it is at one moment, so that the answers agree. A server is not asked
    /// to begin and end each of them.
    ///
    /// - Parameter body: Called again where a replica fails before it returns. What it changes is not among its answers.
    package func atOneMoment<Value>(_ body: (Catalog) throws -> Value) throws -> Value {
        try read { connection in
            try connection.besidesAnswer {
                try Moment.during(connection) { moment in
                    var catalog = self
                    catalog.moment = moment
                    return try body(catalog)
                }
            }
        }
    }
}
