import FoundationEssentials
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// A user's values of an item: a row of `user_values`.
struct ItemValues: Hashable {
    private var rating: Int?
    private var playCount: Int?
    private var skipCount: Int?
    private var lastPlayed: Int?
    private var bookmarkTime: Double?
    private var favoriteDate: Int?

    private static let columns = ValueStore.userValueColumns.joined(separator: ", ")

    /// Reads the user's current values.
    init(ofUser user: Int64, _ item: Int64, _ database: Connection) throws {
        let row = try UserData.Values.ofItems.fetchOne(
            database, from: "user_values WHERE user_id = \(user) AND item_id = \(item)",
            cached: true)
        guard let own = row?.values else { return }
        (rating, playCount, skipCount) = (own.rating, own.playCount, own.skipCount)
        bookmarkTime = own.bookmarkTime
        lastPlayed = own.lastPlayedDate?.secondsSince1970
        favoriteDate = own.favoriteDate?.secondsSince1970
    }

    /// Takes what the user has elsewhere: counts become the greater, the time of playing the later, that of the star the
    /// earlier.
    ///
    /// - Parameter keepingOwn: Whether a rating and a bookmark that are here stay.
    mutating func take(_ other: UserData.Values, keepingOwn: Bool) {
        func merged<Value>(_ own: Value?, _ other: Value?) -> Value? {
            keepingOwn ? own ?? other : other ?? own
        }
        rating = merged(rating, other.rating)
        bookmarkTime = merged(bookmarkTime, other.bookmarkTime)
        playCount = Self.greater(playCount, min(other.playCount ?? 0, ValueStore.largestCount))
        skipCount = Self.greater(skipCount, min(other.skipCount ?? 0, ValueStore.largestCount))
        lastPlayed = Self.greater(lastPlayed, other.lastPlayedDate?.secondsSince1970)
        favoriteDate = [favoriteDate, other.favoriteDate?.secondsSince1970].compactMap { $0 }.min()
    }

    /// Keeps them in place of what the user has now.
    func write(forUser user: Int64, _ item: Int64, _ database: Connection) throws {
        try database.cachedStatement(sql: Self.upsert).execute(arguments: [
            user, item, rating, playCount, skipCount, lastPlayed, bookmarkTime, favoriteDate,
        ])
    }

    private static let upsert: String = {
        let changes = ValueStore.userValueColumns.map { "\($0) = excluded.\($0)" }
        return """
            INSERT INTO user_values (user_id, item_id, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, item_id) DO UPDATE SET \(changes.joined(separator: ", "))
            """
    }()

    /// `nil` if both are 0 or less.
    private static func greater(_ one: Int?, _ other: Int?) -> Int? {
        let greater = max(one ?? 0, other ?? 0)
        return greater > 0 ? greater : nil
    }
}
