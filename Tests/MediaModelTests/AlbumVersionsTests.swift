import MediaModel
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
}
