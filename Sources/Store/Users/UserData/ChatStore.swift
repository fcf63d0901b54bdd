internal import PhonolithDatabase
package import PhonolithStore

/// A message of a user to all others.
package struct ChatMessage: Hashable, Sendable {
    package var userName: String
    // Milliseconds since 1970.
    package var time: Int
    package var text: String
}

/// The messages of the users to each other.
package struct ChatStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var chat: ChatStore { ChatStore(catalog: self) }
}

extension ChatStore {
    /// Older messages are deleted when there are more.
    package static let mostMessages = 500

    /// The messages after a moment, the oldest first.
    ///
    /// - Parameter time: In milliseconds since 1970; 0 for all.
    package func messages(after time: Int) throws -> [ChatMessage] {
        try read { database in
            try Projection { column in
                ChatMessage(
                    userName: column("name"), time: column("time"), text: column("message"))
            }.fetchAll(
                database,
                from: """
                    chat_messages JOIN users ON users.id = user_id
                    WHERE time > \(time) ORDER BY chat_messages.id
                    """)
        }
    }

    /// Adds a message of the user.
    ///
    /// - Parameter time: In milliseconds since 1970.
    package func add(_ text: String, at time: Int) throws {
        try write { database in
            let last = try database.insertedID(
                """
                INSERT INTO chat_messages (user_id, time, message)
                VALUES (\(userID), \(time), \(text))
                """)
            try database.execute(
                literal: """
                    DELETE FROM chat_messages WHERE id <= \(last - Int64(Self.mostMessages))
                    """)
        }
    }
}
