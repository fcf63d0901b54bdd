import ArgumentParser
import Catalog
import MediaModel

// The commands that list items and collections. They differ in what they ask for, so each is a few lines
// over ItemListing and CollectionListing.

struct Items: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "List all items: music, videos, podcasts, audiobooks.",
        discussion: """
              phonolith items --sort dateAdded:desc --limit 20
              phonolith items --where 'added >= 2026-11 and rating is missing'

            Keys for --sort: \(ListOptions.itemKeys.joined(separator: ", ")).
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(MediaQuery(), of: "items") }
}

struct Songs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "songs", abstract: "List songs.",
        discussion: """
            Default order: album artist, album, disc, track.

              phonolith songs --artist "Björk" --year 1990..1999
              phonolith songs --genre Jazz --sort year,title --format csv > jazz.csv
              phonolith songs --where 'genre in (Jazz, Blues) and duration < 3:00'
              phonolith songs --where 'lastPlayed before 1 year ago' --sort random

            phonolith items --help lists the keys for --sort.
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(.songs, of: "songs") }
}

struct Audiobooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiobooks", abstract: "List audiobook parts.",
        discussion: """
            Audiobooks are files tagged as such, .m4b files, and all files in a folder scanned with --as audiobook. \
            phonolith books lists whole books.
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(.audiobooks, of: "audiobooks") }
}

struct Videos: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "videos", abstract: "List videos.",
        discussion: """
            Default order: episodes first, by show, season and episode; then everything else by title.

              phonolith videos --where 'height >= 1080' --sort dateAdded:desc
              phonolith videos --where 'show = "The Bridge" and season = 2'
            """)
    @OptionGroup var listing: ItemListing
    func run() throws {
        var query = MediaQuery.videos
        query.order = [.tvShow, .seasonNumber, .episodeNumber, .title].map { MediaOrder($0) }
        try listing.run(query, of: "videos", columns: TableColumn.videos)
    }
}

struct Albums: CollectionCommand {
    static let collections = MediaQuery.albums
    static let configuration = CommandConfiguration(
        commandName: "albums", abstract: "List albums.",
        discussion: """
              phonolith albums --artist "Björk" --sort year:desc
              phonolith albums --where 'bitDepth > 16 and year < 1980'
              phonolith albums --sort dateAdded:desc --limit 10
              phonolith albums --incomplete
              phonolith albums --editions --artist "Björk"

            Keys for --sort, besides those of the album itself: count (of tracks), playbackDuration and playCount (totals), \
            dateAdded and lastPlayedDate (latest), rating (mean), random.
            """)
    @Flag(
        help:
            "List albums with missing tracks, judged by the track numbers and totals in the tags."
    )
    var incomplete = false
    @Flag(
        help: """
            List albums that exist in several editions (reissues, deluxe editions), grouped, with what distinguishes \
            each edition.
            """)
    var editions = false
    @OptionGroup var listing: CollectionListing

    func validate() throws {
        try listing.check(of: .album)
        if incomplete, editions {
            throw ValidationError("--incomplete and --editions exclude each other; use one")
        }
        if editions, listing.list.after != nil || listing.list.pageToken {
            throw ValidationError(
                "--editions lists groups of albums; use --offset instead of tokens")
        }
    }

    func run() throws {
        let remarks: ((Catalog) throws -> AlbumRemarks)? =
            incomplete
            ? { AlbumRemarks(try $0.albumGaps()) }
            : editions ? { AlbumRemarks(try $0.albumEditions()) } : nil
        try listing.run(Self.collections, remarks: remarks)
    }
}

struct Artists: CollectionCommand {
    static let collections = MediaQuery.artists
    static let configuration = CommandConfiguration(
        commandName: "artists", abstract: "List all artists.",
        discussion: """
              phonolith artists --genre Jazz
              phonolith artists --sort count:desc --limit 20

            The keys for --sort are those of albums.
            """)
    @OptionGroup var listing: CollectionListing
}

struct AlbumArtists: CollectionCommand {
    static let collections = MediaQuery.albumArtists
    static let configuration = CommandConfiguration(
        commandName: "album-artists", abstract: "List album artists.",
        discussion: "Tracks without an album artist are listed under their artist.")
    @OptionGroup var listing: CollectionListing
}

struct Composers: CollectionCommand {
    static let collections = MediaQuery.composers
    static let configuration = CommandConfiguration(
        commandName: "composers", abstract: "List composers.")
    @OptionGroup var listing: CollectionListing
}

struct Genres: CollectionCommand {
    static let collections = MediaQuery.genres
    static let configuration = CommandConfiguration(
        commandName: "genres", abstract: "List genres.",
        discussion: "For example, the most frequent first: phonolith genres --sort count:desc")
    @OptionGroup var listing: CollectionListing
}

struct Compilations: CollectionCommand {
    static let collections = MediaQuery.compilations
    static let configuration = CommandConfiguration(
        commandName: "compilations", abstract: "List albums by various artists.")
    @OptionGroup var listing: CollectionListing
}

struct Podcasts: CollectionCommand {
    static let collections = MediaQuery.podcasts
    static let configuration = CommandConfiguration(
        commandName: "podcasts", abstract: "List podcasts.",
        discussion: """
            Episodes are files tagged as such, and all files in a folder scanned with --as podcast.

              phonolith podcasts
              phonolith items --where 'podcastTitle = "Radiolab"' --sort releaseDate:desc
            """)
    @OptionGroup var listing: CollectionListing
}
