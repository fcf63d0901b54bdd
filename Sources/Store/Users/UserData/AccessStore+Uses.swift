package import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

/// When app passwords were used and shares visited, since that was last written down.
package struct Uses: Hashable, Sendable {
    /// The last use of app passwords, by their ids.
    package var appPasswords: [Int64: Date] = [:]
    package var visits: [PersistentID<Share>: Visits] = [:]

    package struct Visits: Hashable, Sendable {
        package var count = 0
        package var last: Date
    }

    package init() {}

    package var isEmpty: Bool { appPasswords.isEmpty && visits.isEmpty }

    /// Adds the use of an app password.
    package mutating func note(appPassword id: Int64, at moment: Date) {
        appPasswords[id] = max(appPasswords[id] ?? moment, moment)
    }

    /// Adds visits of a share.
    package mutating func note(visitOf share: PersistentID<Share>, count: Int = 1, at moment: Date)
    {
        var known = visits[share] ?? Visits(last: moment)
        known.count += count
        known.last = max(known.last, moment)
        visits[share] = known
    }

    package mutating func add(_ others: Uses) {
        for (id, moment) in others.appPasswords { note(appPassword: id, at: moment) }
        for (share, visits) in others.visits {
            note(visitOf: share, count: visits.count, at: visits.last)
        }
    }
}

extension AccessStore {
    /// Writes down uses, in one transaction; uses of deleted passwords and shares are dropped.
    package func note(_ uses: Uses) throws {
        try write { database in
            let passwords = try database.cachedStatement(
                sql: "UPDATE app_passwords SET last_used = ? WHERE id = ?")
            for (id, moment) in uses.appPasswords {
                try passwords.execute(arguments: [moment.secondsSince1970, id])
            }
            let shares = try database.cachedStatement(
                sql: """
                    UPDATE shares SET last_visited = ?, visit_count = visit_count + ? WHERE id = ?
                    """)
            for (share, visits) in uses.visits {
                try shares.execute(
                    arguments: [visits.last.secondsSince1970, visits.count, share.rawValue])
            }
        }
    }
}
