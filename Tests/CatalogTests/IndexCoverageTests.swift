import PhonolithDatabase
import PhonolithMediaModel
import PhonolithMediaModelTestSupport
import PhonolithMigrations
import PhonolithQueries
import PhonolithStore
import PhonolithTestSupport
import Testing

import struct PhonolithDatabase.SQL

/// The orders that people use are read along an index, and other short columns are sorted from one narrow index.
@Suite(.onSQLiteAlone) struct IndexCoverageTests {
    private static let plain = Result {
        var world = try World()
        for number in 0..<20 {
            try world.add(MediaPath("\(number).mp3")) {
                $0.title = "Title \(number)"
                $0.setArtist("Artist \(number % 5)")
                $0.genres = ["Genre \(number % 3)"]
                $0.albumTitle = "Album \(number % 7)"
            }
        }
        return world.catalog
    }
    /// Only asked by the tests, so that one is enough for all.
    let catalog: Catalog

    init() throws { catalog = try Self.plain.get() }

    private static let common: [MediaProperty] = [
        .albumArtist, .title, .artist, .albumTitle, .genre, .composer, .year, .releaseDate,
        .dateAdded, .lastPlayedDate, .playCount, .rating, .favoriteDate, .playbackDuration, .path,
        .persistentID, .albumPersistentID,
    ]

    // MARK: - Indexes

    /// A query that uses each index of `items`.
    private static let uses: [String: MediaQuery] = [
        "items_title_key": MediaQuery(order: [MediaOrder(.title)]),
        "items_artist_key": MediaQuery(order: [MediaOrder(.artist)]),
        "items_album_artist_key": MediaQuery(),
        "items_album_key": MediaQuery(order: [MediaOrder(.albumTitle)]),
        "items_genre_key": MediaQuery(order: [MediaOrder(.genre)]),
        "items_composer_key": MediaQuery(order: [MediaOrder(.composer)]),
        "items_year": MediaQuery(order: [MediaOrder(.year)]),
        "items_release_date": MediaQuery(order: [MediaOrder(.releaseDate)]),
        "items_date_added": MediaQuery(order: [MediaOrder(.dateAdded)]),
        "items_duration": MediaQuery(order: [MediaOrder(.playbackDuration)]),
        "items_other_than_music": MediaQuery(mediaType: .tvShow),
        "items_narrow": MediaQuery(order: [MediaOrder(.bitRate)], limit: 50),
        "items_file": MediaQuery(order: [MediaOrder(.path)], limit: 50),
        "items_album": MediaQuery(order: [MediaOrder(.albumPersistentID)]),
        "items_title_folded": MediaQuery(filterPredicates: [.equalTo(.title, "x")]),
        "items_album_folded": MediaQuery(filterPredicates: [.equalTo(.albumTitle, "x")]),
        "items_artist_folded": MediaQuery(filterPredicates: [.equalTo(.artist, "x")]),
        "items_album_artist_folded": MediaQuery(filterPredicates: [.equalTo(.albumArtist, "x")]),
        "items_composer_folded": MediaQuery(filterPredicates: [.equalTo(.composer, "x")]),
        "items_podcast": MediaQuery(filterPredicates: [.equalTo(.podcastPersistentID, 7)]),
        "items_compilation": MediaQuery(filterPredicates: [.equalTo(.isCompilation, true)]),
        "items_missing": MediaQuery(isMissing: true),
    ]

    @Test("each index of items is used by some query, because each costs every row that is written")
    func indexes() throws {
        let database = try SQLiteDatabase()
        let names = try database.write { database in
            for migration in Migrations.sqlite.all { try database.execute(sql: migration.sql) }
            return try String.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'items'")
        }
        #expect(Set(names) == Set(Self.uses.keys))
        for (name, query) in Self.uses {
            let steps = try catalog.items.explanation(of: query).steps
            #expect(
                steps.contains { $0.split(separator: " ").contains(Substring(name)) },
                "\(name): \(steps)")
        }
    }

    // MARK: - Orders

    @Test(
        "the first items in a common order come along its index, in both directions and on any page",
        arguments: common, [false, true])
    func alongIndex(property: MediaProperty, isDescending: Bool) throws {
        for (mediaType, after) in [(.any, nil), (.music, nil), (.music, 7)] as [(MediaType, Int64?)]
        {
            var query = MediaQuery(
                mediaType: mediaType, order: [MediaOrder(property, isDescending: isDescending)],
                limit: 50)
            query.after = try after.flatMap {
                try catalog.token(after: PersistentID($0), in: query)
            }
            try expectScan(query)
        }
    }

    @Test(
        "a page by path begins where the page before ended, in every table",
        arguments: [false, true])
    func afterByPath(isDescending: Bool) throws {
        var query = MediaQuery(order: [MediaOrder(.path, isDescending: isDescending)], limit: 50)
        query.after = try catalog.token(after: PersistentID(7), in: query)
        let steps = try catalog.items.explanation(of: query).steps.joined(separator: "\n")
        let comparison = isDescending ? "<" : ">"
        for bounded in ["folder_id=? AND name_key", "root_id=? AND path_key", "(path_key"] {
            #expect(steps.contains("\(bounded)\(comparison)?)"), "\(steps)")
        }
    }

    @Test("the order of shelves is that of one index, without a look at the rows")
    func shelves() throws {
        let (plan, steps) = try catalog.items.explanation(of: MediaQuery(limit: 50))
        #expect(plan == .scanIndex("items_album_artist_key"))
        #expect(
            steps.allSatisfy { $0.contains("USING COVERING INDEX items_album_artist_key") },
            "\(steps)")
    }

    @Test("videos come by show along an index that leaves out music")
    func videos() throws {
        var query = MediaQuery.videos
        query.order = [.tvShow, .seasonNumber, .episodeNumber, .title].map { MediaOrder($0) }
        let (plan, steps) = try catalog.items.explanation(of: query, forced: .scanning)
        #expect(plan == .scanIndex("items_other_than_music"))
        #expect(steps.first?.contains("INDEX items_other_than_music") == true, "\(steps)")
        query.mediaType = .any
        #expect(try catalog.items.explanation(of: query).plan == .sortAll)
    }

    @Test(
        "a filter that finds many items does not keep an order from its index",
        arguments: [
            MediaPredicate.atLeast(.year, 1), .equalTo(.genre, "Genre 1"),
            .equalTo(.artist, "Artist 1"), .contains(.title, "itle"), .atLeast(.playCount, 0),
            .equalTo(.albumTitle, "Album 1"), .atLeast(.playbackDuration, 1),
        ])
    func filtered(predicate: MediaPredicate) throws {
        for property in Self.common {
            for isDescending in [false, true] {
                try expectScan(
                    MediaQuery(
                        mediaType: .music, filterPredicates: [predicate],
                        order: [MediaOrder(property, isDescending: isDescending)], limit: 50),
                    forced: .scanning)
            }
        }
    }

    private func expectScan(_ query: MediaQuery, forced: QueryPlanner.Forced? = nil) throws {
        let (plan, steps) = try catalog.items.explanation(of: query, forced: forced)
        guard case .scanIndex = plan else {
            Issue.record("\(plan)")
            return
        }
        // Items that are equal in the first key may be sorted by the others.
        #expect(!steps.contains("USE TEMP B-TREE FOR ORDER BY"), "\(query.order): \(steps)")
    }

    @Test(
        "other orders by a short column read a narrow index instead of wide rows",
        arguments: [
            .albumTrackNumber, .albumTrackCount, .discNumber, .discCount, .originalDate, .bitRate,
            .sampleRate, .channelCount, .bitDepth, .codec, .container, .fileSize, .isCompilation,
            .isExplicit, .hasProtectedAsset, .beatsPerMinute, .seasonNumber, .episodeNumber,
            .startTime, .endTime, .replayGainTrackGain, .replayGainTrackPeak, .replayGainAlbumGain,
            .replayGainAlbumPeak, .width, .height, .frameRate, .rotation, .videoCodec, .mediaType,
            .podcastPersistentID, .artistPersistentID, .albumArtistPersistentID,
        ] as [MediaProperty])
    func narrow(property: MediaProperty) throws {
        for isDescending in [false, true] {
            let query = MediaQuery(
                mediaType: .music, order: [MediaOrder(property, isDescending: isDescending)],
                limit: 50)
            let (plan, steps) = try catalog.items.explanation(of: query)
            #expect(plan == .sortAll)
            #expect(steps.first?.hasPrefix("SCAN items USING COVERING INDEX") == true, "\(steps)")
        }
    }

    // MARK: - Filters

    @Test(
        "the few items of a filter are found by an index, and looked up by their ids",
        arguments: [
            MediaPredicate.equalTo(.title, "x"), .equalTo(.artist, "x"), .equalTo(.albumTitle, "x"),
            .equalTo(.albumArtist, "x"), .equalTo(.composer, "x"), .equalTo(.genre, "x"),
            .between(.year, 1, 2), .atLeast(.releaseDate, "1997"), .atLeast(.rating, 1),
            .atLeast(.playCount, 1), .atLeast(.lastPlayedDate, "2026-01-01"),
            .atLeast(.dateAdded, "2026-01-01"), .equalTo(.persistentID, 7),
            .equalTo(.albumPersistentID, 7), .equalTo(.artistPersistentID, 7),
            .equalTo(.podcastPersistentID, 7), .between(.playbackDuration, 1, 2),
            .equalTo(.isCompilation, true), .inPlaylist("x"), .not(.isMissing(.rating)),
            .equalTo(.musicBrainzRecordingID, "x"), .atLeast(.bookmarkTime, 1),
            .not(.isMissing(.bookmarkTime)), .inRoot("/elsewhere"),
        ])
    func candidates(predicate: MediaPredicate) throws {
        for order in [MediaOrder(.title), MediaOrder(.bitRate), MediaOrder(.path)] {
            let query = MediaQuery(filterPredicates: [predicate], order: [order], limit: 50)
            let (plan, steps) = try catalog.items.explanation(of: query)
            #expect(plan == .sortCandidates)
            #expect(steps.contains("SEARCH items USING INTEGER PRIMARY KEY (rowid=?)"), "\(steps)")
            #expect(!steps.contains("SCAN items"), "\(steps)")
        }
    }

    @Test("the item at a path is looked up by its folder and name")
    func exactPath() throws {
        let database = try SQLiteDatabase()
        let steps = try database.write { database in
            for migration in Migrations.sqlite.all { try database.execute(sql: migration.sql) }
            let lookup = PathConditions.items(inRoot: 1, folderKey: "", nameKey: "")
            let sql = "EXPLAIN QUERY PLAN \(lookup.form(for: .sqlite).text)"
            return try Row.fetchAll(database, sql: sql, arguments: [1, "", ""])
                .map { $0["detail"] as String }
        }
        #expect(
            steps.map { $0.prefix { $0 != "(" } } == [
                "SEARCH folders USING COVERING INDEX folders_path_key ",
                "SEARCH files USING COVERING INDEX files_name_key ",
                "SEARCH items USING COVERING INDEX items_file ",
            ], "\(steps)")
        let item = try #require(try catalog.items.all(matching: MediaQuery(limit: 1)).first)
        let path = item.location.path.description
        let query = MediaQuery(filterPredicates: [.exactly(.path, path)])
        #expect(try catalog.items.ids(matching: query) == [item.persistentID])
    }

    @Test("no query makes an index or a Bloom filter of its own", arguments: 1...3)
    func ownIndexes(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let items = try catalog.items.all(matching: MediaQuery())
        for predicate in RandomPredicates(seed: seed, items: items, areSayable: false).prefix(100) {
            let order = MediaOrder(numbers.one(of: MediaProperty.sortable))
            let query = MediaQuery(filterPredicates: [predicate], order: [order], limit: 50)
            for forced in QueryPlanner.Forced.allCases {
                let steps = try catalog.items.explanation(of: query, forced: forced).steps
                #expect(
                    !steps.contains { $0.contains("BLOOM") || $0.contains("AUTOMATIC") },
                    "\(query): \(steps)")
            }
        }
    }
}
