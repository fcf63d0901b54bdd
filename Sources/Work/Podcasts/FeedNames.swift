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
