import PhonolithIdentity
import PhonolithMediaModel
import Testing

/// Which folders with tracks of one title and artist are one album.
@Suite struct AlbumVersionsTests {
    /// A folder with tracks of these numbers.
    struct Folder {
        var path: MediaPath
        var numbers: [Int]
        var years: [Int?] = [nil]
        var codecs = ["flac"]
        var disc: Int?

        init(
            _ path: MediaPath, _ numbers: [Int], years: [Int?] = [nil], codecs: [String] = ["flac"],
            disc: Int? = nil
        ) {
            (self.path, self.numbers, self.years) = (path, numbers, years)
            (self.codecs, self.disc) = (codecs, disc)
        }

        var tracks: [AlbumVersions.Track] {
            numbers.enumerated().map { index, number in
                AlbumVersions.Track(
                    folder: AlbumVersions.Folder(rootID: 1, path: path), disc: disc, number: number,
                    year: years[index % years.count], codec: codecs[index % codecs.count])
            }
        }
    }

    /// The versions, and in each the folders of its tracks.
    private func versions(
        _ folders: [Folder], comparesYears: Bool = true
    ) -> [AlbumVersion: Set<MediaPath>] {
        let tracks = folders.flatMap(\.tracks)
        let groups = AlbumVersions.groups(of: tracks, comparesYears: comparesYears)
        #expect(groups.flatMap(\.tracks).sorted() == Array(tracks.indices))
        return Dictionary(
            uniqueKeysWithValues: groups.map { group in
                (group.version, Set(group.tracks.map { tracks[$0].folder.path }))
            })
    }

    @Test("folders with the same tracks of other years are other albums")
    func years() {
        let folders = [
            Folder("Blue", [1, 2, 3], years: [1994]), Folder("Green", [1, 2, 3, 4], years: [2001]),
        ]
        #expect(
            versions(folders) == [
                AlbumVersion(year: 1994, codec: "flac"): ["Blue"],
                AlbumVersion(year: 2001, codec: "flac"): ["Green"],
            ])
        #expect(
            versions(folders, comparesYears: false)
                == [AlbumVersion(year: nil, codec: "flac"): ["Blue", "Green"]])
    }

    @Test("folders with the same tracks in other codecs are other albums")
    func codecs() {
        let folders = [Folder("DSD", [1, 2], codecs: ["dsd"]), Folder("PCM", [1, 2])]
        #expect(
            versions(folders, comparesYears: false) == [
                AlbumVersion(year: nil, codec: "dsd"): ["DSD"],
                AlbumVersion(year: nil, codec: "flac"): ["PCM"],
            ])
    }

    @Test(
        "folders that complete one another, copies of some tracks, and collections are one album",
        arguments: [
            [Folder("A/CD1", [1, 2], years: [1994]), Folder("A/CD2", [1, 2], years: [2001])],
            [
                Folder("A", [1, 2], years: [1994], disc: 1),
                Folder("B", [1, 2], years: [2001], disc: 2),
            ],
            [Folder("A", [1, 2], years: [1994]), Folder("B", [3, 4], years: [2001])],
            [Folder("A", [1, 2, 3], years: [1994]), Folder("Mix", [2], codecs: ["mp3"])],
            [Folder("A", [1, 2], years: [1994, 1999]), Folder("B", [1, 2], years: [2001])],
            [Folder("A", [1, 2], years: [1994]), Folder("B", [1, 2])],
            [Folder("A", [1, 2]), Folder("B", [1, 2])],
            [Folder("A", [1, 2], codecs: ["flac", "mp3"]), Folder("B", [1, 2])],
        ])
    func one(folders: [Folder]) {
        #expect(versions(folders).count == 1)
    }

    @Test("a folder without the same tracks goes with that of its year, else with the first")
    func others() {
        let folders = [
            Folder("Blue", [1, 2], years: [1994]), Folder("Green", [1, 2], years: [2001]),
            Folder("Green bonus", [3], years: [2001]), Folder("Loose", [9]),
        ]
        #expect(
            versions(folders) == [
                AlbumVersion(year: 1994, codec: "flac"): ["Blue", "Loose"],
                AlbumVersion(year: 2001, codec: "flac"): ["Green", "Green bonus"],
            ])
    }

    @Test("a version can be read from the text of its album")
    func texts() {
        for version in [
            AlbumVersion(year: 1994, codec: "flac"), AlbumVersion(year: nil, codec: nil),
        ] {
            let text = version.text(of: "artist\u{1F}live\u{1F}ann")
            #expect(AlbumVersion(ofText: text) == version)
            #expect(AlbumVersion.album(of: text) == "artist\u{1F}live\u{1F}ann")
            #expect(AlbumVersion.texts(of: "artist\u{1F}live\u{1F}ann").contains(text))
        }
        #expect(AlbumVersion(ofText: "artist\u{1F}live\u{1F}ann") == nil)
    }

    // MARK: - Artists

    /// The track numbers of an artist in one folder.
    private static func tracks(
        _ artist: String?, _ numbers: [Int?], disc: Int? = nil, isCompilation: Bool = false
    ) -> [AlbumVersions.Track] {
        numbers.map { number in
            AlbumVersions.Track(
                folder: .init(rootID: 1, path: "Live"), disc: disc, number: number, year: nil,
                codec: "mp3", artist: artist, isCompilation: isCompilation)
        }
    }

    @Test(
        "tracks of one title in one folder are albums of artists only if each artist has an album",
        arguments: [
            (tracks("ann", [1, 2, 3]) + tracks("ben", [1, 2, 3, 4, 5]), ["ann", "ben"]),
            (
                tracks("ann", [1, 2]) + tracks("ann & cem", [3]) + tracks("ben", [1, 2]),
                ["ann", "ben"]
            ),
            (tracks("ann", [1, 2], disc: 1) + tracks("ben", [1, 2], disc: 1), ["ann", "ben"]),
            // A compilation, also one of two discs whose numbers are not in the tags.
            (tracks("ann", [1, 2]) + tracks("ben", [3, 4]), [nil]),
            (tracks("ann", [1]) + tracks("ben", [2, 1]) + tracks("cem", [2]), [nil]),
            (tracks("ann", [1, 2], isCompilation: true) + tracks("ben", [1, 2]), [nil]),
            (tracks("ann", [1, 2], disc: 1) + tracks("ben", [1, 2], disc: 2), [nil]),
            // Too little is known.
            (tracks("ann", [1, 2, 3]) + tracks("ben", [1, 2]) + tracks(nil, [4]), [nil]),
            (tracks("ann", [1, 2, nil]) + tracks("ben", [1, 2]), [nil]),
            (tracks("ann", [nil, nil]) + tracks("ben", [nil, nil]), [nil]),
            (tracks("ann", [1, 1, 2]) + tracks("ben", [1, 2]), [nil]),
            // One album whose artist is written in two ways.
            (tracks("the ann", [1, 2]) + tracks("ann", [1, 2]), [nil]),
        ] as [([AlbumVersions.Track], [String?])])
    func artists(tracks: [AlbumVersions.Track], artists: [String?]) {
        let groups = AlbumVersions.groupsByArtist(of: tracks)
        #expect(groups.map(\.version.artist) == artists)
        #expect(groups.flatMap(\.tracks).sorted() == Array(tracks.indices))
    }

    @Test("the text of an album of an artist in a folder has the artist")
    func artistText() {
        let version = AlbumVersion(year: nil, codec: nil, artist: "ann")
        #expect(AlbumVersion(ofText: version.text(of: "folder\u{1F}live")) == version)
    }
}
