import HTTPTypes
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStreaming
import PhonolithUsers

enum MediaEndpoints {
    static let all = [
        Endpoint(
            "stream",
            [
                .required("id"), .optional("maxBitRate", .integer), .optional("format"),
                .optional("timeOffset", .integer), .optional("size"),
                .optional("estimateContentLength", .flag), .optional("converted", .flag),
            ], right: .stream, stream),
        Endpoint("download", [.required("id")], right: .download, download),
        Endpoint("getCoverArt", [.required("id"), .optional("size", .integer)], coverArt),
        Endpoint("getLyrics", [.optional("artist"), .optional("title")], lyrics),
        Endpoint(
            "getLyricsBySongId", [.required("id"), .optional("enhanced", .flag)], structuredLyrics),
    ]

    /// The original bytes, or those of a transcode.
    private static func stream(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item()
        let wish = StreamWish(
            format: call.optionalText("format"), bitRateLimit: call.integer("maxBitRate"),
            offset: Double(call.offset("timeOffset")),
            pictureLimit: item.facts.videoCodec == nil
                ? nil : try call.optionalText("size").map(size))
        return .bytes(try await call.library.stream(item, wish))
    }

    private static func size(_ text: String) throws(SubsonicError) -> PixelSize {
        guard let size = PixelSize(text, upTo: 10_000) else {
            throw .wrong("size", text, expected: "a size in pixels like 640x480")
        }
        return size
    }

    private static func file(_ call: SubsonicCall) async throws -> ByteAnswer {
        let item = try await call.item()
        let file = try await call.library.open(item)
        return ByteAnswer(
            .file(file, call.library.files), file.representation, mimeType: item.mimeType)
    }

    /// The original bytes of a song, or an archive of an album, an artist, a playlist or a folder.
    private static func download(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let text = try call.text("id")
        if let group = try await group(of: call) {
            do {
                return .bytes(try await call.library.archive(of: group))
            } catch let refusal as GroupDownloadRefusal {
                if refusal == .nothing { throw SubsonicError.notFound("Group", text) }
                throw SubsonicError(.generic, "\(text): \(refusal)")
            }
        }
        let item = try await call.item()
        var answer = try await file(call)
        answer.headers[.contentDisposition] = Attachment.header(
            item.location.path.lastComponent.description)
        return .bytes(answer)
    }

    /// The group whose id a call has; `nil` for that of anything else.
    private static func group(of call: SubsonicCall) async throws -> GroupDownload? {
        switch SubsonicID(try call.text("id")) {
        case .album(let id): return .group(MediaGroup(.album, id.rawValue))
        case .artist(let id):
            // In the role that its page shows, as the albums there.
            return try await call.library.perform { try $0.artist(id) }.map { .group($0.group) }
        case .loose(let id):
            return try await call.library.perform { catalog in
                let artist = try catalog.artist(id)
                return .items(
                    try artist.map(catalog.songsWithoutAlbum) ?? [], title: artist?.title ?? "")
            }
        case .playlist(let id): return .playlist(id)
        case .folder(let id): return .folder(id)
        case .song, .station, .share, .podcast, .feed, .episode, nil: return nil
        }
    }

    // MARK: - Pictures

    private static func coverArt(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let text = try call.text("id")
        guard let id = CoverArtID(text) else { throw SubsonicError.notFound("Cover art", text) }
        let found = try await call.library.perform { catalog in
            try catalog.pictureHash(of: id.subject).flatMap { hash in
                try catalog.artworks.picture(sha256: hash).map { (hash, $0) }
            }
        }
        guard let (hash, picture) = found else { throw SubsonicError.notFound("Cover art", text) }
        let isExact = id.hash.map { hash.hasPrefix($0) && !$0.isEmpty } ?? false
        let sized = try await call.library.picture(
            picture.bytes, hash: hash, mimeType: picture.mimeType, size: call.integer("size"))
        return .bytes(
            ByteAnswer(
                sized.bytes, tag: sized.tag, mimeType: sized.mimeType,
                caching: isExact
                    ? "private, max-age=31536000, immutable" : "private, no-cache"))
    }

    // MARK: - Lyrics

    private static func lyrics(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        var lyrics = SubsonicObject()
        let predicates: [MediaPredicate] =
            (call.optionalText("title").map { [.equalTo(.title, .text($0))] } ?? [])
            + (call.optionalText("artist").map { [.equalTo(.artist, .text($0))] } ?? [])
            + [.not(.isMissing(.lyrics))]
        let query = MediaQuery(filterPredicates: predicates, limit: 1)
        let item =
            predicates.count < 2
            ? nil : try await call.library.perform { try $0.items.all(matching: query).first }
        lyrics.add("artist", item?.artist)
        lyrics.add("title", item?.title)
        let text = item?.lyrics.map { SongLyrics($0).lines.map(\.text).joined(separator: "\n") }
        lyrics.add("value", .text(text ?? ""), at: .content)
        return .payload("lyrics", lyrics)
    }

    private static func structuredLyrics(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item()
        let isEnhanced = call.flag("enhanced") ?? false
        let texts = item.timedLyrics.isEmpty ? [item.lyrics].compactMap(\.self) : item.timedLyrics
        return .list(
            "lyricsList", of: "structuredLyrics",
            texts.map { structured(SongLyrics($0), of: item, isEnhanced) })
    }

    private static func structured(
        _ lyrics: SongLyrics, of item: MediaItem, _ isEnhanced: Bool
    ) -> SubsonicObject {
        var object = SubsonicObject()
        object.addOpen("kind", isEnhanced ? "main" : nil)
        object.addOpen("displayArtist", item.artist)
        object.addOpen("displayTitle", item.title)
        object.add("lang", lyrics.language ?? "und")
        object.add("synced", lyrics.isSynced)
        object.addOpen("offset", lyrics.offset == 0 ? nil : lyrics.offset)
        object.add(
            "line",
            lyrics.lines.map { line in
                var object = SubsonicObject()
                object.add("start", line.start)
                object.add("value", .text(line.text), at: .content)
                return object
            })
        if isEnhanced, lyrics.isSynced { object.add("cueLine", cueLines(of: lyrics)) }
        return object
    }

    /// The lines whose words have times.
    private static func cueLines(of lyrics: SongLyrics) -> [SubsonicObject] {
        lyrics.lines.enumerated().filter { !$0.element.words.isEmpty }.map { index, line in
            let bytes = Array(line.text.utf8)
            var object = SubsonicObject("index", .integer(index))
            object.add("start", line.words.first?.start)
            object.add("end", line.words.last?.end)
            object.add("value", line.text)
            object.add(
                "cue",
                line.words.map { word in
                    var cue = SubsonicObject("start", .integer(word.start))
                    cue.add("end", word.end)
                    cue.add("byteStart", word.bytes.lowerBound)
                    cue.add("byteEnd", word.bytes.upperBound - 1)
                    let text = String(decoding: bytes[word.bytes], as: UTF8.self)
                    cue.add("value", .text(text), at: .content)
                    return cue
                })
            return object
        }
    }
}

extension ServedCatalog {
    /// Opens an item's file.
    ///
    /// - Throws: Error 70 where it cannot be had.
    func open(_ item: MediaItem) async throws -> OpenFile {
        do {
            return try await original(item)
        } catch MediaRefusal.unreadable {
            throw SubsonicError(
                .notFound, "The file of \(item.shownTitle) cannot be read right now")
        }
    }
}
