internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

/// Data that a list shows of an item beyond the item itself: the folder of its file, and everyone who is named,
/// with their ids.
package struct ItemContext: Hashable, Sendable {
    /// An artist who is credited on an item.
    package struct Name: Hashable, Sendable {
        package var id: MediaArtistID
        package var name: String

        package init(id: MediaArtistID, name: String) { (self.id, self.name) = (id, name) }
    }

    package var folder: Int64
    package var artists: [Name] = []
    package var albumArtists: [Name] = []
    package var composers: [Name] = []
    /// The people in the credits who are artists of the library, too.
    package var contributors: [Contributor] = []

    /// A person or band with a credit.
    package struct Contributor: Hashable, Sendable {
        package var credit: MediaCredit
        /// The artist, called as in the credit.
        package var name: Name
    }
}

extension ItemStore {
    /// The contexts of items, in one question for each kind of answer.
    package func contexts(of items: [MediaItemID]) throws -> [MediaItemID: ItemContext] {
        if items.isEmpty { return [:] }
        let ids = Set(items.map(\.rawValue))
        return try read { database in
            let rows = try Projection { column in
                (
                    item: column("items.id") as MediaItemID,
                    context: ItemContext(folder: column("folder_id")),
                    credits: (column("item_details.credits") as String?).map {
                        StoredEntries.credits(in: $0)
                    }
                )
            }.fetchAll(
                database,
                from: """
                    items JOIN files ON files.id = file_id LEFT JOIN item_details ON item_id = items.id
                    WHERE items.id IN \(.ids(ids))
                    """, cached: true)
            var contexts = Dictionary(uniqueKeysWithValues: rows.map { ($0.item, $0.context) })
            let names = try Projection { column in
                (
                    item: column("item_id") as MediaItemID, role: column("role") as Int,
                    name: ItemContext.Name(id: column("artist_id"), name: column("name"))
                )
            }.fetchAll(
                database,
                from: """
                    credits JOIN artist_names ON artist_names.id = name_id
                    WHERE item_id IN \(.ids(ids)) AND role IN (0, 1, 2)
                    ORDER BY item_id, role, position
                    """, cached: true)
            for (item, role, name) in names {
                switch role {
                case 0: contexts[item]?.artists.append(once: name)
                case 1: contexts[item]?.albumArtists.append(once: name)
                default: contexts[item]?.composers.append(once: name)
                }
            }
            let credits = rows.compactMap { row in
                row.credits.map { (item: row.item, credits: $0) }
            }
            for (item, contributors) in try contributors(in: credits, database) {
                contexts[item]?.contributors = contributors
            }
            return contexts
        }
    }

    /// More names than a page has are not looked up.
    private static let mostContributors = 2000

    /// The artists of the library among the names in items' credits.
    private func contributors(
        in credits: [(item: MediaItemID, credits: [MediaCredit])], _ database: Connection
    ) throws -> [MediaItemID: [ItemContext.Contributor]] {
        if credits.isEmpty { return [:] }
        let artists = try artists(
            named: Set(credits.flatMap { $0.credits.map(\.name.folded) }), database)
        return Dictionary(
            uniqueKeysWithValues: credits.map { item, credits in
                (
                    item,
                    credits.compactMap { credit in
                        artists[credit.name.folded].map {
                            ItemContext.Contributor(
                                credit: credit, name: .init(id: $0, name: credit.name))
                        }
                    }.withoutRepetition
                )
            })
    }

    /// The artists with these folded names of whom the user sees something.
    private func artists(
        named names: Set<String>, _ database: Connection
    ) throws -> [String: MediaArtistID] {
        let viewer = try viewer(database)
        let isSeen: SQL =
            viewer.isRestricted
            ? """
            EXISTS (SELECT 1 FROM artist_names JOIN credits ON credits.name_id = artist_names.id \
            JOIN items ON items.id = credits.item_id \
            WHERE artist_names.artist_id = artists.id AND \(sql: viewer.sees()))
            """ : "true"
        let rows = try Row.fetchCursor(
            database,
            literal: """
                SELECT name_folded, id FROM artists \
                WHERE name_folded IN \(.texts(names.prefix(Self.mostContributors))) AND \(isSeen)
                """)
        var artists: [String: MediaArtistID] = [:]
        while let row = try rows.next() { artists[row[0]] = row[1] }
        return artists
    }
}

extension [ItemContext.Name] {
    /// Adds an artist who is not in the list yet, in whatever spelling.
    fileprivate mutating func append(once name: ItemContext.Name) {
        if !contains(where: { $0.id == name.id }) { append(name) }
    }
}

extension [ItemContext.Contributor] {
    /// The list with each artist once in each role.
    fileprivate var withoutRepetition: Self {
        var seen: Set<[String]> = []
        return filter {
            seen.insert(["\($0.name.id)", $0.credit.role.rawValue, $0.credit.instrument ?? ""])
                .inserted
        }
    }
}
