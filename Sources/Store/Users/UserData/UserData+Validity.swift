import Foundation
import PhonolithMediaModel

extension UserData {
    /// A line for each value that an import leaves out, because it is not possible.
    package var impossibleValues: [String] {
        var lines: [String] = []
        func add(_ value: String?, of name: String) {
            guard let value else { return }
            lines.append("\(name): \(value) is not valid and was not imported")
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
        if let bookmarkTime, bookmarkTime < 0 { found.append("bookmarkTime \(bookmarkTime)") }
        return found
    }
}
