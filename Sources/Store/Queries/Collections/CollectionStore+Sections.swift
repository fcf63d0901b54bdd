internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithStore

extension CollectionStore {
    /// The stretches of a query's items under their headings, by the first key of the order that they come in;
    /// empty where that key is not a name, and for a list made by hand in the list's own order.
    ///
    /// The ranges count the items of the whole answer, whatever stretch the query asks for.
    public func itemSections(of query: MediaQuery) throws -> [MediaQuerySection] {
        try read { database in
            let viewer = try viewer(database)
            guard let keys = try SmartPlaylists(viewer, database).order(of: query) else {
                return []
            }
            let first = keys.first ?? MediaOrder(.albumArtist)
            guard first.property?.isName == true else { return [] }
            let order = QueryOrder(keys)
            let initials: SQL = "substr(\(order.terms[0].value), 1, 1)"
            var whole = query
            whole.after = nil
            let conditions = try QueryPlanner(whole, viewer, database).conditions
            return try sections(
                """
                SELECT \(initials), count(*) FROM \(order.tables(for: viewer)) \
                WHERE \(conditions) GROUP BY \(initials) \
                ORDER BY \(initials)\(first.direction)
                """, database)
        }
    }

    /// The stretches of a query's collections under their headings, by the first key of their order; empty
    /// where that is not a name.
    public func collectionSections(of query: MediaQuery) throws -> [MediaQuerySection] {
        guard let table = GroupTable(query.groupingType) else { return try itemSections(of: query) }
        let order = CollectionOrder(query.order, table)
        let first = order.keys[0]
        // A playlist is in order by its name, which is its title.
        guard first.property?.isName == true else { return [] }
        return try read { database in
            let reader = try CollectionReader(
                query, table, artworkPreference, viewer(database), database)
            let initials: SQL = "substr(\(order.terms[0].value), 1, 1)"
            return try sections(
                """
                SELECT \(initials), count(*) FROM \(table.rows) \
                WHERE \(try reader.condition()) \
                GROUP BY \(initials) ORDER BY \(initials)\(first.direction)
                """, database)
        }
    }

    /// Joins neighbours under one heading.
    ///
    /// - Parameter statement: Selects initials (NULL for no name) and how many there are, in order.
    private func sections(_ statement: SQL, _ database: Connection) throws -> [MediaQuerySection] {
        MediaQuerySection.sections(
            of: try Row.fetchAll(database, literal: statement).map { ($0[0], $0[1]) })
    }
}

extension MediaProperty {
    /// Whether the property is sorted as a name.
    fileprivate var isName: Bool {
        switch self {
        case .title, .albumTitle, .artist, .artists, .albumArtist, .albumArtists, .composer,
            .composers, .genre, .genres, .podcastTitle:
            true
        default: false
        }
    }
}

extension MediaOrder {
    /// Absent names are last in both directions.
    fileprivate var direction: SQL { isDescending ? " DESC NULLS LAST" : " ASC NULLS LAST" }
}
