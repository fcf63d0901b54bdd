package import ArgumentParser
import Catalog
import Foundation
package import MediaModel

/// Which items to select.
package struct FilterOptions: ParsableArguments {
    @Option(help: "Filter by title. This and the next filters ignore case and accents.")
    package var title: String?
    @Option(
        help: "Filter by artist, alone or among others.",
        completion: .names(of: .artists))
    package var artist: String?
    @Option(help: "Filter by album title.", completion: .names(of: .albums))
    package var album: String?
    @Option(
        help: "Filter by album artist, or by artist if no album artist is tagged.",
        completion: .names(of: .albumArtists))
    package var albumArtist: String?
    @Option(help: "Filter by genre.", completion: .names(of: .genres))
    package var genre: String?
    @Option(help: "Filter by composer.", completion: .names(of: .composers))
    package var composer: String?
    @Option(
        help: ArgumentHelp(
            "Filter by year or range of years.", valueName: "year|from..to"),
        transform: YearRange.init)
    package var year: YearRange?
    @OptionGroup package var conditions: ExpressionOptions
    @Flag(help: "List only items whose files are gone.")
    package var missing = false

    package init() {}

    /// What must hold of each item.
    ///
    /// - Throws: ``Failure`` for an expression that is none.
    package var predicates: [MediaPredicate] {
        get throws(Failure) { options + (try conditions.predicates) }
    }

    private var options: [MediaPredicate] {
        let texts: [(MediaProperty, String?)] = [
            (.title, title), (.artist, artist), (.albumTitle, album), (.albumArtist, albumArtist),
            (.genre, genre), (.composer, composer),
        ]
        return texts.compactMap { property, text in text.map { .equalTo(property, .text($0)) } }
            + (year.map {
                [
                    .between(
                        .year, .integer($0.range.lowerBound), .integer($0.range.upperBound))
                ]
            } ?? [])
    }
}

/// A year, or the years from one to another: `1997`, `1990..1999`, `1990..`, `..1999`.
package struct YearRange: Sendable {
    package let range: ClosedRange<Int>

    package init(_ text: String) throws {
        let wrong = ValidationError(
            "'\(text)' is not a year; write a year like 1997 or a range like 1990..1999")
        func year(_ text: Substring, or bound: Int) throws -> Int {
            if text.isEmpty { return bound }
            guard let year = Int(text), (1...9999).contains(year) else { throw wrong }
            return year
        }
        guard let dots = text.firstRange(of: "..") else {
            guard !text.isEmpty else { throw wrong }
            let year = try year(text[...], or: 1)
            range = year...year
            return
        }
        let from = try year(text[..<dots.lowerBound], or: 1)
        let to = try year(text[dots.upperBound...], or: 9999)
        guard from <= to else {
            throw ValidationError("'\(text)' ends before it begins; write the earlier year first")
        }
        range = from...to
    }
}

/// Which stretch of the answer is wanted, in which order and form.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sort by these keys; add :desc for descending order.",
            valueName: "key[:desc],…"),
        completion: .list(Catalog.itemKeys.keys.sorted()))
    var sort: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of results.", valueName: "count"))
    var limit: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Skip this many results.", valueName: "count"))
    var offset = 0
    @OptionGroup var fields: FieldOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit takes 0 or more, not \(limit)") }
        if offset < 0 { throw ValidationError("--offset takes 0 or more, not \(offset)") }
    }

    /// The order that `--sort` asks for.
    ///
    /// - Parameter keys: What can be sorted by, by the names that it goes under.
    /// - Throws: `ValidationError` naming the key, and the nearest one that there is.
    func order(from keys: [String: MediaOrder.Key]) throws -> [MediaOrder] {
        try sort.map { try Self.order(of: $0, from: keys) } ?? []
    }

    /// The order that a text asks for.
    static func order(
        of sort: String, from keys: [String: MediaOrder.Key]
    ) throws -> [MediaOrder] {
        try sort.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let parts = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            // Like the properties of expressions, keys are found in any case.
            let known = keys[name] ?? keys.first { $0.key.lowercased() == name.lowercased() }?.value
            guard let key = known else {
                throw ValidationError(unknown(name, Array(keys.keys)))
            }
            switch parts.count > 1 ? parts[1] : "asc" {
            case "asc": return MediaOrder(key)
            case "desc": return MediaOrder(key, isDescending: true)
            default:
                throw ValidationError(
                    "'\(part)' has an unknown direction; write \(name) or \(name):desc")
            }
        }
    }

    /// - Throws: `ValidationError` for pages of an order that is another one each time.
    func refuseRandom(_ order: [MediaOrder], after hasPageBefore: Bool) throws {
        guard hasPageBefore, order.contains(where: { $0.key == .random }) else { return }
        throw ValidationError(
            "--after cannot be used with a random order")
    }

    private static func unknown(_ name: String, _ keys: [String]) -> String {
        let isOfItems = Catalog.itemKeys[name] != nil
        let hint =
            isOfItems
            ? ", except in lists of items"
            : name.nearest(among: keys).map { " (did you mean \($0)?)" } ?? ""
        return "'\(name)' is not a key to sort by\(hint)"
            + (Set(keys) == Set(Catalog.itemKeys.keys)
                ? "; phonolith properties lists the keys"
                : "; the keys here are \(keys.sorted().joined(separator: ", "))")
    }
}

extension Catalog {
    /// The names under which `--sort` knows what items are sorted by: the keys in JSON, and short ones.
    static let itemKeys: [String: MediaOrder.Key] = {
        let full = orders(for: .title).map { ($0.name, $0) }
        return MediaProperty.shortNames.mapValues(MediaOrder.Key.property)
            .merging(full) { _, full in full }
    }()

    /// The same for collections; `title` is the name of the collection itself.
    static func collectionKeys(_ grouping: MediaGrouping) -> [String: MediaOrder.Key] {
        let known = orders(for: grouping)
        let full = known.map { ($0.name, $0) }
        var keys = MediaProperty.shortNames.mapValues(MediaOrder.Key.property)
            .filter { known.contains($0.value) }
            .merging(full) { _, full in full }
        if let title = grouping.titleProperty { keys["title"] = .property(title) }
        return keys
    }
}
