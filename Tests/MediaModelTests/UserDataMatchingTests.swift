import PhonolithIdentity
import PhonolithMediaModel
import Testing

/// Entries of user data against the files of a library: what is known of each decides, in the order of a scan's signs.
@Suite struct UserDataMatchingTests {
    /// A file, or an entry that speaks of one.
    struct Song: Sendable {
        var path: String
        var sound: UInt64?
        var id: String?
        var title: String?
        var artist: String?
        var album: String?
        var track: Int?
        var length: Double?

        func trace(_ number: Int) -> FileTrace {
            var trace = FileTrace(
                fileID: Int64(number), itemID: Int64(number), path: MediaPath(path),
                stamp: FileStamp(size: 0, modified: 0, device: 0, inode: 0))
            trace.signature = sound.map(AudioSignature.init)
            trace.musicBrainzTrackID = id
            (trace.title, trace.artist, trace.albumTitle) = (title, artist, album)
            (trace.albumArtist, trace.trackNumber, trace.duration) = (artist, track, length)
            return trace
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var entries: [Song]
        var files: [Song]
        /// The places of the files that the entries are, in their order; `nil` for none.
        var expected: [Int?]

        init(_ name: String, _ entries: [Song], _ files: [Song], _ expected: [Int?]) {
            testDescription = name
            (self.entries, self.files, self.expected) = (entries, files, expected)
        }
    }

    /// A song with everything that tags say.
    private static func tagged(_ path: String, _ number: Int, sound: Bool = true) -> Song {
        Song(
            path: path, sound: sound ? UInt64(number) : nil, id: sound ? "id \(number)" : nil,
            title: "song \(number)", artist: "ann", album: "al", track: number,
            length: 100 + Double(number) * 10)
    }
    /// A file without tags.
    private static func bare(_ path: String, sound: Int?, length: Double = 100) -> Song {
        Song(path: path, sound: sound.map(UInt64.init), length: length)
    }
    private static func changed(_ song: Song, _ change: (inout Song) -> Void) -> Song {
        var song = song
        change(&song)
        return song
    }

    static let rows: [Row] = [
        Row(
            "names exchanged: the sound decides",
            [tagged("/m/1", 1), tagged("/m/2", 2)], [tagged("/m/2", 1), tagged("/m/1", 2)], [0, 1]),
        Row(
            "names exchanged, without signatures: the tags decide",
            [tagged("/m/1", 1, sound: false), tagged("/m/2", 2, sound: false)],
            [tagged("/m/2", 1), tagged("/m/1", 2)], [0, 1]),
        Row(
            "names exchanged, only ids known",
            [Song(path: "/m/1", id: "id 1"), Song(path: "/m/2", id: "id 2")],
            [tagged("/m/2", 1), tagged("/m/1", 2)], [0, 1]),
        Row(
            "untagged files renumbered by one",
            [1, 2, 3].map { (number: Int) in bare("/m/\(number)", sound: number) },
            [bare("/m/1", sound: 9)]
                + [1, 2, 3].map { (number: Int) in bare("/m/\(number + 1)", sound: number) },
            [1, 2, 3]),
        Row(
            "another song of another length at the end of the path",
            [tagged("/a/artist/cd1/track01.mp3", 1)],
            [changed(tagged("/b/artist/cd1/track01.mp3", 5)) { $0.artist = "ben" }], [nil]),
        Row(
            "another song at the path, tags known, sound not",
            [tagged("/m/1", 1, sound: false)],
            [changed(tagged("/m/1", 7, sound: false)) { ($0.artist, $0.album) = ("ben", "other") }],
            [nil]),
        Row(
            "another song of the same length at the path",
            [Song(path: "/m/1", title: "one", artist: "ann", album: "al", length: 100)],
            [Song(path: "/m/1", title: "two", artist: "ben", album: "bl", length: 100)], [nil]),
        Row(
            "another recording without tags at the path: sounds differ",
            [bare("/m/rec/rec0000.wav", sound: 1)], [bare("/m/rec/rec0000.wav", sound: 2)], [nil]),
        Row(
            "retagged at its place: the sound is the same",
            [tagged("/m/1", 1)],
            [changed(tagged("/m/1", 1)) { ($0.title, $0.artist, $0.id) = ("new", "new", nil) }],
            [0]),
        Row(
            "made anew at its place: the tags are the same",
            [tagged("/m/1", 1)],
            [changed(tagged("/m/1", 1)) { ($0.sound, $0.id) = (77, nil) }], [0]),
        Row(
            "made anew with another id of the same song",
            [tagged("/m/1", 1)],
            [changed(tagged("/m/1", 1)) { ($0.sound, $0.id) = (77, "id 9") }], [0]),
        Row(
            "a corrected title, the length and artist as before, sound unknown",
            [tagged("/m/1", 1, sound: false)],
            [changed(tagged("/m/1", 1, sound: false)) { $0.title = "song one" }], [0]),
        Row(
            "a program that knows only places", [Song(path: "/x/artist/album/1.mp3")],
            [tagged("/y/artist/album/1.mp3", 4)], [0]),
        Row(
            "a program that knows only places and lengths: another length",
            [Song(path: "/x/artist/album/1.mp3", length: 30)],
            [tagged("/y/artist/album/1.mp3", 4)], [nil]),
        Row(
            "a title of the file's name, the file without tags",
            [Song(path: "/m/a/track 1", title: "track 1", length: 100)],
            [bare("/m/a/track 1", sound: 3)], [0]),
        Row(
            "only a path and a title that is right", [Song(path: "/x/a/b/1", title: "song 4")],
            [tagged("/m/a/b/1", 4)], [0]),
        Row(
            "only a path and a title that is another", [Song(path: "/x/a/b/1", title: "song 5")],
            [tagged("/m/a/b/1", 4)], [nil]),
        Row(
            "the names of a disc's folder and file, the song of another album",
            [
                Song(
                    path: "/old/ann/second/cd1/01.flac", title: "other song", artist: "ann",
                    album: "second", track: 1, length: 5)
            ],
            [
                Song(
                    path: "/m/ann/first/cd1/01.flac", sound: 1, title: "song 1", artist: "ann",
                    album: "first", track: 1, length: 4)
            ], [nil]),
        Row(
            "the same, and one title",
            [
                Song(
                    path: "/old/ann/second/cd1/01.flac", title: "intro", artist: "ann",
                    album: "second", track: 1, length: 5)
            ],
            [
                Song(
                    path: "/m/ann/first/cd1/01.flac", sound: 1, title: "intro", artist: "ann",
                    album: "first", track: 1, length: 4)
            ], [nil]),
        Row(
            "the next song at the path, after files were renumbered",
            [
                Song(
                    path: "/m/05.flac", title: "song 4", artist: "ann", album: "al", track: 4,
                    length: 7)
            ],
            [
                Song(
                    path: "/m/05.flac", sound: 5, title: "song 5", artist: "ann", album: "al",
                    track: 5, length: 8)
            ], [nil]),
        Row(
            "the same, and the song elsewhere",
            [
                Song(
                    path: "/m/05.flac", title: "song 4", artist: "ann", album: "al", track: 4,
                    length: 7)
            ],
            [
                Song(
                    path: "/m/05.flac", sound: 5, title: "song 5", artist: "ann", album: "al",
                    track: 5, length: 8),
                Song(
                    path: "/m/04.flac", sound: 4, title: "song 4", artist: "ann", album: "al",
                    track: 4, length: 7),
            ], [1]),
        Row(
            "a corrected title under another root",
            [changed(tagged("/old/ann/al/1", 1, sound: false)) { $0.title = "sogn 1" }],
            [tagged("/m/ann/al/1", 1)], [0]),
        Row(
            "two equal copies: each by its path",
            [tagged("/m/a/x/1", 1), tagged("/m/b/x/1", 1)],
            [tagged("/m/b/x/1", 1), tagged("/m/a/x/1", 1)], [1, 0]),
        Row(
            "two equal copies under another root: by the longest ends of their paths",
            [tagged("/m/a/cd/1", 1), tagged("/m/b/cd/1", 1)],
            [tagged("/n/b/cd/1", 1), tagged("/n/a/cd/1", 1)], [1, 0]),
        Row(
            "two equal copies elsewhere: unknown which is which",
            [tagged("/m/1", 1), tagged("/m/2", 1)], [tagged("/n/3", 1), tagged("/n/4", 1)],
            [nil, nil]),
        Row(
            "a track of a cloud: tags and length",
            [changed(tagged("", 2, sound: false)) { $0.length = 121.4 }],
            [tagged("/m/1", 1), tagged("/m/2", 2)], [1]),
        Row(
            "tracks of a cloud that are not here",
            [tagged("", 3, sound: false), tagged("", 4, sound: false)], [tagged("/m/1", 1)],
            [nil, nil]),
        Row(
            "a song outside an album, another encoding two seconds longer",
            [Song(path: "/x/1", title: "one", artist: "ann", length: 100)],
            [Song(path: "/y/2", sound: 1, title: "one", artist: "ann", length: 101.8)], [0]),
        Row(
            "the same title by the same artist, much longer: another version",
            [Song(path: "/x/1", title: "one", artist: "ann", length: 100)],
            [Song(path: "/y/2", sound: 1, title: "one", artist: "ann", length: 300)], [nil]),
        Row(
            "no length known, and all tags of one file",
            [changed(tagged("/x/9", 2, sound: false)) { $0.length = nil }],
            [tagged("/m/1", 1), tagged("/m/2", 2)], [1]),
        Row(
            "no length known, and tags of two copies",
            [changed(tagged("/x/9", 2, sound: false)) { $0.length = nil }],
            [tagged("/m/1", 2), tagged("/m/2", 2)], [nil]),
        Row(
            "no length known, and two copies of which one has the end of the path",
            [changed(tagged("/x/cd/9", 2, sound: false)) { $0.length = nil }],
            [tagged("/m/cd/9", 2), tagged("/m/2", 2)], [0]),
        Row(
            "a title and an artist alone",
            [Song(path: "", title: "song 2", artist: "ann")],
            [tagged("/m/1", 1), tagged("/m/2", 2)], [1]),
        Row(
            "a title and an artist alone, of two albums",
            [Song(path: "", title: "song 2", artist: "ann")],
            [tagged("/m/1", 2), changed(tagged("/m/2", 2)) { $0.album = "best of" }], [nil]),
        Row(
            "a title, an artist and an album, of two albums",
            [Song(path: "", title: "song 2", artist: "ann", album: "best of")],
            [tagged("/m/1", 2), changed(tagged("/m/2", 2)) { $0.album = "best of" }], [1]),
        Row(
            "a title, an artist and another album",
            [Song(path: "", title: "song 2", artist: "ann", album: "live")], [tagged("/m/1", 2)],
            [nil]),
        Row(
            "a title and an artist, and another number",
            [Song(path: "", title: "song 2", artist: "ann", track: 7)], [tagged("/m/1", 2)], [nil]),
        Row(
            "a title and an artist and the length",
            [Song(path: "", title: "song 2", artist: "ann", length: 121)], [tagged("/m/1", 2)],
            [0]),
        Row(
            "a title and an artist and another length",
            [Song(path: "", title: "song 2", artist: "ann", length: 300)], [tagged("/m/1", 2)],
            [nil]),
        Row(
            "a title and an artist of two entries",
            [
                Song(path: "", title: "song 2", artist: "ann"),
                Song(path: "", title: "song 2", artist: "ann"),
            ], [tagged("/m/1", 2)], [nil, nil]),
        Row(
            "a title on an album, without an artist",
            [Song(path: "", title: "song 2", album: "al")], [tagged("/m/1", 1), tagged("/m/2", 2)],
            [1]),
        Row(
            "a title on an album by another artist",
            [Song(path: "", title: "song 2", artist: "ben", album: "al")], [tagged("/m/2", 2)],
            [nil]),
        Row("a title alone", [Song(path: "", title: "song 2")], [tagged("/m/1", 2)], [nil]),
        Row(
            "a file of unknown length",
            [tagged("/x/9", 2, sound: false)], [changed(tagged("/m/1", 2)) { $0.length = nil }],
            [0]),
        Row(
            "a stale path at which nothing is, and tags that name one file",
            [tagged("/gone/1", 1, sound: false)], [tagged("/m/9", 1)], [0]),
    ]

    @Test("an entry is the file that all evidence names", arguments: rows)
    func matches(row: Row) {
        let pairs = UserDataMatching.matches(
            entries: row.entries.enumerated().map { $1.trace($0) },
            items: row.files.enumerated().map { $1.trace($0) })
        let found = Dictionary(
            uniqueKeysWithValues: pairs.map { (Int($0.left.fileID), Int($0.right.fileID)) })
        #expect(row.entries.indices.map { found[$0] } == row.expected)
    }
}
