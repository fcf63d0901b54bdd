// Shows the tags and the cover of one file, without a library, as a program for Apple's systems does with AVURLAsset:
// read-tags FILE [COVER]

import Foundation
import PhonolithTags

func show(_ file: MediaFile) throws {
    print("\(file.facts.title ?? "untitled") by \(file.facts.artist ?? "unknown")")
    // The entries of each kind of tag: availableMetadataFormats, metadata(forFormat:)
    for format in file.metadataFormats {
        for entry in file.metadata(inFormat: format) {
            print("\(format)  \(entry.key): \(entry.value)", entry.property ?? "")
        }
    }
    for chapter in file.facts.chapters { print("\(chapter.startTime) s  \(chapter.title ?? "")") }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 1 || arguments.count == 2 else {
    print("usage: read-tags FILE [COVER]")
    exit(64)
}
do {
    let file = try MediaFile(contentsOf: URL(fileURLWithPath: arguments[0]))
    try show(file)
    if arguments.count == 2, let cover = file.pictures.preferred {
        try cover.data.write(to: URL(fileURLWithPath: arguments[1]))
        print("\(arguments[1]): \(cover.mimeType ?? "unknown"), \(cover.data.count) bytes")
    }
} catch {
    print(error.localizedDescription)
    exit(1)
}
