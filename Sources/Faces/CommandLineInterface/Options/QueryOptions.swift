package import ArgumentParser
package import PhonolithMediaModel

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
        parsing: .unconditional,
        help: ArgumentHelp(
            "Filter by year or range of years.", valueName: "year|from..to"))
    package var year: String?
    @OptionGroup package var conditions: ExpressionOptions
    @Flag(help: "List only items whose files are gone.")
    package var missing = false

    package init() {}

    package func validate() throws { try ListRequest.check(texts, of: .title) }

    /// The condition for each item.
    ///
    /// - Throws: As ``ListRequest/init(commandLine:of:)``.
    package var predicates: [MediaPredicate] {
        get throws { try ListRequest(commandLine: texts, of: .title).predicates }
    }

    /// The filters that are given.
    var texts: [ListRequest.Parameter: [String]] {
        let single: [ListRequest.Parameter: String?] = [
            .title: title, .artist: artist, .album: album, .albumArtist: albumArtist,
            .genre: genre, .composer: composer, .year: year, .missing: missing ? "true" : nil,
        ]
        return single.compactMapValues { $0.map { [$0] } }
            .merging([.condition: conditions.expressions]) { $1 }
    }
}

/// Which stretch of the answer is wanted, in which order.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sort by these keys; add :desc for descending order.",
            valueName: "key[:desc],…"),
        completion: .list(Self.itemKeys))
    var sort: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of results.", valueName: "count"))
    var limit: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Skip this many results.", valueName: "count"))
    var offset = 0
    @Option(
        help: ArgumentHelp(
            "Start after the page with this token.",
            discussion: """
                With --limit, the last result in json and jsonl has the token of its page as pageToken. Unlike with \
                --offset, no result is repeated or skipped if the library changes between two pages.
                """,
            valueName: "token"))
    var after: String?
    @Flag(help: "Print the token of the page on standard error, if more results follow.")
    var pageToken = false

    /// The values that are given.
    var texts: [ListRequest.Parameter: [String]] {
        let single: [ListRequest.Parameter: String?] = [
            .sort: sort, .limit: limit.map(String.init), .offset: String(offset), .after: after,
        ]
        return single.compactMapValues { $0.map { [$0] } }
    }

    /// The message for an empty part.
    ///
    /// - Parameter note: The message for an empty list.
    func emptyNote(_ note: String) -> String {
        PartOptions.emptyNote(note, isOfPart: offset > 0 || limit == 0 || after != nil)
    }

    /// Prints the token of a page, if that is wanted.
    func report(_ token: PageToken?) {
        if pageToken, let token { Terminal.tell(token.description) }
    }

    /// The names of the keys of items.
    static let itemKeys = MediaGrouping.title.sortKeys.keys.sorted()
}
