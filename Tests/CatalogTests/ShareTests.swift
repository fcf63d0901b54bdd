import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Testing

@Suite struct ShareTests {
    @Test("the items of a share are found by their places among those that its user sees")
    func places() throws {
        let two = try TwoUsers()
        let items = [two.items[1], two.items[2], two.items[0]]
        let share = try two.anna.shares.add(of: items, token: "abc", description: nil, expires: nil)
        func places(_ catalog: Catalog) throws -> [MediaItemID?] {
            try (-1...3).map { try catalog.shares.item(at: $0, of: share)?.persistentID }
        }
        #expect(try places(two.anna) == [nil, items[0], items[1], items[2], nil])
        #expect(try places(two.owner) == [nil, nil, nil, nil, nil])
        try two.owner.users.setRoots(closed: [two.closed], for: two.owner.users.user(named: "Anna"))
        #expect(try places(two.anna) == [nil, items[0], items[2], nil, nil])
        #expect(try two.anna.shares.items(of: share).map(\.persistentID) == [items[0], items[2]])
        #expect(try two.anna.items.seen(of: items + [PersistentID(999)]) == [items[0], items[2]])
    }

    @Test("uses are added up, and those of what is gone are forgotten")
    func uses() throws {
        let two = try TwoUsers()
        let share = try two.anna.shares.add(
            of: [two.items[0]], token: "abc", description: nil, expires: nil)
        let user = try two.owner.users.user(named: "Anna").id
        let app = try two.owner.access.addAppPassword(
            of: user, label: "Phone", digest: [UInt8](repeating: 1, count: 32),
            sealed: [2], administers: false)
        func date(_ seconds: Int) -> Date { Date(secondsSince1970: seconds) }
        var later = Uses()
        later.note(appPassword: app, at: date(20))
        later.note(visitOf: share, at: date(20))
        var uses = Uses()
        uses.note(appPassword: app, at: date(10))
        uses.note(appPassword: 999, at: date(10))
        uses.note(visitOf: share, at: date(10))
        uses.note(visitOf: PersistentID(999), at: date(10))
        later.add(uses)
        try two.owner.access.note(later)
        try two.owner.access.note(Uses())
        let known = try #require(try two.anna.shares.share(share))
        #expect(known.visitCount == 2 && known.lastVisited == date(20))
        #expect(
            try two.owner.access.account(named: "Anna")?.appPasswords.first?.dateUsed == date(20))
    }
}
