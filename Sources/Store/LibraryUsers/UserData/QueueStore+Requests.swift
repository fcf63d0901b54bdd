internal import Database
import Foundation
import LibraryStore
import MediaModel

// Changes of a queue that the program which plays it is asked to make. They are rows of the library, which that program has open,
// whoever runs it: another user of the computer, a container, another machine.

extension QueueStore {
    /// A change that a player is asked for.
    package struct Request: Hashable, Sendable {
        /// Its number.
        package let id: Int64
        /// What is asked, in JSON.
        package let edit: String
    }

    /// Asks the player of the queue for a change, in JSON.
    ///
    /// - Returns: The number of the request.
    package func request(_ edit: String) throws -> Int64 {
        let now = Date.now.secondsSince1970
        return try write { database in
            // Of programs that were killed before they had their answer.
            try database.execute(
                literal: """
                    DELETE FROM queue_edits
                    WHERE user_id = \(userID) AND created < \(now - Self.longestWait)
                    """)
            return try Int64.fetchOne(
                database,
                literal: """
                    INSERT INTO queue_edits (user_id, edit, created) VALUES (\(userID), \(edit), \(now))
                    RETURNING id
                    """) ?? 0
        }
    }

    /// In seconds; nobody waits so long for an answer.
    private static let longestWait = 3600

    /// Why the player has not made the change, empty where it has; `nil` before it has answered.
    package func answer(to request: Int64) throws -> String? {
        try read {
            try String.fetchOne(
                $0, literal: "SELECT answer FROM queue_edits WHERE id = \(request)")
        }
    }

    /// Takes a request back.
    ///
    /// - Returns: The answer, where there is one already.
    package func withdraw(_ request: Int64) throws -> String? {
        try write {
            try String.fetchOne(
                $0, literal: "DELETE FROM queue_edits WHERE id = \(request) RETURNING answer")
        }
    }

    /// The requests without an answer, in their order.
    package func requests() throws -> [Request] {
        try read { database in
            try Row.fetchAll(
                database,
                literal: """
                    SELECT id, edit FROM queue_edits WHERE user_id = \(userID) AND answer IS NULL
                    ORDER BY id
                    """
            ).map { Request(id: $0[0], edit: $0[1]) }
        }
    }

    /// Answers a request.
    ///
    /// - Parameter refusal: Why the change was not made; empty where it was.
    package func answer(_ request: Int64, _ refusal: String) throws {
        try write { try answer([request], refusal, $0) }
    }

    func answer(_ requests: [Int64], _ refusal: String, _ database: Connection) throws {
        guard !requests.isEmpty else { return }
        try database.execute(
            literal: """
                UPDATE queue_edits SET answer = \(refusal)
                WHERE id IN \(.ids(requests)) AND user_id = \(userID)
                """)
    }
}
