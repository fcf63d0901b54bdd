import ArgumentParser
import Catalog
import CommandLineInterface
import Files
import MediaModel
import Thumbnails

struct Artwork: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "artwork",
        abstract: "Write a picture of an item to a file or to standard output.",
        discussion: """
            Without --type it is the front cover, or the first picture where there is none.

              phonolith artwork 42 --output cover.jpg
              phonolith artwork 42 --size 200 > small.jpg
            """)
    @Argument(help: "The item's id, or the path of its file.", completion: .file())
    var item: String
    @Option(
        help: ArgumentHelp(
            "What the picture shows: \(MediaArtwork.Kind.allCases.map(\.name).joined(separator: ", ")).",
            valueName: "type"),
        completion: .list(MediaArtwork.Kind.allCases.map(\.name)),
        transform: { name in
            guard let kind = MediaArtwork.Kind(named: name) else {
                throw ValidationError("'\(name)' is no type of picture")
            }
            return kind
        })
    var type: MediaArtwork.Kind?
    @Option(
        help: ArgumentHelp(
            "Make it fit a square of so many pixels; it is never enlarged.", valueName: "pixels"))
    var size: Int?
    @Option(help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
    var output = PathArgument("-")
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if let size, !(1...16_384).contains(size) {
            throw ValidationError("--size takes 1 to 16384 pixels, not \(size)")
        }
    }

    func run() throws {
        if output.isStandardOutput, Terminal.outputIsTerminal {
            throw Failure("a picture is nothing for a terminal; name a file with --output")
        }
        let catalog = try library.open(for: .reading)
        let picture = try catalog.items(named: item).lazy
            .compactMap { try catalog.picture(of: $0.persistentID, kind: type) }.first
        guard let picture else {
            throw Failure("\(item): has no \(type.map { "\($0.name) " } ?? "")picture")
        }
        if !output.isStandardOutput {
            try ProtectedFiles(library: catalog.path, opened: catalog).check(output.path)
        }
        try write(size.map { try smaller(picture, than: $0) } ?? picture.bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        guard !output.isStandardOutput else {
            return try bytes.withUnsafeBytes { try StandardOutput.write($0) }
        }
        do throws(WholeFile.Failure) {
            try WholeFile.write(bytes, to: output.path)
        } catch {
            throw Failure("\(output): cannot be written: \(error); check the folder and the disk")
        }
    }

    private func smaller(_ picture: Picture, than size: Int) throws -> [UInt8] {
        do throws(ArtworkThumbnailError) {
            return try ArtworkThumbnails(cacheFolder: UserFolders.cache.appending("artwork"))
                .thumbnail(of: picture, longestEdge: size).bytes
        } catch {
            throw Failure("\(item): \(error)")
        }
    }
}
