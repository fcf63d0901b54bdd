import FoundationEssentials
import PhonolithMediaModel

extension UserData {
    /// A line for each value that an import leaves out, because it is not possible.
    package var impossibleValues: [String] {
        var lines: [String] = []
        func add(_ value: String?, of name: String) {
            guard let value else { return }
            lines.append(Self.line(about: value, of: name))
        }
        for item in items {
            for (_, values) in (item.values ?? [:]).sorted(by: { $0.key < $1.key }) {
                for value in values.impossible { add(value, of: item.path) }
            }
            for (_, values) in (item.albumValues ?? [:]).sorted(by: { $0.key < $1.key }) {
                add(Self.impossible(values.rating), of: item.path)
            }
        }
        for user in users {
            for artist in user.artists ?? [] {
                add(Self.impossible(artist.rating), of: artist.name)
            }
            for album in user.albums ?? [] { add(Self.impossible(album.rating), of: album.title) }
        }
        return lines
    }

    static func line(about value: String, of name: String) -> String {
        "\(name): \(value) is not valid and was not imported"
    }

    /// The name and value of a rating that is not from 0 to 5.
    fileprivate static func impossible(_ rating: Int?) -> String? {
        rating.flatMap { (0...5).contains($0) ? nil : "rating \($0)" }
    }
}

extension UserData.Values {
    /// The names and values of those that no item can have.
    fileprivate var impossible: [String] {
        var found: [String] = []
        if let rating = UserData.impossible(rating) { found.append(rating) }
        for case (let name, let count?) in [("playCount", playCount), ("skipCount", skipCount)]
        where count < 0 {
            found.append("\(name) \(count)")
        }
        if let bookmarkTime, !Self.isTime(bookmarkTime) {
            found.append("bookmarkTime \(bookmarkTime)")
        }
        let dates = [("favoriteDate", favoriteDate), ("lastPlayedDate", lastPlayedDate)]
        for case (let name, let date?) in dates + (plays ?? []).map({ ("play", $0.date) })
        where !Self.isPast(date) {
            found.append("\(name) \(date.iso8601)")
        }
        return found
    }

    /// The values without those that no item can have.
    var possible: Self {
        var values = self
        values.rating = rating.flatMap { UserData.impossible($0) == nil ? $0 : nil }
        values.bookmarkTime = bookmarkTime.flatMap { Self.isTime($0) ? $0 : nil }
        values.favoriteDate = favoriteDate.flatMap { Self.isPast($0) ? $0 : nil }
        values.lastPlayedDate = lastPlayedDate.flatMap { Self.isPast($0) ? $0 : nil }
        values.plays = plays?.filter { Self.isPast($0.date) }
        return values
    }

    private static func isTime(_ seconds: Double) -> Bool { seconds.isFinite && seconds >= 0 }

    /// Clocks and time zones differ by a day at most.
    private static func isPast(_ date: Date) -> Bool { date <= Date.now.addingTimeInterval(86_400) }
}
