/// A row of the one table that says which key of which kind of tag means what.
///
/// Keys of a column are in the order of their rank. Case does not matter. `COMM`, `USLT` and `SYLT` stand
/// for any language, `COMM` without a description for the plain comment and `COMM:*` for one with a
/// description that is not technical; `TMCL:*` for any instrument; `----:` for any owner; `mdta:` for the keys of QuickTime's
/// metadata; `track:`, `disc:` and `album:` for the levels of sound in Matroska. To add a tag is to add a row, or a key.
///
/// The names in Vorbis comments are free in all formats: each is also read, after the format's own keys, in `TXXX` frames, in
/// `----` and `mdta` atoms, APE items, ASF attributes, Matroska's tags and what FFmpeg reports.
package struct TagMapping: Sendable {
    /// The property that the keys mean.
    package let property: TagProperty
    /// By family; a family without a key for the property is missing.
    package let keys: [TagFamily: [String]]

    init(
        _ property: TagProperty, id3v2: [String] = [], id3v1: [String] = [], vorbis: [String] = [],
        mp4: [String] = [], ape: [String] = [], asf: [String] = [], riff: [String] = [],
        aiff: [String] = [], module: [String] = [], matroska: [String] = [],
        header: [String] = [], ffmpeg: [String] = [], fileName: [String] = [],
        namesAreFree: Bool = true
    ) {
        self.property = property
        // A description is often that of something else.
        let names = namesAreFree ? vorbis.filter { $0 != "DESCRIPTION" } : []
        let levels = Self.isOfTrackAlone(property) ? ["track:"] : ["track:", "album:"]
        let columns: [TagFamily: [String]] = [
            .id3v2: id3v2 + names.map { "TXXX:" + $0 }, .id3v1: id3v1, .vorbis: vorbis,
            .mp4: mp4 + names.map { "----:" + $0 }
                + (namesAreFree ? ffmpeg + names : []).map { "mdta:" + $0 },
            .ape: ape + names, .asf: asf + names, .riffInfo: riff, .aiff: aiff, .module: module,
            .matroska: matroska + levels.flatMap { level in names.map { level + $0 } },
            .header: header, .ffmpeg: ffmpeg + names, .fileName: fileName,
        ]
        keys = columns.filter { !$0.value.isEmpty }.mapValues(Self.eachOnce)
    }

    /// Without those that differ from an earlier one in case only.
    private static func eachOnce(_ keys: [String]) -> [String] {
        var seen: Set<String> = []
        return keys.filter { seen.insert($0.lowercased()).inserted }
    }

    /// Whether a property at the level of the album is not that of its tracks.
    private static func isOfTrackAlone(_ property: TagProperty) -> Bool {
        switch property {
        case .title, .titleSort, .artist, .artists, .artistSort, .albumTrackNumber, .discNumber,
            .isrc, .comments, .lyrics, .musicBrainzRecordingID, .musicBrainzTrackID,
            .musicBrainzArtistIDs, .movementNumber:
            true
        default: false
        }
    }

    package static let all: [TagMapping] =
        names + sortNames + numbers + identifiers + loudness + television + marks + credits
        + release

    /// The properties that show the first of several values, and keep the others among the other tags.
    static let showsOneValue: Set<TagProperty> = [
        .title, .albumTitle, .titleSort, .albumSort, .artistSort, .albumArtistSort,
        .composerSort, .albumTrackNumber, .discNumber, .releaseDate, .originalDate,
        .beatsPerMinute, .musicBrainzRecordingID, .musicBrainzTrackID, .musicBrainzAlbumID,
        .musicBrainzReleaseGroupID,
    ]

    // The rows of ``showsOneValue``.
    static let ofOneValue = all.filter { showsOneValue.contains($0.property) }

    private static let names: [TagMapping] = [
        TagMapping(
            .title, id3v2: ["TIT2"], id3v1: ["Title"], vorbis: ["TITLE"], mp4: ["©nam", "titl"],
            ape: ["Title"], asf: ["Title"], riff: ["INAM"], aiff: ["NAME"], module: ["Title"],
            matroska: ["50:TITLE", "TITLE"], ffmpeg: ["title"]),
        TagMapping(
            .albumTitle, id3v2: ["TALB"], id3v1: ["Album"], vorbis: ["ALBUM"],
            mp4: ["©alb", "albm"],
            ape: ["Album"], asf: ["WM/AlbumTitle"], riff: ["IPRD"],
            matroska: ["album:TITLE"], ffmpeg: ["album", "product", "IPRD"]),
        TagMapping(
            .artist, id3v2: ["TPE1"], id3v1: ["Artist"], vorbis: ["ARTIST", "AUTHOR"],
            mp4: ["©ART", "perf", "auth"],
            ape: ["Artist"], asf: ["Author", "WM/Author"], riff: ["IART"], aiff: ["AUTH"],
            ffmpeg: ["artist", "author"]),
        TagMapping(
            .artists, id3v2: ["TXXX:ARTISTS"], vorbis: ["ARTISTS"], mp4: ["----:ARTISTS"],
            ape: ["Artists"], asf: ["WM/ARTISTS"], ffmpeg: ["artists"]),
        TagMapping(
            .albumArtist, id3v2: ["TPE2", "TXXX:ALBUM ARTIST", "TXXX:ALBUMARTIST"],
            vorbis: ["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"],
            mp4: ["aART", "----:ALBUM ARTIST", "----:ALBUMARTIST"],
            ape: ["Album Artist", "AlbumArtist"], asf: ["WM/AlbumArtist"],
            matroska: ["album:ARTIST"], ffmpeg: ["album_artist", "albumartist", "album artist"]),
        TagMapping(
            .albumArtists, id3v2: ["TXXX:ALBUMARTISTS", "TXXX:ALBUM_ARTISTS"],
            vorbis: ["ALBUMARTISTS", "ALBUM_ARTISTS"],
            mp4: ["----:ALBUMARTISTS", "----:ALBUM_ARTISTS"],
            ape: ["AlbumArtists", "Album_Artists"],
            asf: ["WM/ALBUMARTISTS", "ALBUMARTISTS"], ffmpeg: ["albumartists"]),
        TagMapping(
            .composer, id3v2: ["TCOM"], vorbis: ["COMPOSER"], mp4: ["©wrt"], ape: ["Composer"],
            asf: ["WM/Composer"], riff: ["IMUS"], ffmpeg: ["composer"]),
        TagMapping(
            .genres, id3v2: ["TCON"], id3v1: ["Genre"], vorbis: ["GENRE"], mp4: ["©gen", "gnre"],
            ape: ["Genre"], asf: ["WM/Genre", "WM/GenreID"], riff: ["IGNR"], matroska: ["50:GENRE"],
            ffmpeg: ["genre"]),
        TagMapping(
            .discSubtitle, id3v2: ["TSST", "TXXX:DISCSUBTITLE"],
            vorbis: ["DISCSUBTITLE", "SETSUBTITLE"], mp4: ["----:DISCSUBTITLE"],
            ape: ["DiscSubtitle"], asf: ["WM/SetSubTitle"],
            ffmpeg: ["disc_subtitle", "discsubtitle", "TSST"]),
        TagMapping(
            .comments, id3v2: ["COMM", "COMM:*", "TXXX:COMMENT"], id3v1: ["Comment"],
            vorbis: ["COMMENT", "DESCRIPTION", "COMMENTS"], mp4: ["©cmt", "dscp"],
            ape: ["Comment"],
            asf: ["Description", "WM/Comments"], riff: ["ICMT"], aiff: ["ANNO"],
            matroska: ["50:COMMENT"], ffmpeg: ["comment"]),
        TagMapping(
            .lyrics, id3v2: ["USLT", "SYLT", "TXXX:LYRICS", "TXXX:UNSYNCEDLYRICS"],
            vorbis: ["LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS", "SYNCEDLYRICS"],
            mp4: ["©lyr", "----:LYRICS"], ape: ["Lyrics", "UnsyncedLyrics"], asf: ["WM/Lyrics"],
            ffmpeg: ["lyrics"]),
        TagMapping(
            .userGrouping, id3v2: ["GRP1", "TIT1"], vorbis: ["GROUPING", "CONTENTGROUP"],
            mp4: ["©grp"], ape: ["Grouping"], asf: ["WM/ContentGroupDescription"],
            ffmpeg: ["grouping"]),
        TagMapping(
            .podcastTitle, mp4: ["tvsh"], ffmpeg: ["show"]),
    ]

    private static let sortNames: [TagMapping] = [
        TagMapping(
            .titleSort, id3v2: ["TSOT", "XSOT"], vorbis: ["TITLESORT"], mp4: ["sonm"],
            ape: ["TitleSort"],
            asf: ["WM/TitleSortOrder"], matroska: ["50:TITLESORT"],
            ffmpeg: ["title-sort", "titlesort", "sort_name"]),
        TagMapping(
            .albumSort, id3v2: ["TSOA", "XSOA"], vorbis: ["ALBUMSORT"], mp4: ["soal"],
            ape: ["AlbumSort"],
            asf: ["WM/AlbumSortOrder"], matroska: ["album:TITLESORT"],
            ffmpeg: ["album-sort", "albumsort", "sort_album"]),
        TagMapping(
            .artistSort, id3v2: ["TSOP", "XSOP"], vorbis: ["ARTISTSORT"], mp4: ["soar"],
            ape: ["ArtistSort"], asf: ["WM/ArtistSortOrder"],
            matroska: ["50:ARTISTSORT"], ffmpeg: ["artist-sort", "artistsort", "sort_artist"]),
        TagMapping(
            .albumArtistSort, id3v2: ["TSO2", "TXXX:ALBUMARTISTSORT"],
            vorbis: ["ALBUMARTISTSORT", "ALBUM ARTIST SORT"], mp4: ["soaa"],
            ape: ["AlbumArtistSort"], asf: ["WM/AlbumArtistSortOrder"],
            matroska: ["album:ARTISTSORT"], ffmpeg: ["sort_album_artist", "albumartistsort"]),
        TagMapping(
            .composerSort, id3v2: ["TSOC", "TXXX:COMPOSERSORT"], vorbis: ["COMPOSERSORT"],
            mp4: ["soco"], ape: ["ComposerSort"], asf: ["WM/ComposerSortOrder"],
            matroska: ["50:COMPOSERSORT"], ffmpeg: ["sort_composer", "composersort"]),
    ]

    private static let numbers: [TagMapping] = [
        TagMapping(
            .albumTrackNumber, id3v2: ["TRCK"], id3v1: ["Track"],
            vorbis: ["TRACKNUMBER", "TRACKNUM", "TRACK"], mp4: ["trkn", "albm:track"],
            ape: ["Track"],
            asf: ["WM/TrackNumber", "WM/Track"], riff: ["IPRT", "ITRK"],
            matroska: ["track:PART_NUMBER"], ffmpeg: ["track"]),
        TagMapping(
            .albumTrackCount, id3v2: ["TXXX:TRACKTOTAL", "TXXX:TOTALTRACKS"],
            vorbis: ["TRACKTOTAL", "TOTALTRACKS", "TRACKC"], mp4: ["----:TRACKTOTAL"],
            ape: ["TrackTotal", "TotalTracks"],
            asf: ["WM/TrackTotal", "TrackTotal", "TotalTracks"],
            riff: ["IFRM"], matroska: ["disc:TOTAL_PARTS", "album:TOTAL_PARTS"],
            ffmpeg: ["tracktotal", "totaltracks"]),
        TagMapping(
            .discNumber, id3v2: ["TPOS"], vorbis: ["DISCNUMBER", "DISC", "DISCNUM"],
            mp4: ["disk"], ape: ["Disc", "DiscNumber"], asf: ["WM/PartOfSet"],
            matroska: ["disc:PART_NUMBER"], ffmpeg: ["disc"]),
        TagMapping(
            .discCount, id3v2: ["TXXX:DISCTOTAL", "TXXX:TOTALDISCS"],
            vorbis: ["DISCTOTAL", "TOTALDISCS", "DISCC"], mp4: ["----:DISCTOTAL"],
            ape: ["DiscTotal", "TotalDiscs"], asf: ["WM/DiscTotal", "DiscTotal", "TotalDiscs"],
            ffmpeg: ["disctotal", "totaldiscs"]),
        TagMapping(
            .releaseDate, id3v2: ["TDRC", "TYER", "TDRL"], id3v1: ["Year"],
            vorbis: ["DATE", "YEAR", "RELEASEDATE"], mp4: ["©day", "----:RELEASEDATE", "yrrc"],
            ape: ["Year", "Date"], asf: ["WM/Year", "WM/ReleaseDate"], riff: ["ICRD"],
            matroska: [
                "50:DATE_RELEASED", "track:DATE_RELEASED", "album:DATE_RELEASED",
                "50:DATE_RECORDED", "track:DATE_RECORDED", "album:DATE_RECORDED",
            ],
            ffmpeg: ["date", "year", "date_released", "date_recorded", "creationdate", "TDRL"],
            fileName: ["date"]),
        TagMapping(
            .originalDate,
            id3v2: ["TDOR", "TORY", "TXXX:ORIGINALDATE", "XDOR", "TXXX:ORIGINALYEAR"],
            vorbis: ["ORIGINALDATE", "ORIGINALYEAR", "ORIGINALRELEASEDATE"],
            mp4: ["----:ORIGINALDATE", "----:ORIGINALYEAR"], ape: ["OriginalDate", "OriginalYear"],
            asf: ["WM/OriginalReleaseTime", "WM/OriginalReleaseYear"],
            ffmpeg: ["originaldate", "TDOR", "originalyear"]),
        TagMapping(
            .isCompilation, id3v2: ["TCMP", "TXXX:COMPILATION"], vorbis: ["COMPILATION"],
            mp4: ["cpil"], ape: ["Compilation"], asf: ["WM/IsCompilation"],
            ffmpeg: ["compilation"]),
        TagMapping(
            .beatsPerMinute, id3v2: ["TBPM"], vorbis: ["BPM", "TEMPO"], mp4: ["tmpo", "----:BPM"],
            ape: ["BPM"], asf: ["WM/BeatsPerMinute"], riff: ["IBPM"], ffmpeg: ["TBPM", "bpm"]),
    ]

    private static let identifiers: [TagMapping] = [
        TagMapping(
            .isrc, id3v2: ["TSRC"], vorbis: ["ISRC"], mp4: ["----:ISRC"], ape: ["ISRC"],
            asf: ["WM/ISRC"], riff: ["ISRC"], ffmpeg: ["isrc", "TSRC"]),
        TagMapping(
            .musicBrainzRecordingID,
            id3v2: [
                "UFID:http://musicbrainz.org", "TXXX:MusicBrainz Track Id",
                "TXXX:MUSICBRAINZ_TRACKID",
            ],
            vorbis: ["MUSICBRAINZ_TRACKID"],
            mp4: ["----:MusicBrainz Track Id", "----:MUSICBRAINZ_TRACKID"],
            ape: ["MUSICBRAINZ_TRACKID"], asf: ["MusicBrainz/Track Id"],
            ffmpeg: ["MUSICBRAINZ_TRACKID", "MusicBrainz Track Id"]),
        TagMapping(
            .musicBrainzTrackID,
            id3v2: ["TXXX:MusicBrainz Release Track Id", "TXXX:MUSICBRAINZ_RELEASETRACKID"],
            vorbis: ["MUSICBRAINZ_RELEASETRACKID"],
            mp4: ["----:MusicBrainz Release Track Id", "----:MUSICBRAINZ_RELEASETRACKID"],
            ape: ["MUSICBRAINZ_RELEASETRACKID"], asf: ["MusicBrainz/Release Track Id"],
            ffmpeg: ["MUSICBRAINZ_RELEASETRACKID", "MusicBrainz Release Track Id"]),
        TagMapping(
            .musicBrainzAlbumID, id3v2: ["TXXX:MusicBrainz Album Id", "TXXX:MUSICBRAINZ_ALBUMID"],
            vorbis: ["MUSICBRAINZ_ALBUMID"],
            mp4: ["----:MusicBrainz Album Id", "----:MUSICBRAINZ_ALBUMID"],
            ape: ["MUSICBRAINZ_ALBUMID"], asf: ["MusicBrainz/Album Id"],
            ffmpeg: ["MUSICBRAINZ_ALBUMID", "MusicBrainz Album Id"]),
        TagMapping(
            .musicBrainzReleaseGroupID,
            id3v2: ["TXXX:MusicBrainz Release Group Id", "TXXX:MUSICBRAINZ_RELEASEGROUPID"],
            vorbis: ["MUSICBRAINZ_RELEASEGROUPID"],
            mp4: ["----:MusicBrainz Release Group Id", "----:MUSICBRAINZ_RELEASEGROUPID"],
            ape: ["MUSICBRAINZ_RELEASEGROUPID"], asf: ["MusicBrainz/Release Group Id"],
            ffmpeg: ["MUSICBRAINZ_RELEASEGROUPID", "MusicBrainz Release Group Id"]),
        TagMapping(
            .musicBrainzArtistIDs,
            id3v2: ["TXXX:MusicBrainz Artist Id", "TXXX:MUSICBRAINZ_ARTISTID"],
            vorbis: ["MUSICBRAINZ_ARTISTID"],
            mp4: ["----:MusicBrainz Artist Id", "----:MUSICBRAINZ_ARTISTID"],
            ape: ["MUSICBRAINZ_ARTISTID"], asf: ["MusicBrainz/Artist Id"],
            ffmpeg: ["MUSICBRAINZ_ARTISTID", "MusicBrainz Artist Id"]),
        TagMapping(
            .musicBrainzAlbumArtistIDs,
            id3v2: ["TXXX:MusicBrainz Album Artist Id", "TXXX:MUSICBRAINZ_ALBUMARTISTID"],
            vorbis: ["MUSICBRAINZ_ALBUMARTISTID"],
            mp4: ["----:MusicBrainz Album Artist Id", "----:MUSICBRAINZ_ALBUMARTISTID"],
            ape: ["MUSICBRAINZ_ALBUMARTISTID"], asf: ["MusicBrainz/Album Artist Id"],
            ffmpeg: ["MUSICBRAINZ_ALBUMARTISTID", "MusicBrainz Album Artist Id"]),
    ]

    private static let loudness: [TagMapping] = [
        replayGain(.replayGainTrackGain, "TRACK_GAIN", opus: ["R128_TRACK_GAIN"]),
        replayGain(.replayGainTrackPeak, "TRACK_PEAK"),
        replayGain(.replayGainAlbumGain, "ALBUM_GAIN", opus: ["R128_ALBUM_GAIN"]),
        replayGain(.replayGainAlbumPeak, "ALBUM_PEAK"),
    ]

    /// The keys that old programs wrote for a track and an album.
    private static func oldNames(_ name: String) -> (vorbis: [String], frames: [String]) {
        switch name {
        case "TRACK_GAIN": (["RG_RADIO"], ["RVA2:track", "RVA2:*"])
        case "TRACK_PEAK": (["RG_PEAK"], ["RVA2:track", "RVA2:*"])
        case "ALBUM_GAIN": (["RG_AUDIOPHILE"], ["RVA2:album"])
        default: ([], ["RVA2:album"])
        }
    }

    /// Opus' own gains come first, because its comments should have no others (RFC 7845, section 5.2.1);
    /// iTunes' Sound Check comes last, because its reference is another.
    private static func replayGain(
        _ property: TagProperty, _ name: String, opus: [String] = []
    ) -> TagMapping {
        let key = "REPLAYGAIN_\(name)"
        let old = oldNames(name)
        let isOfTrack = name.hasPrefix("TRACK")
        return TagMapping(
            property, id3v2: ["TXXX:\(key)"] + old.frames + (isOfTrack ? ["COMM:iTunNORM"] : []),
            vorbis: opus + [key] + old.vorbis,
            mp4: ["----:\(key)"] + (isOfTrack ? ["----:iTunNORM"] : []), ape: [key], asf: [key],
            matroska: ["\(isOfTrack ? "track" : "album"):REPLAYGAIN_\(name.suffix(4))"],
            header: ["MPC:\(name)", "LAME:\(name)"]
                + (name == "TRACK_PEAK" ? ["LAME:PEAK"] : []),
            ffmpeg: opus + [key], namesAreFree: false)
    }

    private static let television: [TagMapping] = [
        TagMapping(
            .tvShow, mp4: ["tvsh"], matroska: ["70:TITLE"], ffmpeg: ["show"], fileName: ["show"]),
        TagMapping(
            .seasonNumber, mp4: ["tvsn"], matroska: ["60:PART_NUMBER"],
            ffmpeg: ["season_number"], fileName: ["season"]),
        TagMapping(
            .episodeNumber, mp4: ["tves"], matroska: ["50:PART_NUMBER"],
            ffmpeg: ["episode_sort"], fileName: ["episode"]),
        TagMapping(.episodeID, mp4: ["tven"], ffmpeg: ["episode_id"]),
    ]

    private static let marks: [TagMapping] = [
        TagMapping(
            .isExplicit, id3v2: ["TXXX:ITUNESADVISORY"], vorbis: ["ITUNESADVISORY"],
            mp4: ["rtng", "----:ITUNESADVISORY"], ape: ["ITUNESADVISORY"], asf: ["ITUNESADVISORY"],
            ffmpeg: ["ITUNESADVISORY"]),
        TagMapping(
            .mediaType, id3v2: ["PCST", "WFED"], mp4: ["stik", "pcst"], matroska: ["TARGETTYPE"]),
    ]
}
