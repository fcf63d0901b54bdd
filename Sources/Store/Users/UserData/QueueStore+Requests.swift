internal import PhonolithDatabase
import PhonolithMediaModel
package import PhonolithPlayQueues
import PhonolithStore

// Changes of a queue that the program which plays it is asked to make. They are rows of the library, which that program has open,
// though it may be another user's, in a container or on another machine.

extension QueueStore {
    /// The progress of a request.
    package enum RequestState: Hashable, Sendable {
        case waiting
        /// The player is at it.
        case taken
        /// Why the change was not made, empty where it was; and the state of the player after an order, in JSON.
        case answered(String, report: String? = nil)
        /// It was taken back, or forgotten by a player that began after it.
        case gone
    }

    /// Asks the player of the queue for a change, in JSON.
    ///
    /// - Parameter seconds: After these the player does not begin with it any more.
    /// - Returns: The number of the request.
    package func request(_ edit: String, by program: String, within seconds: Int) throws -> Int64 {
        try write { database in
            try Int64.fetchOne(
                database,
                literal: """
                    INSERT INTO queue_edits (user_id, program, expires, edit)
                    VALUES (\(userID), \(program.asPlayerName), \(SQL.now) + \(seconds), \(edit))
                    RETURNING id
                    """) ?? 0
        }
    }

    /// The progress of a request.
    package func state(of request: Int64) throws -> RequestState {
        try read { try state(of: request, $0) }
    }

    private func state(of request: Int64, _ database: Connection) throws -> RequestState {
        let row = try Row.fetchOne(
            database,
            literal: "SELECT is_taken, answer, report FROM queue_edits WHERE id = \(request)")
        guard let row else { return .gone }
        if let answer = row[1] as String? { return .answered(answer, report: row[2]) }
        return row[0] ? .taken : .waiting
    }

    /// Takes a request back, unless the player is at it.
    ///
    /// - Parameter isAbandoned: Whether no player is at it any more, even if one took it.
    /// - Returns: Its state before.
    package func withdraw(_ request: Int64, isAbandoned: Bool = false) throws -> RequestState {
        try write { database in
            let state = try state(of: request, database)
            if state != .taken || isAbandoned {
                try database.execute(literal: "DELETE FROM queue_edits WHERE id = \(request)")
            }
            return state
        }
    }

    // MARK: - The player

    /// Takes the first request that is waiting, so that it is not made twice, nor after it was taken back.
    package func takeRequest() throws -> ReceivedRequest? {
        let waiting: SQL = "user_id = \(userID) AND is_taken = 0 AND expires >= \(.now)"
        let isAsked = try read {
            try Int64.fetchOne($0, literal: "SELECT 1 FROM queue_edits WHERE \(waiting)") != nil
        }
        guard isAsked else { return nil }
        return try write { database in
            try Row.fetchOne(
                database,
                literal: """
                    UPDATE queue_edits SET is_taken = 1
                    WHERE id = (SELECT min(id) FROM queue_edits WHERE \(waiting))
                    RETURNING id, program, edit
                    """
            ).map { ReceivedRequest(id: $0[0], program: $0[1], edit: $0[2]) }
        }
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - refusal: Why the change was not made; empty where it was.
    ///   - report: The state of the player after an order, in JSON.
    package func answer(_ request: Int64, _ refusal: String, report: String? = nil) throws {
        try write { try answer([request], refusal, report: report, $0) }
    }

    func answer(
        _ requests: [Int64], _ refusal: String, report: String? = nil, _ database: Connection
    ) throws {
        guard !requests.isEmpty else { return }
        try database.execute(
            literal: """
                UPDATE queue_edits SET answer = \(refusal), report = \(report)
                WHERE id IN \(.ids(requests)) AND user_id = \(userID)
                """)
    }

    /// Forgets the requests of before: they were for another player. Programs that still wait ask again.
    package func forgetRequests() throws {
        try write {
            try $0.execute(literal: "DELETE FROM queue_edits WHERE user_id = \(userID)")
        }
    }
}
