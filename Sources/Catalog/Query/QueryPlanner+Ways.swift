internal import GRDB
import MediaModel

// The statements by which items are found: by walking, by picking, and by trying whether walking is enough.

extension QueryPlanner {
    func picking(upTo limit: Int, behind anchor: [DatabaseValue]?) throws -> SQL {
        try fewCandidates(upTo: limit).map { try picking($0, behind: anchor) }
            ?? walking(behind: anchor)
    }

    func picking(_ candidates: Candidates, behind anchor: [DatabaseValue]?) throws -> SQL {
        var terms = order.terms
        if order.isFirstOptional { terms[0].nulls = .last }
        let behind = QueryOrder.isBehind(anchor, in: terms)
        // Only now: the anchor's values belong to all terms, one by one.
        if try order.isByPath && hasOneRoot() { terms.removeAll { $0.column.hasPrefix("roots.") } }
        // The first is no column by the plus, or SQLite would go along its index instead.
        let ordered: SQL = "ORDER BY +\(Self.list(terms))\(page)"
        let rest = within(candidates)
        let conditions: SQL = "\(rest.conditions(hasUsers: order.hasUsers)) AND \(behind)"
        if order.isOfUsersOnly, rest.isUnfiltered,
            let known = try rest.knownToBeAsked(besides: Self.veryFew)
        {
            let picked =
                candidates.usersCondition.map { "FROM user_values WHERE \($0)" }
                ?? candidates.rows(of: "user_values", by: "user_values.item_id", where: "1")
            return
                "SELECT user_values.item_id AS id \(picked) AND \(known) AND \(behind) \(ordered)"
        }
        if order.hasUsers, let users = candidates.usersCondition {
            return """
                SELECT items.id FROM \(order.pickedBesideUsers(rows: rest.rows)) \
                WHERE \(users) AND \(conditions) \(ordered)
                """
        }
        let picked = candidates.rows(of: order.picked(rows: rest.rows), where: conditions)
        return "SELECT items.id \(picked) \(ordered)"
    }

    /// Whether a root tells no path from another, which then need not be compared by it.
    private func hasOneRoot() throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM roots") == 1
    }

    func walking(behind anchor: [DatabaseValue]?) throws -> SQL {
        if let passing = try passing(behind: anchor) { return passing }
        let rows = rows
        return try joined(
            stretches(behind: anchor).map { stretch in
                """
                SELECT items.id AS id FROM \(stretch.walked(rows)) \
                WHERE \(stretch.condition) AND \(conditions(hasUsers: order.source == .users)) \
                ORDER BY \(Self.list(stretch.terms))
                """
            }) + page
    }

    /// The first items, looked for in a stretch that ought to hold enough of them, and then in one so many times as
    /// long, unless it held few; `nil` where they are not there.
    func trying(
        _ length: Int, and patience: Double, behind anchor: [DatabaseValue]?
    ) throws -> SQL? {
        guard let wanted, query.limit != 0 else { return nil }
        for length in [length, Int(Double(length) * patience)] where wanted <= length {
            let found = try finding(wanted, in: length, behind: anchor)
            if found.count == wanted { return found.items }
            if found.count < wanted / Self.hopeful { return nil }
        }
        return nil
    }

    /// Of what is looked for, one in so many that a stretch holds lets hope for the rest further on.
    private static let hopeful = 4

    /// How many of the first so many of the order are asked for, and the statement of these items; where they are very
    /// many, that of a walk, which is known to come to its end soon.
    private func finding(
        _ wanted: Int, in length: Int, behind anchor: [DatabaseValue]?
    ) throws -> (count: Int, items: SQL) {
        let tried = try joined(
            stretches(behind: anchor).map { stretch in
                """
                SELECT \(sql: order.id) AS id FROM \(stretch.walked(.none)) \
                WHERE \(stretch.condition) ORDER BY \(Self.list(stretch.terms))
                """
            })
        let found: SQL = """
            SELECT items.id FROM (SELECT id FROM (\(tried) LIMIT \(length)) items \
            WHERE \(conditionsOfIDs())) tried \
            CROSS JOIN items \(sql: rows.hint) ON items.id = tried.id \
            WHERE \(conditionsOfRows()) LIMIT \(wanted)
            """
        if wanted > Self.mostFound {
            return (try count(found, upTo: wanted), try walking(behind: anchor))
        }
        let ids = try SQLRequest<Int64>(literal: found).fetchAll(database)
        let rows = ids.dropFirst(query.offset).map { "(\($0))" }.joined(separator: ", ")
        return (ids.count, SQL(sql: "SELECT column1 AS id FROM (VALUES \(rows))"))
    }

    /// More are not put into a statement one by one.
    static let mostFound = 1000

    /// A part of what is walked: its items come behind those of the parts before it.
    private struct Stretch {
        /// The FROM clause, by what is asked of each item.
        var walked: (QueryOrder.Rows) -> SQL
        var condition: SQL
        var terms: [QueryOrder.Term]
    }

    private func stretches(behind anchor: [DatabaseValue]?) throws -> [Stretch] {
        guard order.isFirstOptional else { return [whole(behind: anchor)] }
        // Where many are passed over, each joint costs. SQLite takes NULL for the least value.
        if query.offset > 0, anchor == nil, order.absentIndex == order.index,
            !order.isFirstConstant,
            try order.terms[0].isDescending || !isFirstAbsentAnywhere()
        {
            return [whole(behind: nil)]
        }
        if bound != nil { return anchor?.first?.isNull == true ? [] : [present(behind: anchor)] }
        if anchor?.first?.isNull == true { return [absent(behind: anchor)] }
        return [present(behind: anchor), absent(behind: nil)]
    }

    private func whole(behind anchor: [DatabaseValue]?) -> Stretch {
        let behind = QueryOrder.isBehind(anchor, in: order.terms)
        return Stretch(
            walked: { order.walked(by: order.index, rows: $0) },
            condition: bound.map { "\($0) AND \(behind)" } ?? behind, terms: order.terms)
    }

    /// The items that have a value in the first term.
    private func present(behind anchor: [DatabaseValue]?) -> Stretch {
        let terms = order.presentTerms
        let behind = QueryOrder.isBehind(anchor.map { Array($0.suffix(terms.count)) }, in: terms)
        let condition: SQL = "\(order.isPresent) AND \(behind)"
        return Stretch(
            walked: { order.walked(by: order.index, rows: $0) },
            condition: bound.map { "\($0) AND \(condition)" } ?? condition, terms: terms)
    }

    /// The items that have none, which come last.
    private func absent(behind anchor: [DatabaseValue]?) -> Stretch {
        let terms = Array(order.terms.dropFirst())
        let behind = QueryOrder.isBehind(anchor.map { Array($0.dropFirst()) }, in: terms)
        return Stretch(
            walked: order.walkedAbsent(rows:),
            condition: "\(sql: order.presence) IS NULL AND \(behind)", terms: terms)
    }

    /// Whether any item has no value in the first term.
    private func isFirstAbsentAnywhere() throws -> Bool {
        let absent = absent(behind: nil)
        return try SQLRequest<Bool>(
            literal: """
                SELECT EXISTS (SELECT 1 FROM \(absent.walked(.none)) WHERE \(absent.condition))
                """
        ).fetchOne(database) ?? true
    }

    /// Walking where many are passed over: items are not looked at, because those that are not asked for are known.
    /// `nil` where that does not help: where there are any, and what is walked says itself which; where they are
    /// many.
    private func passing(behind anchor: [DatabaseValue]?) throws -> SQL? {
        guard query.offset > Self.mostFound, isUnfiltered else { return nil }
        let isOfUsers = order.isOfUsersOnly && order.absentIndex == order.index
        guard let condition = try knownToBeAsked(besides: isOfUsers ? Self.fewOthers : 0) else {
            return nil
        }
        return try joined(
            stretches(behind: anchor).map { stretch in
                """
                SELECT \(sql: order.id) AS id FROM \(stretch.walked(.none)) \
                WHERE \(stretch.condition) AND \(condition) ORDER BY \(Self.list(stretch.terms))
                """
            }) + page
    }

    /// The condition on an id that stands for ``visibility`` where nothing else is asked (``isUnfiltered``); `nil`
    /// where more than so many items do not meet it.
    private func knownToBeAsked(besides most: Int) throws -> SQL? {
        var others: SQL = "SELECT id FROM items WHERE is_missing = 1"
        if query.mediaType != .any {
            others += " UNION ALL \(query.mediaType.ids(areTaken: false))"
        }
        let count = try count(others, upTo: most + 1)
        if count > most { return nil }
        return count == 0 ? "1" : "\(sql: order.id) NOT IN (\(others))"
    }

    private static let fewOthers = 10_000

    /// What the filters say of the first term.
    var bound: SQL? {
        let bounds = query.filterPredicates.compactMap {
            $0.bound(onOrderBy: order.first)
        }
        return bounds.isEmpty ? nil : allOf(bounds)
    }

    private func joined(_ stretches: [SQL]) -> SQL {
        if stretches.isEmpty { return "SELECT id FROM items WHERE 0" }
        if stretches.count == 1 { return stretches[0] }
        // A limit keeps SQLite from taking the parts' orders away (sqlite.org/optoverview.html, 21).
        return stretches.map { "SELECT id FROM (\($0) LIMIT -1)" as SQL }
            .joined(separator: " UNION ALL ")
    }

    /// The items of a list made by hand, in its order, and as often as they stand in it.
    func listing(_ playlist: Int64) throws -> SQL {
        var behind: SQL = "1"
        if let after = query.after {
            let position = try SQLRequest<Int64>(
                literal: """
                    SELECT position FROM playlist_entries WHERE playlist_id = \(playlist) \
                    AND item_id = \(after.rawValue) ORDER BY position LIMIT 1
                    """
            ).fetchOne(database)
            guard let position else { return "SELECT id FROM items WHERE 0" }
            behind = "position > \(position)"
        }
        return """
            SELECT items.id FROM playlist_entries INDEXED BY playlist_entries_position \
            CROSS JOIN items ON items.id = playlist_entries.item_id \
            WHERE playlist_entries.playlist_id = \(playlist) AND \(behind) AND \(conditions) \
            ORDER BY position\(page)
            """
    }

    static func list(_ terms: [QueryOrder.Term]) -> SQL {
        terms.map(\.order).joined(separator: ", ")
    }
}
