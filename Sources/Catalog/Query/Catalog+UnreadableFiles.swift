internal import GRDB
package import MediaModel

/// A file that the last scan could not read.
package struct UnreadableFile: Hashable, Sendable {
    package var path: MediaPath
    /// Why, in words for the user.
    package var problem: String
}

extension Catalog {
    /// The files that could not be read, by path.
    package func unreadableFiles(limit: Int, offset: Int) throws -> [UnreadableFile] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT roots.path, folders.path, name, problem
                    FROM roots JOIN folders ON root_id = roots.id
                    JOIN files ON folder_id = folders.id
                    WHERE problem IS NOT NULL AND is_missing = 0 AND is_removed = 0
                        AND \(viewer(database).opens("roots.id"))
                        AND NOT EXISTS (
                            SELECT 1 FROM items WHERE file_id = files.id AND is_missing = 0)
                    ORDER BY roots.path, folders.path, name LIMIT ? OFFSET ?
                    """, arguments: [limit, offset]
            ).map { row in
                UnreadableFile(
                    path: MediaPath(data: row[0]).appending(MediaPath(data: row[1]))
                        .appending(MediaPath(data: row[2])),
                    problem: row[3])
            }
        }
    }
}
