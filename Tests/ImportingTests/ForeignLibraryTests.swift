import Foundation
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithUsers
import Testing

/// Data read from each program, in its own form.
@Suite struct ForeignLibraryTests {
    private let files: ForeignFiles

    init() throws { files = try ForeignFiles() }

    @Test("iTunes: tracks, folders of playlists, and what a smart one holds now")
    func itunes() throws {
        try files.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
              <key>Major Version</key><integer>1</integer>
              <key>Tracks</key><dict>
                <key>101</key><dict>
                  <key>Track ID</key><integer>101</integer>
                  <key>Name</key><string>Caf&#233; &amp; More</string>
                  <key>Artist</key><string>Ada</string>
                  <key>Album</key><string>One</string>
                  <key>Total Time</key><integer>183500</integer>
                  <key>Disc Number</key><integer>2</integer>
                  <key>Track Number</key><integer>3</integer>
                  <key>Date Added</key><date>2020-01-02T03:04:05Z</date>
                  <key>Play Count</key><integer>12</integer>
                  <key>Play Date</key><integer>3788136366</integer>
                  <key>Play Date UTC</key><date>2024-05-01T10:20:30Z</date>
                  <key>Skip Count</key><integer>1</integer>
                  <key>Rating</key><integer>80</integer>
                  <key>Loved</key><true/>
                  <key>Artwork Data</key><data>AAAA</data>
                  <key>Location</key><string>file://localhost/Users/me/Music/Ada/One/2-03%20Caf%C3%A9.mp3</string>
                </dict>
                <key>102</key><dict>
                  <key>Track ID</key><integer>102</integer>
                  <key>Name</key><string>Windows</string>
                  <key>Rating</key><integer>60</integer>
                  <key>Rating Computed</key><true/>
                  <key>Location</key><string>file://localhost/C:/Music/Ada/w.mp3</string>
                </dict>
                <key>103</key><dict>
                  <key>Track ID</key><integer>103</integer><key>Name</key><string>In the cloud</string>
                </dict>
              </dict>
              <key>Playlists</key><array>
                <dict><key>Name</key><string>Library</string><key>Master</key><true/>
                  <key>Playlist Persistent ID</key><string>00</string></dict>
                <dict><key>Name</key><string>Music</string><key>Distinguished Kind</key><integer>4</integer>
                  <key>Playlist Persistent ID</key><string>01</string></dict>
                <dict><key>Name</key><string>Summer</string><key>Folder</key><true/>
                  <key>Playlist Persistent ID</key><string>0A</string></dict>
                <dict><key>Name</key><string>Road</string>
                  <key>Playlist Persistent ID</key><string>0B</string>
                  <key>Parent Persistent ID</key><string>0A</string>
                  <key>Playlist Items</key><array>
                    <dict><key>Track ID</key><integer>102</integer></dict>
                    <dict><key>Track ID</key><integer>101</integer></dict>
                    <dict><key>Track ID</key><integer>999</integer></dict>
                  </array></dict>
                <dict><key>Name</key><string>Best</string><key>Smart Info</key><data>AQE=</data>
                  <key>Playlist Persistent ID</key><string>0C</string></dict>
              </array>
            </dict></plist>
            """, to: "Music/Library.xml")
        let library = try files.library(.itunes)
        let track = try #require(library.track("Café & More"))
        #expect(track.location?.path == "/Users/me/Music/Ada/One/2-03 Café.mp3")
        #expect(track.artist == "Ada" && track.albumTitle == "One" && track.duration == 183.5)
        #expect(track.discNumber == 2 && track.trackNumber == 3)
        #expect(track.dateAdded == date(1_577_934_245))
        #expect(
            track.values
                == values {
                    $0.rating = 4
                    $0.favoriteDate = date(1_577_934_245)
                    ($0.playCount, $0.skipCount) = (12, 1)
                    $0.lastPlayedDate = date(1_714_558_830)
                })
        #expect(library.track("Windows")?.location?.path == "C:/Music/Ada/w.mp3")
        #expect(library.track("Windows")?.values == UserData.Values())
        // The station has no file.
        #expect(library.tracks.count == 3 && library.countWithoutFile == 1)
        #expect(library.playlists.map(\.name) == ["Summer/Road", "Best"])
        #expect(library.playlists[0].entries.map(\.title) == ["Windows", "Café & More"])
        #expect(library.remarks.count == 1 && library.remarks[0].contains("'Best'"))
        // The same list has the same id whenever it is read.
        #expect(try files.library(.itunes).playlists.map(\.uuid) == library.playlists.map(\.uuid))
        // Libraries that were upgraded have a second file, of the same tracks and lists.
        let names = try FileManager.default.subpathsOfDirectory(atPath: files.folder.description)
        let first = try #require(names.first { $0.hasSuffix(".xml") })
        try FileManager.default.copyItem(
            atPath: files.folder.appending(MediaPath(first)).description,
            toPath: files.folder.appending("iTunes Music Library.xml").description)
        #expect(try files.library(.itunes).tracks.count == library.tracks.count)
        #expect(try files.library(.itunes).playlists.count == library.playlists.count)
    }

    /// Playlists of a library of iTunes, and their names; each has an identity of its own.
    static let lists: [(playlists: String, names: [String])] = [
        ("<dict><key>Name</key><string>A</string></dict>", ["A"]),
        (
            "<dict><key>Name</key><string>A</string></dict><dict><key>Name</key><string>A</string></dict>",
            ["A", "A"]
        ),
        ("<dict><key>Playlist Persistent ID</key><string>01</string></dict>", ["Playlist"]),
        ("<dict><key>Playlist ID</key><integer>7</integer></dict>", ["Playlist"]),
        // In itself, and in a folder that is.
        (
            """
            <dict><key>Name</key><string>A</string><key>Playlist Persistent ID</key><string>01</string>
            <key>Parent Persistent ID</key><string>01</string></dict>
            """, ["A"]
        ),
        (
            """
            <dict><key>Name</key><string>F</string><key>Folder</key><true/>
            <key>Playlist Persistent ID</key><string>0F</string>
            <key>Parent Persistent ID</key><string>0F</string></dict>
            <dict><key>Name</key><string>A</string><key>Parent Persistent ID</key><string>0F</string></dict>
            """, ["F/A"]
        ),
        // Two folders in each other.
        (
            """
            <dict><key>Name</key><string>F</string><key>Folder</key><true/>
            <key>Playlist Persistent ID</key><string>0F</string>
            <key>Parent Persistent ID</key><string>0E</string></dict>
            <dict><key>Name</key><string>E</string><key>Folder</key><true/>
            <key>Playlist Persistent ID</key><string>0E</string>
            <key>Parent Persistent ID</key><string>0F</string></dict>
            <dict><key>Name</key><string>A</string><key>Playlist Persistent ID</key><string>0A</string>
            <key>Parent Persistent ID</key><string>0F</string></dict>
            """, ["E/F/A"]
        ),
        // A folder that is not there.
        (
            "<dict><key>Name</key><string>A</string><key>Parent Persistent ID</key><string>0F</string></dict>",
            ["A"]
        ),
    ]

    @Test(
        "iTunes: a playlist without an identity, a name or a sound folder is imported",
        arguments: lists)
    func oddLists(playlists: String, names: [String]) throws {
        try files.write(
            """
            <?xml version="1.0"?><plist version="1.0"><dict><key>Tracks</key><dict/>
            <key>Playlists</key><array>\(playlists)</array></dict></plist>
            """, to: "Library.xml")
        let library = try files.library(.itunes)
        #expect(library.playlists.map(\.name) == names)
        #expect(Set(library.playlists.map(\.uuid)).count == names.count)
        #expect(try files.library(.itunes).playlists.map(\.uuid) == library.playlists.map(\.uuid))
    }

    @Test("A favourite has a date that can be: its own, else when it was added, else now")
    func favorites() {
        func item(_ favorite: Double, added: Double?) -> UserData.Item? {
            var track = ForeignLibrary.Track(location: .path("/m/1"))
            track.dateAdded = added.map(date)
            track.values.favoriteDate = date(favorite)
            track.albumValues = UserData.GroupValues(favoriteDate: date(favorite))
            var library = ForeignLibrary()
            library.tracks = [track]
            library.artists = [
                UserData.Artist(
                    name: "Ada", musicBrainzID: nil, rating: nil, favoriteDate: date(favorite))
            ]
            let data = library.userData(now: date(1_700_000_000)) { $0 }
            let isKnown = favorite == 1_600_000_000
            #expect(
                data.users.first?.artists?.first?.favoriteDate
                    == date(isKnown ? favorite : 1_700_000_000))
            return data.items.first
        }
        for (favorite, added, expected) in [
            (1_600_000_000, 1_500_000_000, 1_600_000_000), (1_600_000_000, nil, 1_600_000_000),
            (0, 1_500_000_000, 1_500_000_000), (0, nil, 1_700_000_000),
            (0, 0, 1_700_000_000), (-2_082_844_800, nil, 1_700_000_000),
            (1_900_000_000, 1_500_000_000, 1_500_000_000), (1_900_000_000, nil, 1_700_000_000),
        ] as [(Double, Double?, Double)] {
            let found = item(favorite, added: added)
            #expect(found?.values?[UserData.unnamed]?.favoriteDate == date(expected))
            #expect(found?.albumValues?[UserData.unnamed]?.favoriteDate == date(expected))
        }
    }

    @Test("Rhythmbox: songs and lists; rules are named as left out")
    func rhythmbox() throws {
        try files.write(
            """
            <?xml version="1.0" standalone="yes"?>
            <rhythmdb version="2.0">
              <entry type="song">
                <title>One &amp; Two</title><genre>Rock</genre><artist>Ada</artist><album>First</album>
                <track-number>3</track-number><disc-number>1</disc-number><duration>241</duration>
                <file-size>100</file-size><location>file:///music/Ada/First/one%20two.ogg</location>
                <first-seen>1600000000</first-seen><last-seen>1700000000</last-seen>
                <rating>4.000000</rating><play-count>9</play-count><last-played>1690000000</last-played>
                <album-artist>Ada and Friends</album-artist>
              </entry>
              <entry type="iradio"><title>Radio</title><location>http://radio.example/</location></entry>
              <entry type="podcast-post"><title>Talk</title><location>http://example/1.mp3</location>
                <mountpoint>file:///casts/1.mp3</mountpoint></entry>
            </rhythmdb>
            """, to: "rhythmdb.xml")
        try files.write(
            """
            <?xml version="1.0"?>
            <rhythmdb-playlists>
              <playlist name="Road" show-browser="true" type="static">
                <location>file:///music/Ada/First/one%20two.ogg</location><location>http://radio.example/</location>
              </playlist>
              <playlist name="Top" type="automatic"><conjunction><equals prop="type">song</equals></conjunction></playlist>
              <playlist name="Play Queue" type="queue"/>
              <playlist name="Road" type="static"/>
            </rhythmdb-playlists>
            """, to: "playlists.xml")
        let library = try files.library(.rhythmbox)
        let track = try #require(library.track("One & Two"))
        #expect(track.location?.path == "/music/Ada/First/one two.ogg")
        #expect(track.albumArtist == "Ada and Friends" && track.trackNumber == 3)
        #expect(
            track.values
                == values {
                    ($0.rating, $0.playCount) = (4, 9)
                    $0.lastPlayedDate = date(1_690_000_000)
                })
        #expect(library.track("Talk")?.location?.path == "/casts/1.mp3")
        #expect(library.tracks.count == 2)
        #expect(library.playlists.map(\.name) == ["Road", "Road"])
        // The file of the lists has places alone.
        let entries = library.userData { $0 }.users.first?.playlists?.first?.entries
        #expect(entries?.map(\.title) == ["One & Two", nil])
        #expect(library.playlists[0].entries.map(\.uri) == [nil, "http://radio.example/"])
        // The other file has the tags.
        #expect(library.playlists[0].entries.map(\.title) == ["One & Two", nil])
        #expect(library.playlists[0].entries.map(\.album) == ["First", nil])
        #expect(library.playlists[0].entries.map(\.duration) == [241, nil])
        #expect(library.remarks.count == 1 && library.remarks[0].contains("'Top'"))
    }

    @Test(
        "What is none of the program's files is refused by name", arguments: ForeignProgram.allCases
    )
    func refused(program: ForeignProgram) throws {
        let note = try files.write("milk, eggs", to: "note.txt")
        for path in [files.folder, note, files.folder.appending("none.db")] {
            #expect {
                try program.library(in: [path], ofUser: nil)
            } throws: {
                $0 is ImportingError && "\($0)".hasPrefix("\(path)")
            }
        }
    }
}
