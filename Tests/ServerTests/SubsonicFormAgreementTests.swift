import Foundation
import PhonolithAccess
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithOpenSubsonic
import PhonolithPodcasts
import PhonolithQueries
import PhonolithServer
import PhonolithStore
import PhonolithUsers
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Both forms of every answer, against the protocol's schemas.
@Suite(.timeLimit(.minutes(20))) struct SubsonicFormAgreementTests {
    @Test(
        "Each endpoint answers the same in JSON and XML, with the schemas' names, types and places")
    func allEndpoints() async throws {
        let host = try await FeedHost { asked in
            asked.path.hasSuffix(".xml")
                ? FeedHost.text(FeedHost.feed([("One", "/1.mp3"), ("Two", "/2.mp3")]))
                : FeedHost.text("no sound")
        }
        let server = try await TestServer.start(
            ["Björk/Homogenic/1.flac": "full/full.flac", "film.mp4": "films/closed-gop.mp4"],
            more: ["other/2.mp3": "full/full.mp3", "casts/1.mp3": "odd/podcast.mp3"]
        ) { options in
            var podcasts = Subscriptions.Options(
                folder: options.media.folder.parent.appending("episodes"))
            podcasts.fetching.allowsPrivateAddresses = true
            options.podcasts = podcasts
        }
        let calls = try await Calls(server, host)
        let names = SubsonicEndpoints.all.map(\.name).filter { !Self.areBytes.contains($0) }
        #expect(Set(calls.all.map(\.name)) == Set(names))
        for call in calls.all { try await check(call, server, calls.secret) }
        await server.stop()
        host.stop()
    }

    /// The endpoints whose answers are files, pictures and lists of segments.
    private static let areBytes: Set = [
        "stream", "download", "getCoverArt", "getAvatar", "getCaptions", "getTranscodeStream",
        "hls.m3u8", "hls.mp4", "hls.m4s",
    ]

    /// An answer without what is new in each share.
    private static func withoutNumber(_ answer: Data) -> Data {
        Data(
            String(decoding: answer, as: UTF8.self).replacing(/sh-\d+/, with: "sh-1")
                .replacing(/share\/[a-z0-9]+/, with: "share/x")
                .replacing(/(?<name>created"?[:=]")[^"]*/) { "\($0.name)2026-11-30T12:00:00Z" }.utf8
        )
    }

    private func check(_ call: Call, _ server: TestServer, _ secret: String) async throws {
        func answer(_ form: String, _ query: String) async throws -> Data {
            try await server.send(
                call.body == nil ? "GET" : "POST",
                "/rest/\(call.name)?apiKey=\(secret)&v=1.16.1&c=test&f=\(form)&\(query)",
                headers: call.body == nil ? [:] : ["Content-Type": "application/json"],
                body: call.body
            ).body
        }
        // What was answered in JSON before and after is what XML was made of.
        var json = try await answer("json", call.query)
        var xml = try await answer("xml", call.other ?? call.query)
        if call.other == nil {
            for _ in 0..<20 {
                let after = try await answer("json", call.query)
                if after == json { break }
                json = after
                xml = try await answer("xml", call.query)
            }
        }
        if call.name == "createShare" {
            (json, xml) = (Self.withoutNumber(json), Self.withoutNumber(xml))
        }
        let element = try XMLElements.parse(xml)
        let whole = try JSONDecoder().decode([String: JSON].self, from: json)
        guard case .object(let envelope)? = whole["subsonic-response"] else {
            Issue.record("\(call.name): \(String(decoding: json, as: UTF8.self))")
            return
        }
        var schema = SubsonicSchema.objects["Envelope"] ?? [:]
        if let (name, type) = call.payload {
            var field = SubsonicSchema.Field(type: type, isRequired: true)
            if type.hasPrefix("[") {
                (field.type, field.isList) = (String(type.dropFirst().dropLast()), true)
            }
            schema[name] = field
            let isEmpty = envelope[name]?.isEmpty ?? true
            #expect(isEmpty == call.isEmpty, "\(call.name): \(envelope)")
        }
        var faults: [String] = []
        Comparison.compare(envelope, element, schema, at: call.name, &faults)
        #expect(faults == [], "\(String(decoding: xml, as: UTF8.self).prefix(2000))")
    }
}

// MARK: - Calls

/// A call of an endpoint.
private struct Call {
    var name: String
    var query = ""
    /// The query for XML, where the same call cannot be made twice.
    var other: String?
    var body: String?
    /// The name of the part and its object.
    var payload: (String, String)?
    /// Whether the part has nothing.
    var isEmpty = false
}

/// Calls of all endpoints whose answers are envelopes, and a server that has something for each.
private struct Calls {
    var all: [Call] = []
    /// An app password that may do everything.
    let secret: String

    init(_ server: TestServer, _ host: FeedHost) async throws {
        secret = try server.addAdministration()
        _ = try server.addUser("ben")
        for folder in ["music", "other"] {
            let first = server.music.deletingLastPathComponent().appendingPathComponent(folder)
            let file = folder == "music" ? "Björk/Homogenic/1.ttml" : "2.ttml"
            let lyrics =
                #"<tt xml:lang="en"><p begin="1.5"><span begin="1.5" end="2">a &lt; </span>"#
                + #"<span begin="2" end="3">"b" &amp; c</span></p></tt>"#
            try Data(lyrics.utf8).write(to: first.appendingPathComponent(file))
        }
        try Data("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8)
            .write(to: server.music.appendingPathComponent("film.srt"))
        try await server.scan()

        let items = try server.catalog.items.all(matching: MediaQuery())
        func item(_ end: String) throws -> MediaItem {
            try #require(items.first { $0.location.path.description.hasSuffix(end) })
        }
        let (flac, mp3) = (try item("1.flac"), try item("other/2.mp3"))
        let (song, second) = ("tr-\(flac.persistentID)", "tr-\(mp3.persistentID)")
        let film = "tr-\(try item("film.mp4").persistentID)"
        let album = "al-\(try #require(flac.albumPersistentID))"
        let answered = try await server.payload("getSong", "id=\(song)").object("song")
        let folder = try #require(answered.text("parent"))
        let artistID = "ar-\(try #require(flac.albumArtistPersistentID))"
        let artist = try #require(flac.artist).percentEncoded
        let root = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
        let genre = flac.genres[0].percentEncoded

        func ask(_ name: String, _ query: String = "") async throws -> [String: Any] {
            let answer = try await server.payload(name, query)
            #expect(answer.text("status") == "ok", "\(name) \(query): \(answer)")
            return answer
        }
        _ = try await ask("star", "id=\(song)&albumId=\(album)&artistId=\(artistID)")
        for id in [song, album, artistID] { _ = try await ask("setRating", "id=\(id)&rating=4") }
        _ = try await ask("scrobble", "id=\(song)")
        _ = try await ask(
            "createBookmark", "id=\(song)&position=1500&comment=%3Ca%26b%3E%0A%22c%22")
        _ = try await ask("addChatMessage", "message=a%09%3Cb%3E%0D%0Ac")
        _ = try await ask("savePlayQueue", "id=\(song)&id=\(second)&current=\(second)&position=500")
        _ = try await ask(
            "reportPlayback", "mediaId=\(song)&mediaType=song&positionMs=1000&state=playing")
        _ = try await ask("jukeboxControl", "action=set&id=\(song)&id=\(second)")
        var lists: [String] = []
        for name in ["A%20%26%20B", "C", "D"] {
            let list = try await ask("createPlaylist", "name=\(name)&songId=\(song)")
            lists.append(try #require(list.object("playlist").text("id")))
        }
        _ = try await ask("updatePlaylist", "playlistId=\(lists[0])&comment=a%0Ab")
        var shares: [String] = []
        for expires in ["&expires=4102444800000", "", ""] {
            let made = try await ask("createShare", "id=\(album)&description=x%22y\(expires)")
            shares.append(try #require(made.object("shares").objects("share").first?.text("id")))
        }
        for name in ["a", "b", "c"] {
            _ = try await ask(
                "createInternetRadioStation",
                "streamUrl=http://example.org/\(name)%3Fx=1%26y=2&name=\(name)"
                    + "&homepageUrl=http://example.org/")
        }
        let stations = try await ask("getInternetRadioStations").object("internetRadioStations")
            .objects("internetRadioStation").compactMap { $0.text("id") }
        var channels: [String] = []
        var episodes: [String] = []
        for name in ["a", "b", "c"] {
            let channel = try await server.subscribe(host.url + "/\(name).xml")
            channels.append(try #require(channel.text("id")))
            episodes += channel.objects("episode").compactMap { $0.text("id") }
        }
        let (list, share, station, channel) = (lists[0], shares[0], stations[0], channels[0])

        func read(_ name: String, _ query: String, _ part: String, _ type: String) {
            all.append(Call(name: name, query: query, payload: (part, type)))
        }
        func write(_ name: String, _ query: String, _ other: String? = nil) {
            all.append(Call(name: name, query: query, other: other ?? query))
        }
        read("getLicense", "", "license", "License")
        read(
            "getOpenSubsonicExtensions", "", "openSubsonicExtensions", "[OpenSubsonicExtension]")
        read("getMusicFolders", "", "musicFolders", "MusicFolders")
        read("getScanStatus", "", "scanStatus", "ScanStatus")
        read("getArtists", "", "artists", "ArtistsID3")
        read("getArtist", "id=\(artistID)", "artist", "ArtistWithAlbumsID3")
        read("getAlbum", "id=\(album)", "album", "AlbumID3WithSongs")
        read("getSong", "id=\(song)", "song", "Child")
        read("getGenres", "", "genres", "Genres")
        for name in ["Info", "Info2"] {
            all.append(
                Call(
                    name: "getArtist\(name)", query: "id=\(artistID)",
                    payload: ("artist\(name.lowercased().capitalized)", "Artist\(name)"),
                    isEmpty: true))
            read("getAlbum\(name)", "id=\(album)", "albumInfo", "AlbumInfo")
        }
        read("getTopSongs", "artist=\(artist)", "topSongs", "TopSongs")
        read("getSimilarSongs", "id=\(song)", "similarSongs", "SimilarSongs")
        read("getSimilarSongs2", "id=\(song)", "similarSongs2", "SimilarSongs2")
        read("getIndexes", "", "indexes", "Indexes")
        for id in [folder, album, artistID] {
            read("getMusicDirectory", "id=\(id)", "directory", "Directory")
        }
        for (name, type) in [("", "AlbumList"), ("2", "AlbumList2")] {
            for kind in ["highest", "alphabeticalByName", "starred", "frequent", "newest"] {
                read("getAlbumList\(name)", "type=\(kind)", "albumList\(name)", type)
            }
        }
        read("getRandomSongs", "musicFolderId=\(root.id)", "randomSongs", "Songs")
        read("getSongsByGenre", "genre=\(genre)", "songsByGenre", "Songs")
        read("getVideos", "", "videos", "Videos")
        read("getVideoInfo", "id=\(film)", "videoInfo", "VideoInfo")
        read("search", "any=bj", "searchResult", "SearchResult")
        for text in ["", "a"] {
            read("search2", "query=\(text)", "searchResult2", "SearchResult2")
            read("search3", "query=\(text)", "searchResult3", "SearchResult3")
        }
        read("getLyrics", "title=\((flac.title ?? "").percentEncoded)", "lyrics", "Lyrics")
        read("getLyricsBySongId", "id=\(song)", "lyricsList", "LyricsList")
        read("getLyricsBySongId", "id=\(song)&enhanced=true", "lyricsList", "LyricsList")
        read("getNowPlaying", "", "nowPlaying", "NowPlaying")
        read("getStarred", "", "starred", "Starred")
        read("getStarred2", "", "starred2", "Starred2")
        read("getBookmarks", "", "bookmarks", "Bookmarks")
        read("getPlayQueue", "", "playQueue", "PlayQueue")
        read("getPlayQueueByIndex", "", "playQueueByIndex", "PlayQueueByIndex")
        read("getInternetRadioStations", "", "internetRadioStations", "InternetRadioStations")
        read("getShares", "", "shares", "Shares")
        read("getPlaylists", "", "playlists", "Playlists")
        read("getPlaylist", "id=\(list)", "playlist", "PlaylistWithSongs")
        read("getPodcasts", "", "podcasts", "Podcasts")
        read("getNewestPodcasts", "", "newestPodcasts", "NewestPodcasts")
        read("getPodcastEpisode", "id=\(episodes[0])", "podcastEpisode", "PodcastEpisode")
        read("jukeboxControl", "action=get", "jukeboxPlaylist", "JukeboxPlaylist")
        read("jukeboxControl", "action=status", "jukeboxStatus", "JukeboxStatus")
        read("getChatMessages", "", "chatMessages", "ChatMessages")
        read("getUser", "username=owner", "user", "User")
        read("getUsers", "", "users", "Users")
        read("tokenInfo", "", "tokenInfo", "TokenInfo")
        all.append(
            Call(
                name: "getTranscodeDecision", query: "mediaId=\(song)&mediaType=song",
                body: """
                    {"name":"t","platform":"t","directPlayProfiles":[{"containers":["ogg"],
                    "audioCodecs":["opus"],"protocols":["http"]}],
                    "transcodingProfiles":[{"container":"mp3","audioCodec":"mp3","protocol":"http"}]}
                    """, payload: ("transcodeDecision", "TranscodeDecision")))
        read("getSong", "id=tr-999999", "error", "Error")
        read("getAlbumList", "type=none", "error", "Error")
        write("ping", "")
        write("scrobble", "id=\(song)")
        write("reportPlayback", "mediaId=\(song)&mediaType=song&positionMs=1&state=stopped")
        write("setRating", "id=\(song)&rating=3")
        write("star", "id=\(song)")
        write("unstar", "id=\(song)")
        write("addChatMessage", "message=x")
        write("createBookmark", "id=\(song)&position=1")
        write("deleteBookmark", "id=\(song)", "id=\(song)")
        write("savePlayQueue", "id=\(song)")
        write("savePlayQueueByIndex", "id=\(song)&currentIndex=0")
        write("createInternetRadioStation", "streamUrl=http://example.org/&name=n")
        write("updateInternetRadioStation", "id=\(station)&streamUrl=http://example.org/&name=n")
        write("deleteInternetRadioStation", "id=\(stations[1])", "id=\(stations[2])")
        read("createPlaylist", "playlistId=\(list)&songId=\(song)", "playlist", "PlaylistWithSongs")
        write("updatePlaylist", "playlistId=\(list)&comment=c")
        write("deletePlaylist", "id=\(lists[1])", "id=\(lists[2])")
        write("updateShare", "id=\(share)&description=d")
        write("deleteShare", "id=\(shares[1])", "id=\(shares[2])")
        all.append(
            Call(
                // By itself it ends a year after the request, which may be another second.
                name: "createShare", query: "id=\(song)&expires=4102444800000",
                other: "id=\(song)&expires=4102444800000",
                payload: ("shares", "Shares")))
        write(
            "createUser", "username=u1&password=password1&email=",
            "username=u2&password=password2&email=")
        write("updateUser", "username=u1&commentRole=false")
        write("changePassword", "username=ben&password=another1")
        write("deleteUser", "username=u1", "username=u2")
        write("refreshPodcasts", "")
        write("createPodcastChannel", "url=\(host.url)/d.xml", "url=\(host.url)/e.xml")
        write("downloadPodcastEpisode", "id=\(episodes[0])")
        write("deletePodcastEpisode", "id=\(episodes[0])", "id=\(episodes[1])")
        write("deletePodcastChannel", "id=\(channels[1])", "id=\(channels[2])")
        read("getPodcasts", "id=\(channel)&includeEpisodes=false", "podcasts", "Podcasts")
        read("startScan", "", "scanStatus", "ScanStatus")
    }
}

extension String {
    fileprivate var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
    }
}

// MARK: - Comparing

/// A value of JSON, which tells numbers from flags.
private enum JSON: Decodable, Equatable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    /// Whether there is nothing in it but empty lists.
    var isEmpty: Bool {
        switch self {
        case .list(let list): list.isEmpty
        case .object(let fields): fields.values.allSatisfy(\.isEmpty)
        default: false
        }
    }
}

/// An element of XML.
private final class XMLElements: NSObject, XMLParserDelegate {
    struct Element {
        var name: String
        var attributes: [String: String] = [:]
        var children: [Element] = []
        var text = ""
    }

    private var open = [Element(name: "")]

    static func parse(_ data: Data) throws -> Element {
        let reader = XMLElements()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        #expect(parser.parse(), "\(String(decoding: data, as: UTF8.self))")
        return try #require(reader.open.first?.children.first)
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        open.append(Element(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        let ended = open.removeLast()
        open[open.count - 1].children.append(ended)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open[open.count - 1].text += text
    }
}

/// The comparison of an object of JSON with an element of XML.
private enum Comparison {
    static func compare(
        _ object: [String: JSON], _ element: XMLElements.Element,
        _ schema: [String: SubsonicSchema.Field], at place: String, _ faults: inout [String]
    ) {
        var element = element
        element.attributes["xmlns"] = nil
        for (name, field) in schema where field.isRequired && object[name] == nil {
            faults.append("\(place).\(name) is required")
        }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            let place = "\(place).\(name)"
            guard let field = schema[name] else {
                faults.append("\(place) is in no schema")
                continue
            }
            let children = element.children.filter { $0.name == name }
            element.children.removeAll { $0.name == name }
            if field.isList {
                guard case .list(let values) = value, values.count == children.count else {
                    faults.append("\(place) is \(value) and \(children)")
                    continue
                }
                for (index, (value, child)) in zip(values, children).enumerated() {
                    compare(value, child, field.type, at: "\(place)[\(index)]", &faults)
                }
            } else if case .object = value {
                guard children.count == 1 else {
                    faults.append("\(place) is \(children.count) elements")
                    continue
                }
                compare(value, children[0], field.type, at: place, &faults)
            } else {
                let text: String?
                switch field.place {
                case .usual: text = element.attributes.removeValue(forKey: name)
                case .content:
                    text = element.text
                    element.text = ""
                case .element: text = children.count == 1 ? children[0].text : nil
                }
                compare(value, text, field.type, at: place, &faults)
            }
        }
        for name in element.attributes.keys + element.children.map(\.name) {
            faults.append("\(place).\(name) is in XML alone")
        }
        if !element.text.allSatisfy(\.isWhitespace) { faults.append("\(place) has a text") }
    }

    private static func compare(
        _ value: JSON, _ element: XMLElements.Element, _ type: String, at place: String,
        _ faults: inout [String]
    ) {
        if case .object(let object) = value {
            guard let schema = SubsonicSchema.objects[type] else {
                faults.append("\(place) is an object, not \(type)")
                return
            }
            compare(object, element, schema, at: place, &faults)
        } else {
            compare(value, element.text, type, at: place, &faults)
            if !element.attributes.isEmpty || !element.children.isEmpty {
                faults.append("\(place) has more in XML")
            }
        }
    }

    /// Compares a single value with a text of XML.
    private static func compare(
        _ value: JSON, _ text: String?, _ type: String, at place: String, _ faults: inout [String]
    ) {
        let isSame: Bool
        switch (value, type) {
        case (.text(let value), "text"): isSame = value == text
        case (.text(let value), "date"): isSame = value == text && isMoment(value)
        case (.integer(let value), "int"): isSame = String(value) == text
        case (.integer(let value), "number"): isSame = text.flatMap(Double.init) == Double(value)
        case (.number(let value), "number"): isSame = text.flatMap(Double.init) == value
        case (.flag(let value), "flag"): isSame = text == (value ? "true" : "false")
        default: isSame = false
        }
        if !isSame { faults.append("\(place) (\(type)) is \(value) and \(text ?? "absent")") }
    }

    /// Whether a text is a moment with its zone (RFC 3339).
    private static func isMoment(_ text: String) -> Bool {
        text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) != nil
    }
}
