import Foundation
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithUsers
import Testing

/// Imports that are repeated, after the user's changes, and beside broken files.
@Suite final class FollowingTests: PlaylistFolder {
    private func read(
        _ name: String, called: String? = nil, replacing: Bool = false
    ) throws -> PlaylistImporter.Outcome {
        var options = PlaylistImporter.Options()
        (options.name, options.isReplacing) = (called, replacing)
        return try PlaylistImporter(catalog: catalog, options: options).importFile(at: path(name))
    }

    private func follow(
        _ names: String..., isGone: (MediaPath) -> Bool = { _ in false }
    ) throws -> PlaylistFollower.Outcome {
        try PlaylistFollower(catalog: catalog).follow(names.map(path), isGone: isGone)
    }

    private func names() throws -> [String] { try catalog.playlists.all().map(\.name) }

    private func count(_ name: String) throws -> Int {
        try catalog.playlists.entries(of: catalog.playlists.playlist(named: name).persistentID)
            .count
    }

    // MARK: - The title in the file

    @Test("a list is called as its file calls it, also when the title changes, and keeps its id")
    func title() throws {
        try put("#EXTM3U\n#PLAYLIST:Title A\na.mp3\n", in: "list.m3u")
        _ = try follow("list.m3u")
        let list = try catalog.playlists.playlist(named: "Title A").persistentID
        try put("#EXTM3U\n#PLAYLIST:Title B\na.mp3\nb.mp3\n", in: "list.m3u")
        _ = try follow("list.m3u")
        #expect(try names() == ["Title B"])
        #expect(try catalog.playlists.playlist(named: "Title B").persistentID == list)
        #expect(try count("Title B") == 2)
        // Without a title it has the file's name; another list may have that.
        _ = try catalog.playlists.create(PlaylistCreationMetadata(name: "list"))
        try put("a.mp3\n", in: "list.m3u")
        _ = try follow("list.m3u")
        let folderName = folder.lastPathComponent
        #expect(try Set(names()) == ["list", "list (\(folderName))"])
    }

    @Test("a name that the user chose stays when the title in the file changes")
    func titleOfChosenName() throws {
        try put("#EXTM3U\n#PLAYLIST:Title A\na.mp3\n", in: "list.m3u")
        _ = try read("list.m3u", called: "Mine")
        try put("#EXTM3U\n#PLAYLIST:Title B\na.mp3\nb.mp3\n", in: "list.m3u")
        #expect(try follow("list.m3u").read == 1)
        #expect(try names() == ["Mine"])
        #expect(try count("Mine") == 2)
    }

    // MARK: - Twice

    /// A good and a bad file of each kind.
    static let kinds = [
        ("m3u", "a.mp3\n", "#EXTM3U\n#EXT-X-VERSION:3\nx.ts\n"),
        ("m3u8", "a.mp3\n", "\u{0}\u{1}"),
        ("pls", "[playlist]\nFile1=a.mp3\n", "nothing"),
        (
            "xspf",
            "<playlist version=\"1\" xmlns=\"http://xspf.org/ns/0/\"><trackList/></playlist>",
            "<playlist>"
        ),
        ("jspf", "{\"playlist\":{\"track\":[]}}", "{"),
        ("asx", "<asx version=\"3\"/>", "<html/>"), ("wpl", "<smil/>", "words"),
        (
            "nsp", "{\"all\":[{\"gt\":{\"rating\":3}}]}",
            "{\"all\":[{\"is\":{\"averagerating\":4}}]}"
        ),
    ]

    @Test("a bad file among good ones is one problem, and the second time nothing else is read")
    func badAmongGood() throws {
        for (kind, good, bad) in Self.kinds {
            try put(good, in: "good \(kind).\(kind)")
            try put(bad, in: "bad \(kind).\(kind)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let follower = PlaylistFollower(catalog: catalog)
        for read in [Self.kinds.count, 0] {
            let outcome = try follower.follow(files.map(path))
            #expect(outcome.read == read)
            #expect(
                outcome.problems.map { $0.path.lastComponent.description }
                    == files.filter { $0.hasPrefix("bad") })
            #expect(try names() == Self.kinds.map { "good \($0.0)" }.sorted())
        }
    }

    @Test("each kind of file is read twice as one list", arguments: kinds.map(\.0))
    func twice(kind: String) throws {
        let contents = try #require(Self.kinds.first { $0.0 == kind }).1
        try put(contents, in: "list.\(kind)")
        let first = try read("list.\(kind)").result
        var second = try read("list.\(kind)").result
        second.playlist.dateModified = first.playlist.dateModified
        #expect(second == first)
        #expect(try catalog.playlists.all().count == 1)
    }

    @Test("rules are followed as lists are: read once, again when changed, never over the user's")
    func rules() throws {
        func rule() throws -> String? {
            let list = try catalog.playlists.playlist(named: "Best")
            return try catalog.playlists.rule(of: list.persistentID)?.predicate.expression
        }
        try put(#"{"name":"Best","all":[{"gt":{"rating":3}}]}"#, in: "b.nsp")
        #expect(try follow("b.nsp").read == 1)
        #expect(try follow("b.nsp").read == 0)
        try put(#"{"name":"Best","all":[{"gt":{"rating":4}}]}"#, in: "b.nsp")
        #expect(try follow("b.nsp").read == 1)
        #expect(try rule() == "rating > 4")
        try catalog.playlists.setRule(
            SmartPlaylistRule(predicate: .all([])),
            of: catalog.playlists.playlist(named: "Best").persistentID)
        try put(#"{"name":"Best","all":[{"gt":{"rating":2}}]}"#, in: "b.nsp")
        #expect(try follow("b.nsp").read == 0)
        #expect(try rule() == "true")
        #expect(throws: PlaylistEditError.isEdited("Best")) { try read("b.nsp") }
        _ = try read("b.nsp", replacing: true)
        #expect(try rule() == "rating > 2")
    }

    @Test("rules whose name another list has get another name, and end nothing")
    func clash() throws {
        _ = try catalog.playlists.create(PlaylistCreationMetadata(name: "Best"))
        try put(#"{"name":"Best","all":[{"gt":{"rating":3}}]}"#, in: "lists/b.nsp")
        try put("a.mp3", in: "lists/c.m3u")
        let outcome = try follow("lists/b.nsp", "lists/c.m3u")
        #expect(outcome.problems == [])
        #expect(try names() == ["Best", "Best (lists)", "c"])
    }

    @Test("a file that becomes rules, and back, keeps its list")
    func otherKind() throws {
        try put(#"{"all":[{"gt":{"rating":3}}]}"#, in: "x.nsp")
        let id = try read("x.nsp").result.playlist.persistentID
        try put("a.mp3", in: "x.m3u")
        _ = try read("x.m3u", called: "x", replacing: true)
        #expect(try catalog.playlists.rule(of: id) == nil)
        #expect(try count("x") == 1)
    }

    // MARK: - The user's changes

    @Test("a list that the user changed is replaced only when asked to be")
    func edited() throws {
        try put("a.mp3\n", in: "list.m3u")
        let id = try read("list.m3u").result.playlist.persistentID
        try catalog.playlistEntries.add(
            [.text(PlaylistEntry(location: .path("b.mp3")), folder: nil)], to: id)
        #expect(throws: PlaylistEditError.isEdited("list")) { try read("list.m3u") }
        #expect(try count("list") == 2)
        #expect(try read("list.m3u", replacing: true).result.playlist.persistentID == id)
        #expect(try count("list") == 1)
    }

    @Test("a change of the file of a list that the user changed is reported once")
    func unfollowed() throws {
        try put("a.mp3\n", in: "list.m3u")
        let id = try read("list.m3u").result.playlist.persistentID
        try catalog.playlists.describe(id, as: "mine")
        #expect(try follow("list.m3u").unfollowed == [])
        try put("a.mp3\nb.mp3\n", in: "list.m3u")
        let changed = try follow("list.m3u")
        #expect(changed.unfollowed == [.init(name: "list", file: path("list.m3u"))])
        #expect(changed.read == 0)
        #expect(try follow("list.m3u").unfollowed == [])
        #expect(try count("list") == 1)
    }

    @Test("a name that is given makes a list of that name, and is not given twice")
    func givenName() throws {
        try put("a.mp3\n", in: "list.m3u")
        let first = try read("list.m3u").result.playlist
        let other = try read("list.m3u", called: "Other").result.playlist
        #expect(other.name == "Other")
        #expect(try names() == ["list", "Other"])
        #expect(throws: PlaylistEditError.nameNotReplaced("Other")) {
            try read("list.m3u", called: "Other")
        }
        let again = try read("list.m3u", called: "Other", replacing: true).result.playlist
        #expect(again.persistentID == other.persistentID)
        // The first one follows the file, as before.
        try put("a.mp3\nb.mp3\n", in: "list.m3u")
        #expect(try follow("list.m3u").read == 1)
        #expect(try count(first.name) == 2)
        #expect(try count("Other") == 1)
    }

    // MARK: - Exported lists

    private func export(_ name: String, to file: String) throws {
        let list = try catalog.playlists.playlist(named: name)
        let source = PlaylistSource(head: try catalog.playlists.head(of: list)) { body in
            try self.catalog.playlists.forEachDocumentEntry(of: list, body)
        }
        _ = try PlaylistExporter(format: .m3u8).write(source, to: path(file))
        try catalog.playlistFiles.noteExport(of: list.persistentID, to: path(file))
    }

    @Test("a file that a list was exported to is no other list until another program changes it")
    func exported() throws {
        let road = try catalog.playlists.create(PlaylistCreationMetadata(name: "Road")).persistentID
        for name in ["a.mp3", "b.mp3"] {
            let entry = PlaylistEntry(location: .path(path(name)))
            try catalog.playlistEntries.add([.text(entry, folder: nil)], to: road)
            try export("Road", to: "Road.m3u8")
            #expect(try follow("Road.m3u8") == follow())
            #expect(try names() == ["Road"])
        }
        try put("c.mp3\n", in: "Road.m3u8")
        #expect(try follow("Road.m3u8").read == 1)
        #expect(try names().count == 2)
        // That list follows the file, also where the file is as it was exported.
        try export("Road", to: "Road.m3u8")
        #expect(try follow("Road.m3u8").read == 1)
        #expect(try names().count == 2)
    }

    @Test("a list that is exported to its own file is neither read again nor reported as changed")
    func exportedToItsFile() throws {
        try put("a.mp3\n", in: "list.m3u8")
        _ = try follow("list.m3u8")
        try export("list", to: "list.m3u8")
        #expect(try follow("list.m3u8") == follow())
        try catalog.playlists.describe(
            catalog.playlists.playlist(named: "list").persistentID, as: "mine")
        try export("list", to: "list.m3u8")
        #expect(try follow("list.m3u8") == follow())
        #expect(try names() == ["list"])
    }

    // MARK: - Names

    @Test(
        "lists of album folders are called as their folders, and like names get the folder behind them"
    )
    func folderNames() throws {
        for name in [
            "A/playlist.m3u", "B/Playlist.m3u8", "A/mix.m3u", "B/mix.m3u", "C/A/index.pls",
        ] {
            try put("[playlist]\nFile1=x.mp3\n", in: name)
        }
        let outcome = try follow(
            "A/mix.m3u", "A/playlist.m3u", "B/Playlist.m3u8", "B/mix.m3u", "C/A/index.pls")
        #expect(outcome.problems == [])
        #expect(try names().sorted() == ["A", "A (C)", "B", "mix", "mix (B)"])
    }

    // MARK: - Files that are gone

    @Test("a list whose file is gone goes, too, unless the user changed it or rules ask for it")
    func gone() throws {
        for name in ["plain", "edited", "asked", "kept"] { try put("a.mp3\n", in: "\(name).m3u") }
        _ = try follow("plain.m3u", "edited.m3u", "asked.m3u", "kept.m3u")
        try catalog.playlists.describe(
            catalog.playlists.playlist(named: "edited").persistentID, as: "mine")
        _ = try catalog.playlists.create(
            PlaylistCreationMetadata(name: "Smart"),
            rule: SmartPlaylistRule(predicate: .inPlaylist("asked")))
        let outcome = try follow("kept.m3u") { $0 != self.path("kept.m3u") }
        #expect(outcome.deleted == ["plain"])
        #expect(outcome.kept.map(\.name) == ["asked"])
        #expect(outcome.kept.map(\.askedForBy) == [["Smart"]])
        #expect(try names() == ["asked", "edited", "kept", "Smart"])
        // Reported once: it is the user's own list now.
        let again = try follow("kept.m3u") { $0 != self.path("kept.m3u") }
        #expect(again.kept == [])
        #expect(again.deleted == [])
    }

    // MARK: - Files that were moved

    private func move(_ old: String, to new: String) throws {
        let url = folder.appendingPathComponent(new)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: folder.appendingPathComponent(old), to: url)
    }

    private func followAll(_ names: String...) throws -> PlaylistFollower.Outcome {
        let files = names.map(path)
        return try PlaylistFollower(catalog: catalog).follow(files) { !files.contains($0) }
    }

    @Test("a file that is moved keeps its list, whether or not the user changed that")
    func moved() throws {
        try put("a.mp3\n", in: "A/plain.m3u")
        try put("b.mp3\n", in: "A/edited.m3u")
        _ = try followAll("A/plain.m3u", "A/edited.m3u")
        let ids = try catalog.playlists.all().map(\.persistentID)
        try catalog.playlistEntries.add(
            [.text(PlaylistEntry(location: .path("c.mp3")), folder: nil)],
            to: catalog.playlists.playlist(named: "edited").persistentID)
        try move("A/plain.m3u", to: "B/plain.m3u")
        try move("A/edited.m3u", to: "B/edited.m3u")
        let outcome = try followAll("B/plain.m3u", "B/edited.m3u")
        #expect(outcome.deleted == [])
        #expect(outcome.problems == [])
        #expect(try catalog.playlists.all().map(\.persistentID) == ids)
        #expect(try count("edited") == 2)
        // The meaning of entries depends on the folder.
        let entry = try catalog.playlists.entries(
            of: catalog.playlists.playlist(named: "plain").persistentID
        ).first
        #expect(entry?.folder == path("B"))
        // The changed list does not follow its file; the other one does.
        try put("a.mp3\nx.mp3\n", in: "B/plain.m3u")
        try put("b.mp3\nx.mp3\ny.mp3\n", in: "B/edited.m3u")
        #expect(try followAll("B/plain.m3u", "B/edited.m3u").read == 1)
        #expect(try [count("plain"), count("edited")] == [2, 2])
    }

    @Test("a file that is renamed gives its list the new name, where it gave it the old one")
    func renamed() throws {
        try put("a.mp3\n", in: "rock.m3u")
        try put("#EXTM3U\n#PLAYLIST:Titled\nb.mp3\n", in: "titled.m3u")
        _ = try followAll("rock.m3u", "titled.m3u")
        let ids = try catalog.playlists.all().map(\.persistentID)
        _ = try catalog.playlists.create(
            PlaylistCreationMetadata(name: "Smart"),
            rule: SmartPlaylistRule(predicate: .inPlaylist("rock")))
        try move("rock.m3u", to: "punk.m3u")
        try move("titled.m3u", to: "other.m3u")
        #expect(try followAll("punk.m3u", "other.m3u").deleted == [])
        #expect(try names() == ["punk", "Smart", "Titled"])
        #expect(
            try ["punk", "Titled"].map { try catalog.playlists.playlist(named: $0).persistentID }
                == ids)
        let rule = try catalog.playlists.rule(
            of: catalog.playlists.playlist(named: "Smart").persistentID)
        #expect(rule?.predicate == .inPlaylist("punk"))
    }

    @Test(
        "a file with the inode of a deleted one is another list, and one of two copies is the moved one by its name"
    )
    func notMoved() throws {
        try put("a.mp3\n", in: "A/old.m3u")
        try put("b.mp3\n", in: "A/twin.m3u")
        _ = try followAll("A/old.m3u", "A/twin.m3u")
        let twin = try catalog.playlists.playlist(named: "twin").persistentID
        try catalog.playlists.describe(
            catalog.playlists.playlist(named: "old").persistentID, as: "mine")
        // The same inode, with another name and content.
        try move("A/old.m3u", to: "A/new.m3u")
        try put("c.mp3\n", in: "A/new.m3u")
        try move("A/twin.m3u", to: "B/twin.m3u")
        try put("b.mp3\n", in: "B/copy.m3u")
        let outcome = try followAll("A/new.m3u", "B/copy.m3u", "B/twin.m3u")
        #expect(outcome.read == 3)
        #expect(try names() == ["copy", "new", "old", "twin"])
        #expect(try catalog.playlists.playlist(named: "twin").persistentID == twin)
    }
}
