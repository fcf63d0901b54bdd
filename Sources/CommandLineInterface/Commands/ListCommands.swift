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

            Keys to sort by: \(Catalog.itemKeys.keys.sorted().joined(separator: ", ")).
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(MediaQuery(), of: "items") }
}

struct Songs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "songs", abstract: "List songs.",
        discussion: """
            Without --sort tracks come as on a shelf: by album artist, album, disc and track.

              phonolith songs --artist "Björk" --year 1990..1999
              phonolith songs --genre Jazz --sort year,title --format csv > jazz.csv
              phonolith songs --where 'genre in (Jazz, Blues) and duration < 3:00'

              phonolith songs --where 'lastPlayed before 1 year ago' --sort random --limit 20

            phonolith items --help lists the keys to sort by.
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(.songs, of: "songs") }
}

struct Audiobooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audiobooks", abstract: "List audiobook parts.",
        discussion: """
            Files that say so are audiobooks, .m4b files, and all in a folder that was scanned with \
            --as audiobook. phonolith books lists them book by book.
            """)
    @OptionGroup var listing: ItemListing
    func run() throws { try listing.run(.audiobooks, of: "audiobooks") }
}

struct Videos: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "videos", abstract: "List videos.",
        discussion: """
            Without --sort episodes come first, by show, season and episode, and then all else by title.

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

            Keys to sort by, beside those of the album itself: count (of its tracks), playbackDuration (of all), \
            dateAdded and lastPlayedDate (the latest), playCount (of all), rating (the mean), random.
            """)
    @Flag(
        help:
            "Only albums that lack tracks, by the numbers and counts in the tags, with what they lack."
    )
    var incomplete = false
    @Flag(
        help: """
            Only albums of which there are several editions (reissues, deluxe editions), those of one together, with \
            what distinguishes them.
            """)
    var editions = false
    @OptionGroup var listing: CollectionListing

    func validate() throws {
        try listing.checkOrder(of: .album)
        if incomplete, editions {
            throw ValidationError("--incomplete and --editions ask for different albums; give one")
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

            Keys to sort by are those of albums.
            """)
    @OptionGroup var listing: CollectionListing
}

struct AlbumArtists: CollectionCommand {
    static let collections = MediaQuery.albumArtists
    static let configuration = CommandConfiguration(
        commandName: "album-artists", abstract: "List album artists.",
        discussion: "Where no album artist is tagged, it is the artist.")
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
            Files that say so are episodes, and all in a folder that was scanned with --as podcast.

              phonolith podcasts
              phonolith items --where 'podcastTitle = "Radiolab"' --sort releaseDate:desc
            """)
    @OptionGroup var listing: CollectionListing
}
