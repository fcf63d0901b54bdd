// Scans a folder and asks the library as a program for Apple's systems asks MediaPlayer:
// ask-library LIBRARY [FOLDER]

import Foundation
import Phonolith

func scan(_ folders: [URL], into library: MediaLibrary) async throws {
    let report = try await library.scan(folders) { progress in
        if progress.done > 0, progress.done.isMultiple(of: 100) { print("\(progress.done) files") }
    }
    print("\(report.added) added, \(report.changed) changed, \(report.unreadable) unreadable")
}

func ask(_ library: MediaLibrary) async throws {
    // MPMediaQuery.albums().collections
    for try await album in MediaQuery.albums.collections(in: library) {
        print("\(album.title) by \(album.albumArtist ?? "various artists"): \(album.count) tracks")
    }

    // MPMediaPropertyPredicate(value:forProperty:comparisonType:), and what MediaPlayer cannot say
    var query = MediaQuery.songs
    query.addFilterPredicate(.atLeast(.year, 1990))
    query.addFilterPredicate(.not(.contains(.genre, "rock")))
    query.order = [MediaOrder(.year, isDescending: true), MediaOrder(.title)]

    // Items are read as they are wanted: a million songs cost no more than those that are looked at.
    for try await song in query.items(in: library).prefix(3) {
        print("\(song.year ?? 0)  \(song.title ?? "untitled"), \(song.artist ?? "unknown")")
    }

    // MPMediaQuery.artists().collectionSections: the letters at the side of a list
    let sections = try await MediaQuery.artists.collectionSections(in: library)
    print(sections.map { "\($0.title) \($0.range.count)" }.joined(separator: ", "))
}

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
    print("usage: ask-library LIBRARY [FOLDER]")
    exit(64)
}
do {
    let library = try await MediaLibrary.open(at: URL(fileURLWithPath: path), for: .creating)
    // Without a folder, those that were scanned before are brought up to date.
    try await scan(arguments.dropFirst().map { URL(fileURLWithPath: $0) }, into: library)
    try await ask(library)
} catch {
    print(error.localizedDescription)
    exit(1)
}
