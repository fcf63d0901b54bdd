import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

// The lists of items and collections. They differ in what they ask for; ItemListing and CollectionListing show them.

enum Items: ItemList {
    static let configuration = CommandConfiguration(
        commandName: "items", abstract: "List all items: music, videos, podcasts, audiobooks.",
        discussion: """
              phonolith items --sort dateAdded:desc --limit 20
              phonolith items --where 'added >= 2026-11 and rating is missing'

            Keys for --sort: \(ListOptions.itemKeys.joined(separator: ", ")).
            """)
    static let query = MediaList.items.query
    static let names = "items"
}

enum Songs: ItemList {
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
    static let query = MediaList.songs.query
    static let names = "songs"
}

enum Audiobooks: ItemList {
    static let configuration = CommandConfiguration(
        commandName: "audiobooks", abstract: "List audiobook parts.",
        discussion: """
            Audiobooks are files tagged as such, .m4b files, and all files in a folder scanned with --as audiobook. \
            phonolith books lists whole books.

              phonolith audiobooks --album Dracula
            """)
    static let query = MediaList.audiobooks.query
    static let names = "audiobooks"
}

enum Videos: ItemList {
    static let configuration = CommandConfiguration(
        commandName: "videos", abstract: "List videos.",
        discussion: """
            Default order: episodes first, by show, season and episode; then everything else by title.

              phonolith videos --where 'height >= 1080' --sort dateAdded:desc
              phonolith videos --where 'show = "The Bridge" and season = 2'
            """)
    static let names = "videos"
    static let columns = TableColumn.videos
    static let query = MediaList.videos.query
}

enum Albums: CollectionList {
    typealias Options = AlbumListOptions
    static let query = MediaList.albums.query
    static let configuration = CommandConfiguration(
        commandName: "albums", abstract: "List albums.",
        discussion: """
              phonolith albums --artist "Björk" --sort year:desc
              phonolith albums --where 'bitDepth > 16 and year < 1980'
              phonolith albums --sort dateAdded:desc --limit 10
              phonolith albums --incomplete

            Keys for --sort, besides those of the album itself: count (of tracks), playbackDuration and playCount (totals), \
            dateAdded and lastPlayedDate (latest), rating (mean), random.
            """)
}

// Options of `albums`.
struct AlbumListOptions: CollectionListOptions {
    @Flag(
        help:
            "List albums with missing tracks, judged by the track numbers and totals in the tags."
    )
    var incomplete = false

    func gaps(_ catalog: Catalog) throws -> [MediaAlbumID: AlbumGaps]? {
        incomplete ? try catalog.collections.albumGaps() : nil
    }
}

enum Artists: CollectionList {
    static let query = MediaList.artists.query
    static let configuration = CommandConfiguration(
        commandName: "artists", abstract: "List all artists.",
        discussion: """
              phonolith artists --genre Jazz
              phonolith artists --sort count:desc --limit 20

            The keys for --sort are those of albums.
            """)
}

enum AlbumArtists: CollectionList {
    static let query = MediaList.albumArtists.query
    static let configuration = CommandConfiguration(
        commandName: "album-artists", abstract: "List album artists.",
        discussion: """
            Tracks without an album artist are listed under their artist.

              phonolith album-artists --sort count:desc --limit 20
            """)
}

enum Composers: CollectionList {
    static let query = MediaList.composers.query
    static let configuration = CommandConfiguration(
        commandName: "composers", abstract: "List composers.",
        discussion: """
              phonolith composers --genre Classical
            """)
}

enum Genres: CollectionList {
    static let query = MediaList.genres.query
    static let configuration = CommandConfiguration(
        commandName: "genres", abstract: "List genres.",
        discussion: """
              phonolith genres --sort count:desc
            """)
}

enum Compilations: CollectionList {
    static let query = MediaList.compilations.query
    static let configuration = CommandConfiguration(
        commandName: "compilations", abstract: "List albums by various artists.",
        discussion: """
              phonolith compilations --sort year:desc
            """)
}

enum Podcasts: CollectionList {
    static let query = MediaList.podcasts.query
    static let configuration = CommandConfiguration(
        commandName: "podcasts", abstract: "List podcasts.",
        discussion: """
            Episodes are files tagged as such, and all files in a folder scanned with --as podcast.

              phonolith podcasts
              phonolith items --where 'podcastTitle = "Radiolab"' --sort releaseDate:desc
            """)
}
