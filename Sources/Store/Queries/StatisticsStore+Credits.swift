internal import PhonolithDatabase
public import PhonolithMediaModel
import PhonolithStore

/// A name that has credits in a role, with the number of items.
public struct CreditCount: Hashable, Sendable {
    /// The role in the recordings.
    public var role: MediaCredit.Role
    /// In the spelling that most of the items have.
    public var name: String
    /// How many items name them in the role.
    public var count: Int

    /// Makes a count.
    public init(role: MediaCredit.Role, name: String, count: Int) {
        (self.role, self.name, self.count) = (role, name, count)
    }
}

extension StatisticsStore {
    /// The people with credits in the items of a query: by role, and in a role by name. Spellings that fold to the same are one
    /// name. Reads the credits of all these items.
    ///
    /// - Parameter role: The only role that counts; `nil` for all.
    public func credits(
        in role: MediaCredit.Role? = nil, matching query: MediaQuery
    ) throws -> [CreditCount] {
        try read { database in
            let planner = try QueryPlanner(query, viewer(database), database)
            let list = role.map { EntryList.credits.named($0.rawValue) } ?? .credits
            let texts = try String.fetchCursor(
                database,
                literal: """
                    SELECT credits FROM item_details \
                    WHERE item_id IN (\(list.candidatesWithValue.ids)) \
                    AND item_id IN (SELECT items.id FROM \(planner.unorderedItems))
                    """)
            var tally = CreditTally(role: role)
            while let text = try texts.next() { tally.add(StoredEntries.credits(in: text)) }
            return tally.counts(sortKeys)
        }
    }
}

/// Counts credits by role and folded name.
private struct CreditTally {
    let role: MediaCredit.Role?
    private var items: [Key: (count: Int, spellings: [String: Int])] = [:]

    private struct Key: Hashable {
        var role: MediaCredit.Role
        var name: String
    }

    init(role: MediaCredit.Role?) { self.role = role }

    /// Adds the credits of an item, which counts once for each name.
    mutating func add(_ credits: [MediaCredit]) {
        var seen: Set<Key> = []
        for credit in credits where role == nil || credit.role == role {
            let key = Key(role: credit.role, name: credit.name.folded)
            guard seen.insert(key).inserted else { continue }
            items[key, default: (0, [:])].count += 1
            items[key, default: (0, [:])].spellings[credit.name, default: 0] += 1
        }
    }

    /// In the order of the roles and names.
    func counts(_ sortKeys: SortKeyMaker) -> [CreditCount] {
        let counts = items.map { key, item in
            let name = item.spellings.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
            return CreditCount(role: key.role, name: name ?? key.name, count: item.count)
        }
        let roles = Dictionary(
            uniqueKeysWithValues: MediaCredit.Role.allCases.enumerated().map { ($1, $0) })
        return counts.map { ($0, roles[$0.role] ?? 0, sortKeys.key(for: $0.name)) }
            .sorted { ($0.1, $0.2, $0.0.name) < ($1.1, $1.2, $1.0.name) }
            .map(\.0)
    }
}
