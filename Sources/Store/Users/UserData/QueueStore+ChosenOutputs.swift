internal import PhonolithDatabase
import PhonolithStore

// The output devices that each user chose last. They are the user's, wherever sound is played for them: by `play`, and by
// the jukebox of the service, which may run as another user of the computer.

extension QueueStore {
    /// The devices that the user chose last, by the sound server's names, in their order; none for its default. Devices
    /// of another computer, and removed ones, are listed, too.
    package func chosenOutputs() throws -> [String] {
        try read {
            try String.fetchAll(
                $0,
                literal: """
                    SELECT name FROM chosen_outputs WHERE user_id = \(userID) ORDER BY position
                    """)
        }
    }

    /// Remembers devices as the user's choice.
    ///
    /// - Parameter names: The sound server's names, each once; none for its default.
    package func chooseOutputs(_ names: [String]) throws {
        try write { database in
            try database.execute(
                literal: "DELETE FROM chosen_outputs WHERE user_id = \(userID)")
            for (position, name) in names.enumerated() {
                try database.execute(
                    literal: """
                        INSERT INTO chosen_outputs (user_id, name, position)
                        VALUES (\(userID), \(name), \(position))
                        """)
            }
        }
    }
}
