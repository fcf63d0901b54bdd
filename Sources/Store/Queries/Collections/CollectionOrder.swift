internal import PhonolithDatabase
import PhonolithMediaModel

/// The order of collections in SQL: by what they are called, which an index has, by what their items come to, or by
/// chance.
struct CollectionOrder {
    /// The terms of ORDER BY, the id last. Rows equal in the last key come as in that key's index.
    let terms: [QueryOrder.Term]
    /// The keys that the collections can be sorted by; the default where there are none.
    let keys: [MediaOrder]
    private let table: GroupTable

    /// - Parameters:
    ///   - order: Keys that the collections do not have are skipped.
    ///   - seed: Of the random key.
    init(_ order: [MediaOrder], _ table: GroupTable, seed: UInt32? = nil) {
        self.table = table
        let orders = table.grouping.orders
        let known = order.filter { orders.contains($0.key) }
        keys = known.isEmpty ? [MediaOrder(orders[0])] : known
        terms =
            Self.terms(keys, table, seed ?? 0)
            + [QueryOrder.Term(column: "collections.id", isDescending: false, nulls: .none)]
    }

    /// The plan of an order that nothing but the table of the collections is read for.
    var plan: QueryPlan {
        keys[0].key == .random
            ? .sortAll : .scanIndex("\(table.table)_\(table.columns(keys[0].key)[0])")
    }

    // MARK: - Totals

    /// Whether the items have to be added up before the collections can be put in order.
    var needsTotals: Bool { keys.contains { Self.total(of: $0.key) != nil } }

    /// Name of the list and its order, for page tokens.
    var listName: String {
        "\(table.grouping) by \(MediaOrder.text(of: keys))"
    }

    /// The totals of a collection's items in each key that needs one, as columns, each with a comma in front.
    var totals: SQL {
        keys.compactMap { key in
            Self.total(of: key.key).map {
                ", \(sql: $0) AS \(sql: Self.column(of: key.key))" as SQL
            }
        }.joined()
    }

    private static func total(of key: MediaOrder.Key) -> String? {
        switch key {
        case .itemCount: "count(*)"
        case .property(.playbackDuration): "coalesce(sum(items.duration), 0)"
        case .property(.dateAdded): "max(items.date_added)"
        case .property(.playCount): "coalesce(sum(user_values.play_count), 0)"
        case .property(.lastPlayedDate): "max(user_values.last_played)"
        case .property(.rating): "avg(CAST(user_values.rating AS DOUBLE PRECISION))"
        default: nil
        }
    }

    private static func column(of key: MediaOrder.Key) -> String { "total_" + key.name }

    // MARK: - Terms

    private static func terms(
        _ keys: [MediaOrder], _ table: GroupTable, _ seed: UInt32
    ) -> [QueryOrder.Term] {
        keys.enumerated().flatMap { position, key -> [QueryOrder.Term] in
            if key.key == .random {
                let column = RandomOrder.sql(of: "collections.id", seed: seed)
                return [
                    QueryOrder.Term(
                        column: column, isDescending: key.isDescending, nulls: .none)
                ]
            }
            if total(of: key.key) != nil {
                return [
                    QueryOrder.Term(
                        column: "totals." + column(of: key.key), isDescending: key.isDescending,
                        nulls: .last)
                ]
            }
            let columns = table.columns(key.key)
            let used = position == keys.count - 1 ? columns : [columns[0]]
            return used.enumerated().map { place, column in
                let nulls: QueryOrder.Term.Nulls =
                    !isOptional(column)
                    ? .none : place == 0 || key.isDescending ? .last : .first
                return QueryOrder.Term(
                    column: "collections.\(column)", isDescending: key.isDescending, nulls: nulls)
            }
        }
    }

    private static func isOptional(_ column: String) -> Bool {
        column == "album_artist_key" || column == "year"
    }
}

extension GroupTable {
    /// The columns that collections are sorted by for a key of their own.
    fileprivate func columns(_ key: MediaOrder.Key) -> [String] {
        guard grouping == .album else { return [self.key] }
        return switch key {
        case .property(.albumTitle): ["title_key"]
        case .property(.year): ["year", "title_key"]
        default: ["album_artist_key", "year", "title_key"]
        }
    }
}
