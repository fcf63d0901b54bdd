import FoundationEssentials
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore
package import PhonolithUsers

/// Reads RSS with Apple's tags, RDF, and Atom (RFC 4287).
///
/// Feeds are hostile: nothing outside of the bytes is looked for, there are no entities beyond those of XML and HTML, and of
/// texts and episodes only so much is kept. Titles are plain texts: references that are escaped in them are resolved.
package struct FeedParser {
    /// The first of a feed, which are the newest.
    package static let mostEpisodes = 10_000
    /// Of one text, in bytes.
    static let longestText = 64 << 10
    /// Of an address and of a guid, in bytes.
    static let longestName = 4096

    private var reader: XMLReader
    private var feed = Feed()
    /// The elements that are open, by what they are and as they are written.
    private var open: [String] = []
    private var written: [String] = []
    /// The base of relative addresses in each element (XML Base), after that of the feed.
    private var bases: [URL?]
    private var names = FeedNames()
    private var text = ""
    private var entry: Entry?
    /// The addresses of the episodes of each guid.
    private var addresses: [String: Set<String>] = [:]
    private var isFeed = false
    private var isComplete = false

    /// The part of an entry that was read so far.
    private struct Entry {
        var texts: [String: String] = [:]
        var files: [File] = []
    }

    private struct File {
        var url: String
        var type: String?
        var size: Int?
    }

    /// Parses a feed.
    ///
    /// - Parameter address: Where it came from: relative addresses are below it.
    package static func parse(
        _ bytes: [UInt8], from address: String
    ) throws(FeedError) -> Feed {
        var parser = FeedParser(bytes, URL(string: address))
        try parser.run()
        parser.separateEqualGuids()
        return parser.feed
    }

    private init(_ bytes: [UInt8], _ base: URL?) {
        // Unclosed tags are usual.
        reader = XMLReader(bytes, isLenient: true)
        bases = [base]
    }

    private mutating func run() throws(FeedError) {
        while !isComplete, feed.episodes.count < Self.mostEpisodes {
            let event: XMLReader.Event?
            do throws(PlaylistError) {
                event = try reader.next()
            } catch {
                // The entries that were read are whole; others may follow.
                if !feed.episodes.isEmpty {
                    feed.isCut = true
                    return
                }
                throw FeedError("\(error)")
            }
            switch event {
            case .start(let name, let attributes):
                names.declare(attributes)
                try start(names.known(name), as: name, attributes)
            case .text(let part):
                text += part.prefix(max(0, Self.longestText - text.utf8.count))
            case .end(let name): end(name)
            case nil where !feed.episodes.isEmpty:
                feed.isCut = true
                return
            case nil:
                throw FeedError(isFeed ? "the feed ends early" : "is not a feed: it has no XML")
            }
        }
    }

    // MARK: - Elements

    private static let roots: Set<String> = ["rss", "rdf:rdf", "feed"]
    private static let containers: Set<String> = [
        "rss", "rdf:rdf", "feed", "channel", "item", "entry", "image",
    ]

    private mutating func start(
        _ name: String, as written: String, _ attributes: [(name: String, value: String)]
    ) throws(FeedError) {
        if open.isEmpty {
            guard Self.roots.contains(name) else { throw FeedError("is not a feed, but <\(name)>") }
            isFeed = true
        }
        // Markup inside of a text belongs to it.
        if open.last.map(Self.containers.contains) ?? true { text = "" }
        let values = Dictionary(attributes.map { (names.known($0.name), $0.value) }) { first, _ in
            first
        }
        open.append(name)
        self.written.append(written)
        bases.append(values["xml:base"].flatMap(url) ?? bases.last ?? nil)
        switch name {
        case "item", "entry": entry = Entry()
        case "enclosure": add(values["url"] ?? values["href"], values)
        // Of RDF.
        case "enc:enclosure": add(values["rdf:resource"], values)
        case "media:content": add(values["url"], values)
        case "link": link(values)
        case "itunes:image":
            if entry == nil { feed.imageURL = address(values["href"]) ?? feed.imageURL }
        default: break
        }
    }

    /// `<link>` of Atom; RSS has its address as text.
    private mutating func link(_ values: [String: String]) {
        guard let href = values["href"] else { return }
        // Relations have addresses, too: `http://www.iana.org/assignments/relation/enclosure`.
        let relation = values["rel"]?.split(separator: "/").last ?? "alternate"
        switch (relation, entry) {
        case ("enclosure", .some): add(href, values)
        case ("alternate", nil): if name(above: 1) != "image" { feed.link = address(href) }
        default: break
        }
    }

    private mutating func add(_ url: String?, _ values: [String: String]) {
        guard (entry?.files.count ?? 8) < 8, let url = address(url) else { return }
        let size = (values["length"] ?? values["filesize"] ?? values["enc:length"])
            .flatMap { Int($0) }
        let type = values["type"] ?? values["enc:type"]
        entry?.files.append(
            File(url: url, type: type?.trimmed, size: size.flatMap { $0 > 0 ? $0 : nil }))
    }

    private func name(above count: Int) -> String? { open.dropLast(count).last }

    private mutating func end(_ written: String) {
        guard let place = self.written.lastIndex(of: written) else { return }
        let name = open[place]
        open.removeSubrange(place...)
        self.written.removeSubrange(place...)
        bases.removeSubrange((place + 1)...)
        if open.isEmpty { isComplete = true }
        // Ends inside of a text are many in hostile feeds, and the text is long.
        guard name == "item" || name == "entry" || open.last.map(Self.containers.contains) == true
        else { return }
        let value = text.trimmed
        switch (name, open.last) {
        case ("item", _), ("entry", _): finishEntry()
        case (_, "item"), (_, "entry"):
            if !value.isEmpty, entry?.texts[name] == nil { entry?.texts[name] = value }
        case (_, "channel"), (_, "feed"): if !value.isEmpty { setField(name, value) }
        case ("url", "image"): feed.imageURL = feed.imageURL ?? address(value)
        default: break
        }
    }

    private mutating func setField(_ name: String, _ value: String) {
        switch name {
        case "title": feed.title = feed.title ?? HTMLEntity.resolved(value)
        case "description", "subtitle": feed.description = value
        case "itunes:summary", "itunes:subtitle": feed.description = feed.description ?? value
        case "link": feed.link = feed.link ?? address(value)
        case "logo": feed.imageURL = feed.imageURL ?? address(value)
        default: break
        }
    }

    private mutating func finishEntry() {
        guard let entry else { return }
        self.entry = nil
        let playable = entry.files.first { $0.type?.isMedia ?? true } ?? entry.files.first
        guard let file = playable else { return }
        let texts = entry.texts
        let guid = (texts["guid"] ?? texts["id"]).map { String($0.prefix(Self.longestName)) }
        var episode = Feed.Episode(guid: guid ?? file.url, url: file.url)
        guard addresses[episode.guid, default: []].insert(episode.url).inserted else { return }
        episode.title = (texts["title"] ?? texts["itunes:title"]).map(HTMLEntity.resolved)
        episode.description =
            texts["description"] ?? texts["itunes:summary"] ?? texts["summary"]
            ?? texts["content"] ?? texts["content:encoded"]
        (episode.mimeType, episode.size) = (file.type, file.size)
        episode.duration = texts["itunes:duration"].flatMap(FeedTime.seconds)
        episode.date =
            ["pubdate", "published", "issued", "dc:date", "updated", "modified"].lazy
            .compactMap { texts[$0] }.compactMap(FeedTime.date).first
        feed.episodes.append(episode)
    }

    /// Episodes that share a guid are told apart by their addresses.
    private mutating func separateEqualGuids() {
        var seen: Set<String> = []
        feed.episodes = feed.episodes.compactMap { episode in
            var episode = episode
            if addresses[episode.guid]?.count ?? 0 > 1 { episode.guid = episode.url }
            return seen.insert(episode.guid).inserted ? episode : nil
        }
    }

    /// An absolute address of the web; `nil` for anything else.
    private func address(_ text: String?) -> String? { text.flatMap(url)?.absoluteString }

    private func url(_ text: String) -> URL? {
        let text = text.trimmed
        guard !text.isEmpty, text.utf8.count <= Self.longestName,
            let url = URL(string: text, relativeTo: bases.last ?? nil)?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false,
            url.absoluteString.utf8.count <= 2 * Self.longestName
        else { return nil }
        return url
    }
}

extension String {
    fileprivate var trimmed: String { trimmed(of: \.isWhitespace) }

    fileprivate var isMedia: Bool { hasPrefix("audio/") || hasPrefix("video/") }
}

/// Why bytes are not a usable feed, in one line.
package struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// The names of elements and attributes of feeds, whatever prefixes a feed has for their namespaces (Namespaces in XML 1.0).
struct FeedNames {
    /// The prefixes of names in the parser, by the namespace's address without case, scheme and last signs.
    private static let prefixes = [
        "www.w3.org/2005/atom": "", "purl.org/atom/ns": "",
        "purl.org/rss/1.0": "", "backend.userland.com/rss2": "",
        "www.w3.org/1999/02/22-rdf-syntax-ns": "rdf:",
        "www.itunes.com/dtds/podcast-1.0.dtd": "itunes:",
        "search.yahoo.com/mrss": "media:", "purl.org/dc/elements/1.1": "dc:",
        "purl.org/rss/1.0/modules/content": "content:",
        "purl.oclc.org/net/rss_2.0/enc": "enc:",
    ]

    /// The prefixes of this feed, with their colons; those that mean themselves are not among them.
    private var ofFeed: [Substring: String] = [:]
    /// Prefixes of a feed: more are an attack.
    private static let most = 64

    /// Notes the prefixes that an element declares, for it and for all that follows.
    mutating func declare(_ attributes: [(name: String, value: String)]) {
        for (key, address) in attributes where key.hasPrefix("xmlns:") && ofFeed.count < Self.most {
            var address = address.lowercased()[...]
            for scheme in ["http://", "https://"] where address.hasPrefix(scheme) {
                address = address.dropFirst(scheme.count)
            }
            while address.last == "/" || address.last == "#" { address.removeLast() }
            ofFeed[key.dropFirst(6) + ":"] = Self.prefixes[String(address)]
        }
    }

    /// The name of an element or an attribute.
    func known(_ name: String) -> String {
        guard !ofFeed.isEmpty, let colon = name.firstIndex(of: ":"),
            let prefix = ofFeed[name[...colon]]
        else { return name }
        return prefix + name[name.index(after: colon)...]
    }
}
