import FoundationEssentials
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// The folders as they are on disk.
enum FolderEndpoints {
    static let all = [
        Endpoint(
            "getIndexes",
            [.optional("musicFolderId"), .optional("ifModifiedSince", .integer)], indexes),
        Endpoint("getMusicDirectory", [.required("id")], directory),
    ]

    private static func indexes(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let wanted = call.optionalText("musicFolderId").flatMap { $0 == "0" ? nil : $0 }
        let since = call.integer("ifModifiedSince") ?? 0
        let answer = try await call.library.perform { catalog -> SubsonicObject? in
            let roots = try catalog.roots.allOpen().filter {
                wanted == nil || $0.id.description == wanted
            }
            if roots.isEmpty, wanted != nil { return nil }
            let second = try catalog.lastModifiedDate().secondsSince1970
            // More may change in this very second: then the next request gets all of it.
            let isOver = second < Date.now.secondsSince1970
            var object = SubsonicObject("ignoredArticles", .text(catalog.ignoredArticles))
            object.add("lastModified", isOver ? second * 1000 : second * 1000 - 1)
            if second * 1000 <= since { return object }
            let tops = try roots.compactMap { try catalog.folders.folder(of: $0.id) }
            let folders = try tops.flatMap { try catalog.folders.all(in: $0) }
            object.add("index", try index(of: folders, catalog.sortKeys))
            object.add("child", songs: try tops.flatMap { try catalog.folders.itemIDs(in: $0) })
            return object
        }
        guard let answer else { throw SubsonicError.notFound("Music folder", wanted ?? "") }
        return .payload("indexes", answer)
    }

    /// Folders under the letters that they begin with.
    private static func index(
        of folders: [LibraryFolder], _ sortKeys: SortKeyMaker
    ) throws -> [SubsonicObject] {
        var entries: [(heading: String, folders: [SubsonicObject])] = []
        let keyed = folders.map { (key: sortKeys.key(for: $0.name), folder: $0) }
            .sorted { ($0.key, $0.folder.id) < ($1.key, $1.folder.id) }
        for (key, folder) in keyed {
            let heading = MediaQuerySection.title(ofKey: key)
            if entries.last?.heading != heading { entries.append((heading, [])) }
            var entry = SubsonicObject("id", .text("\(SubsonicID.folder(folder.id))"))
            entry.add("name", folder.name)
            entries[entries.count - 1].folders.append(entry)
        }
        return entries.map { heading, folders in
            var index = SubsonicObject("name", .text(heading))
            index.add("artist", folders)
            return index
        }
    }

    private static func directory(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try call.id("id", "Directory")
        let object = try await call.library.perform { catalog -> SubsonicObject? in
            switch id {
            case .folder(let number): try folder(number, catalog)
            case .album(let album): try self.album(album, catalog)
            case .artist(let artist): try self.artist(artist, catalog)
            case .loose(let artist): try loose(artist, catalog)
            case .song, .playlist, .station, .share, .podcast, .feed, .episode: nil
            }
        }
        guard let object else { throw SubsonicError.notFound("Directory", id.description) }
        return .payload("directory", object)
    }

    private static func folder(_ id: Int64, _ catalog: Catalog) throws -> SubsonicObject? {
        guard let folder = try catalog.folders.folder(id) else { return nil }
        var object = SubsonicObject("id", .text("\(SubsonicID.folder(id))"))
        object.add("parent", folder.parent.map { "\(SubsonicID.folder($0))" })
        object.add("name", folder.name)
        object.add("starred", try catalog.starDate(of: folder)?.iso8601)
        let folders = try catalog.folders.all(in: folder).map { inner in
            var child = SubsonicObject("id", .text("\(SubsonicID.folder(inner.id))"))
            child.add("parent", "\(SubsonicID.folder(id))")
            child.add("isDir", true)
            child.add("title", inner.name)
            return child
        }
        object.add(
            "child", songs: try catalog.folders.itemIDs(in: folder), after: folders,
            parent: .folder(id))
        return object
    }

    /// The lists by folders show albums as directories, which can be opened.
    private static func album(
        _ id: MediaAlbumID, _ catalog: Catalog
    ) throws -> SubsonicObject? {
        let albums = try catalog.collections.all([id.rawValue], groupedBy: .album)
        guard let album = try catalog.albumAnswers(albums).first else { return nil }
        var object = SubsonicObject("id", .text("\(SubsonicID.album(id))"))
        object.add(
            "parent", album.artist.map { "\(SubsonicID.artist($0.id))" })
        object.add("name", album.album.title)
        let songs = try catalog.items.ids(matching: MediaQuery(group: album.album.group))
        object.add("child", songs: songs, parent: .album(id))
        return object
    }

    private static func loose(
        _ id: MediaArtistID, _ catalog: Catalog
    ) throws -> SubsonicObject? {
        guard let artist = try catalog.artist(id),
            let songs = try catalog.looseSongs(of: artist)
        else { return nil }
        var object = SubsonicObject("id", .text("\(SubsonicID.loose(id))"))
        object.add("parent", "\(SubsonicID.artist(id))")
        object.add("name", songs.title)
        object.add(
            "child", songs: try catalog.songsWithoutAlbum(of: artist), parent: .loose(id))
        return object
    }

    private static func artist(
        _ id: MediaArtistID, _ catalog: Catalog
    ) throws -> SubsonicObject? {
        guard let artist = try catalog.artist(id) else { return nil }
        var object = SubsonicObject("id", .text("\(SubsonicID.artist(id))"))
        object.add("name", artist.title)
        let albums = try catalog.albumAnswers(catalog.albums(of: artist)).map(\.directory)
        object.add(
            "child", songs: try catalog.songsWithoutAlbum(of: artist), after: albums,
            parent: .artist(id))
        return object
    }
}

extension Catalog {
    /// Words at the beginning of names that do not count in their order.
    var ignoredArticles: String {
        sortKeys.articles.map { $0.filter { $0 != " " } }.joined(separator: " ")
    }

    /// When the album or artist that a folder holds was starred.
    fileprivate func starDate(of folder: LibraryFolder) throws -> Date? {
        let (grouping, id): (MediaGrouping, Int64)
        switch try thing(heldBy: folder) {
        case .album(let album): (grouping, id) = (.album, album.rawValue)
        case .artist(let artist): (grouping, id) = (.artist, artist.rawValue)
        default: return nil
        }
        return try values.groupValues(of: [id], groupedBy: grouping)[id]?.favoriteDate
    }
}
