import ArgumentParser
import FoundationEssentials
import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithThumbnails
import PhonolithWorker

struct Artwork: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "artwork",
        abstract: "Extract cover art.",
        discussion: """
            The default is the front cover, or the first picture if there is no front cover. A file need not be in the library, and \
            may be on a server.

              phonolith artwork 42 --output cover.jpg
              phonolith artwork ~/Downloads/song.mp3 --output cover.jpg
              phonolith artwork 42 --size 200 > small.jpg
            """)
    @Argument(help: "The item's id, the path of its file, or an address.", completion: .file())
    var item: String
    @Option(
        help: ArgumentHelp(
            "Picture type: \(MediaArtwork.Kind.allCases.map(\.name).joined(separator: ", ")).",
            valueName: "type"),
        completion: .list(MediaArtwork.Kind.allCases.map(\.name)),
        transform: { name in
            guard let kind = MediaArtwork.Kind(named: name) else {
                throw ValidationError("'\(name)' is not a picture type")
            }
            return kind
        })
    var type: MediaArtwork.Kind?
    @Option(
        help: ArgumentHelp(
            "Scale the picture to fit a square of this many pixels; it is never enlarged.",
            valueName: "pixels"))
    var size: Int?
    @Option(
        help: ArgumentHelp(
            "Output file; - for standard output.", valueName: "file"))
    var output = PathArgument("-")
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if let size, !(1...16_384).contains(size) {
            throw ValidationError("--size takes 1 to 16384 pixels, not \(size)")
        }
    }

    func run() throws {
        if output.isStandardOutput, Terminal.outputIsTerminal {
            throw Failure("refusing to write a picture to the terminal; name a file with --output")
        }
        let file = try library.file(named: item, takesAddresses: true)
        let picture = try file.map(picture(in:)) ?? pictureInLibrary()
        guard let picture else {
            throw Failure("\(item): has no \(type.map { "\($0.name) " } ?? "")picture")
        }
        if !output.isStandardOutput {
            // Without a library's name there is none to protect.
            try ProtectedFiles(library: try? library.path, reading: file.map { [$0] } ?? [])
                .check(output.path)
        }
        let result = try size.map { try smaller(picture, than: $0) } ?? picture.unchanged
        tellOfOtherName(result.mimeType)
        try write(result.bytes)
    }

    private func pictureInLibrary() throws -> Picture? {
        let catalog = try library.open(for: .reading)
        return try catalog.items(named: item).lazy
            .compactMap { try catalog.artworks.picture(of: $0.persistentID, kind: type) }.first
    }

    /// The picture in a file that is in no library, or on a server.
    private func picture(in file: MediaPath) throws -> Picture? {
        switch try FileWorker.answer(to: FileJob(file, .picture(type)), named: item) {
        case .picture(let artwork, let data):
            artwork.map { Picture(artwork: $0, bytes: Array(data)) }
        case .failed(let reason): throw Failure(reason)
        case .facts: nil
        }
    }

    /// The extensions of the formats that are written, the usual one first.
    private static let extensions = [
        "image/jpeg": ["jpg", "jpeg"], "image/png": ["png"], "image/webp": ["webp"],
        "image/gif": ["gif"], "image/bmp": ["bmp"], "image/tiff": ["tiff", "tif"],
    ]

    /// A picture is written in the format that it has; other programs go by its name.
    private func tellOfOtherName(_ mimeType: String) {
        guard !output.isStandardOutput, let own = Self.extensions[mimeType],
            !own.contains(output.path.pathExtension),
            Self.extensions.values.joined().contains(output.path.pathExtension)
        else { return }
        Terminal.tell("\(output): is in the format \(own[0].uppercased()); name it .\(own[0])")
    }

    private func write(_ bytes: [UInt8]) throws {
        guard !output.isStandardOutput else {
            return try bytes.withUnsafeBytes { try StandardOutput.write($0) }
        }
        do throws(WholeFile.Failure) {
            try WholeFile.write(bytes, to: output.path)
        } catch {
            throw Failure("\(output): cannot be written: \(error); \(error.remedy)")
        }
    }

    /// A thumbnail that is not kept yet is made by a worker: a picture may crash its decoder.
    private func smaller(_ picture: Picture, than size: Int) throws -> ArtworkThumbnail {
        let thumbnails = ArtworkThumbnails(cacheFolder: UserFolders.cache.appending("artwork"))
        let box = PixelSize(width: size, height: size)
        if let known = thumbnails.known(picture, fitting: box) { return known }
        let supervisor = JobSupervisor(arguments: [MediaWorker.name], silenceLimit: Self.timeLimit)
        defer { supervisor.end() }
        var answer = ArtworkAnswer.made(nil)
        let job = ArtworkJob(picture: Data(picture.bytes), longestEdge: size)
        let failure = try supervisor.run(MediaJob.artwork(job)) { (given: ArtworkAnswer) in
            answer = given
            return true
        }
        if let failure { throw Failure("\(item): cannot scale the picture: \(failure)") }
        switch answer {
        case .failed(let reason): throw Failure("\(item): \(reason)")
        case .made(nil): return picture.unchanged
        case .made(let made?):
            let made = ArtworkThumbnail(bytes: Array(made.bytes), mimeType: made.mimeType)
            thumbnails.keep(made, of: picture, fitting: box)
            return made
        }
    }

    /// A decoder that takes longer hangs.
    private static let timeLimit = Duration.seconds(60)
}
