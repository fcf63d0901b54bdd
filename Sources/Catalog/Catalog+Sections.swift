internal import GRDB
public import MediaModel

extension Catalog {
    /// The stretches of a query's items under their headings, by the first key of its order; empty where
    /// that key is no name.
    ///
    /// The ranges count the items of the whole answer, whatever stretch the query asks for.
    public func itemSections(of query: MediaQuery) throws -> [MediaQuerySection] {
        let order = QueryOrder(query.order)
        let first = query.order.first ?? MediaOrder(.albumArtist)
        guard first.property.isName else { return [] }
        return try read { database in
            let initials = SQL(sql: "substr(\(order.terms[0].sql), 1, 1)")
            let conditions = try QueryPlanner(query, database).conditions
            return try sections(
                """
                SELECT \(initials), count(*) FROM \(order.walked(by: order.isIndexPartial ? nil : order.index)) \
                WHERE \(conditions) GROUP BY \(initials) \
                ORDER BY \(initials)\(first.direction)
                """, database)
        }
    }

    /// The stretches of a query's collections under their headings, by their names; empty where the
    /// collections are put in order by something else.
    public func collectionSections(of query: MediaQuery) throws -> [MediaQuerySection] {
        guard let table = GroupTable(query.groupingType) else { return try itemSections(of: query) }
        let first = query.order.first ?? MediaOrder(GroupTable.orders(for: table.grouping)[0])
        guard first.property.isName else { return [] }
        let key =
            table.grouping == .album && first.property != .albumTitle
            ? "album_artist_key" : table.key
        return try read { database in
            let initials = SQL(sql: "substr(things.\(key), 1, 1)")
            return try sections(
                """
                SELECT \(initials), count(*) FROM \(sql: table.table) things \
                WHERE \(try CollectionReader(query, table, database).condition()) \
                GROUP BY \(initials) ORDER BY \(initials)\(first.direction)
                """, database)
        }
    }

    /// Joins neighbours under one heading.
    ///
    /// - Parameter statement: Selects initials (NULL for no name) and how many there are, in order.
    private func sections(_ statement: SQL, _ database: Database) throws -> [MediaQuerySection] {
        var sections: [MediaQuerySection] = []
        var start = 0
        for row in try SQLRequest<Row>(literal: statement).fetchAll(database) {
            let title = MediaQuerySection.title(ofKey: row[0] ?? "")
            let end = start + (row[1] as Int)
            if let last = sections.indices.last, sections[last].title == title {
                sections[last].range = sections[last].range.lowerBound..<end
            } else {
                sections.append(MediaQuerySection(title: title, range: start..<end))
            }
            start = end
        }
        return sections
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
    fileprivate var direction: SQL { isDescending ? " DESC" : " ASC NULLS LAST" }
}
