import PhonolithMediaModel

/// The names of a song that a radio station plays.
package struct StationSong: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    /// The name of the station.
    package var station: String?

    /// - Parameter text: As stations send it: `Artist - Title`, or a title alone.
    package init(_ text: String?, station: String?) {
        self.station = station
        guard let text, !text.isEmpty else { return }
        guard let dash = text.firstRange(of: " - ") else {
            title = text
            return
        }
        let (before, after) = (text[..<dash.lowerBound], text[dash.upperBound...])
        (artist, title) = (String(before), String(after))
    }

    /// - Parameter page: Pages of Ogg with the comments of Vorbis, Opus or FLAC (Vorbis I, 5.2.1; RFC 7845, 5.2; RFC
    ///   9639, 10.1).
    package init?(pages: [UInt8], station: String?) {
        let marks: [[UInt8]] = [Array("OpusTags".utf8), [3] + Array("vorbis".utf8)]
        let place =
            marks.lazy.compactMap { pages.firstRange(of: $0)?.upperBound }.first
            ?? Self.commentsOfFLAC(pages)
        guard let place, let comments = Self.comments(pages[place...]) else { return nil }
        self.station = station
        (title, artist) = (comments["TITLE"], comments["ARTIST"])
    }

    /// The name of its file, without an extension; `nil` if it has no title.
    package var fileName: String? {
        guard let title else { return nil }
        return artist.map { "\($0) - \(title)" } ?? title
    }

    /// Behind the second page's header is a block of type 4, the last or not.
    private static func commentsOfFLAC(_ pages: [UInt8]) -> Int? {
        guard pages.firstRange(of: [0x7F] + Array("FLAC".utf8)) != nil,
            let second = pages.dropFirst(4).firstRange(of: "OggS".utf8)?.lowerBound,
            pages.count > second + 27
        else { return nil }
        let body = second + 27 + Int(pages[second + 26])
        guard pages.count > body + 4, pages[body] & 0x7F == 4 else { return nil }
        return body + 4
    }

    private static func comments(_ bytes: ArraySlice<UInt8>) -> [String: String]? {
        var rest = bytes
        func text() -> String? {
            guard let count = number(), count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }
        func number() -> Int? {
            guard rest.count >= 4 else { return nil }
            defer { rest = rest.dropFirst(4) }
            return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard text() != nil, let count = number() else { return nil }
        var comments: [String: String] = [:]
        for _ in 0..<min(count, 1000) {
            guard let comment = text() else { break }
            let parts = comment.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            comments[parts[0].uppercased()] = String(parts[1])
        }
        return comments
    }

    /// A tag to put before MP3 and AAC (ID3v2.4): the station is the album, so that its songs are listed together, and
    /// the name of the radio station, too.
    var id3: [UInt8] {
        let frames = [("TIT2", title), ("TPE1", artist), ("TALB", station), ("TRSN", station)]
            .flatMap { name, text -> [UInt8] in
                guard let text else { return [] }
                let body = [3] + Array(text.utf8)
                return Array(name.utf8) + Self.synchsafe(body.count) + [0, 0] + body
            }
        return frames.isEmpty
            ? [] : Array("ID3".utf8) + [4, 0, 0] + Self.synchsafe(frames.count) + frames
    }

    /// Seven bits in each byte (ID3v2.4.0, 6.2).
    private static func synchsafe(_ number: Int) -> [UInt8] {
        [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
    }
}
