internal import GRDB
package import MediaModel

/// What a list shows of an item beyond the item itself: the folder that its file is in, and everybody who is named,
/// with their ids.
package struct ItemContext: Hashable, Sendable {
    /// An artist who is credited on an item.
    package struct Name: Hashable, Sendable {
        package var id: PersistentID<Artist>
        package var name: String
    }

    package var folder: Int64
    package var artists: [Name] = []
    package var albumArtists: [Name] = []
    package var composers: [Name] = []
}

extension Catalog {
    /// The contexts of items, in one question for each kind of answer.
    package func contexts(of items: [MediaItemID]) throws -> [MediaItemID: ItemContext] {
        if items.isEmpty { return [:] }
        let ids = Set(items.map(\.rawValue)).json
        return try read { database in
            var contexts: [MediaItemID: ItemContext] = [:]
            let folders = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT items.id, folder_id FROM items JOIN files ON files.id = file_id
                        WHERE items.id IN (SELECT value FROM json_each(?))
                        """), arguments: [ids])
            while let row = try folders.next() {
                contexts[PersistentID(row[0] as Int64)] = ItemContext(folder: row[1])
            }
            let names = try Row.fetchCursor(
                database.cachedStatement(
                    sql: """
                        SELECT item_id, role, artist_id, name
                        FROM credits JOIN artist_names ON artist_names.id = name_id
                        WHERE item_id IN (SELECT value FROM json_each(?)) AND role IN (0, 1, 2)
                        ORDER BY item_id, role, position
                        """), arguments: [ids])
            while let row = try names.next() {
                let name = ItemContext.Name(id: PersistentID(row[2] as Int64), name: row[3])
                let item = MediaItemID(row[0] as Int64)
                switch row[1] as Int {
                case 0: contexts[item]?.artists.append(name)
                case 1: contexts[item]?.albumArtists.append(name)
                default: contexts[item]?.composers.append(name)
                }
            }
            return contexts
        }
    }
}
