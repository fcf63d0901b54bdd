import PhonolithAccess
import PhonolithMediaModel
import PhonolithUsers

/// The page of a share: a cover, a player, and the items, whose links lead to their bytes.
struct SharePage: Sendable {
    let share: Share
    let items: [MediaItem]
    /// The end of the page's URL, which the URLs of its items begin with.
    let token: String
    /// The beginning of this server's URLs for the client.
    let origin: String
    /// The artist and the album of all items; `nil` where they differ.
    private let artist: String?
    private let album: String?

    init(share: Share, items: [MediaItem], token: String, origin: String) {
        (self.share, self.items, self.token, self.origin) = (share, items, token, origin)
        artist = Self.common(\.artist, of: items)
        album = Self.common(\.albumTitle, of: items)
    }

    func page(assets: String) -> HTMLPage {
        HTMLPage(title: title, assets: assets, head: head, body: body)
    }

    private var title: String {
        share.description ?? album ?? items.first?.shownTitle ?? "Share"
    }

    private static func common(
        _ value: (MediaItem) -> String?, of items: [MediaItem]
    ) -> String? {
        guard let first = items.first.flatMap(value) else { return nil }
        return items.allSatisfy { value($0) == first } ? first : nil
    }

    // MARK: - The head

    /// The preview of a link in other programs (The Open Graph protocol).
    private var head: String {
        let address = ShareAddress.url(of: share, below: origin)
        var properties = [
            ("title", title), ("type", "website"), ("site_name", "Phonolith"), ("url", address),
            ("description", summary),
        ]
        if let cover = items.firstIndex(where: { !$0.artwork.isEmpty }) {
            properties.append(("image", "\(address)/\(cover)/cover"))
        }
        return properties.map {
            "<meta property=\"og:\($0)\" content=\"\($1.htmlEscaped)\">"
        }.joined(separator: "\n")
    }

    private var summary: String {
        let count = items.count == 1 ? "1 item" : "\(items.count) items"
        let length = items.compactMap(\.facts.playbackDuration).reduce(0, +)
        return [artist, count, Self.time(length)]
            .compactMap(\.self).joined(separator: " · ")
    }

    // MARK: - The body

    private var body: String {
        guard !items.isEmpty else {
            return """
                <h1>\(title.htmlEscaped)</h1>
                <p>Nothing of this share is in the library any more.</p>
                """
        }
        // A video element plays sound, too.
        let player = items.contains(where: \.isVideo) ? "video" : "audio"
        let cover = items.firstIndex { !$0.artwork.isEmpty }.map {
            "<img class=\"cover\" src=\"\(token.htmlEscaped)/\($0)/cover\" alt=\"\">"
        }
        return """
            <header>
            \(cover ?? "")
            <div><h1 dir="auto">\(title.htmlEscaped)</h1>
            <p dir="auto">\(summary.htmlEscaped)</p></div>
            </header>
            <\(player) controls playsinline preload="none"></\(player)>
            <ol>
            \(items.enumerated().map(row).joined(separator: "\n"))
            </ol>
            """
    }

    private func row(_ place: Int, _ item: MediaItem) -> String {
        // Values that all items share are shown once, above.
        let names = [
            artist == nil ? item.artist : nil,
            album == nil ? item.albumTitle : nil,
        ].compactMap(\.self)
        let below = names.map { "<bdi>\($0.htmlEscaped)</bdi>" }.joined(separator: " · ")
        let address = "\(token.htmlEscaped)/\(place)"
        let cover = item.artwork.isEmpty ? "" : " data-cover=\"\(address)/cover\""
        let artist = item.artist.map { " data-artist=\"\($0.htmlEscaped)\"" } ?? ""
        return """
            <li><a href="\(address)"\(cover)\(artist)><span class="names"><bdi class="title">\(item.shownTitle.htmlEscaped)</bdi>\(
                below.isEmpty ? "" : "<span class=\"sub\">\(below)</span>")</span> \(
                item.facts.playbackDuration.map { "<span class=\"time\">\(Self.time($0))</span>" } ?? "")</a></li>
            """
    }

    // `3:05`, `1:02:03`.
    private static func time(_ seconds: Double) -> String {
        min(max(seconds, 0), 1e9).rounded(.down).clockText
    }
}
