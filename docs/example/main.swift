// Asks a library as a program for Apple's systems asks MediaPlayer: run it with the path of a library.

import Catalog
import MediaModel

let library = try await MediaLibrary.open(at: CommandLine.arguments[1])

// MPMediaQuery.albums().collections
for album in try await MediaQuery.albums.collections(in: library) {
    print("\(album.title) by \(album.albumArtist ?? "various artists"): \(album.count) tracks")
}

// MPMediaPropertyPredicate(value:forProperty:comparisonType:), and what MediaPlayer cannot say
var query = MediaQuery.songs
query.addFilterPredicate(.atLeast(.year, 1990))
query.addFilterPredicate(.not(.contains(.genre, "rock")))
query.order = [MediaOrder(.year, isDescending: true), MediaOrder(.title)]

// Items are read as they are wanted: a million songs cost no more than those that are looked at.
for try await song in query.items(in: library).prefix(3) {
    print(
        "\(song.releaseDate?.year ?? 0)  \(song.title ?? "untitled"), \(song.artist ?? "unknown")")
}

// MPMediaQuery.artists().collectionSections: the letters at the side of a list
let sections = try await MediaQuery.artists.collectionSections(in: library)
print(sections.map { "\($0.title) \($0.range.count)" }.joined(separator: ", "))
