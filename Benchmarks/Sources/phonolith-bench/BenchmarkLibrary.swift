import Foundation
import Synchronization

/// A folder of invented music, made once and used again by later runs.
struct BenchmarkLibrary {
    let shape: Shape
    /// Holds the music, and what the benchmarks write.
    let folder: String

    /// Properties of a library; the same shape gives the same bytes.
    struct Shape: Hashable {
        var seed: UInt64
        var tracks: Int
        /// Of each track's cover; 0 for tracks without.
        var pictureBytes: Int
        /// Whether each track has a cover of its own, rather than that of its album.
        var hasUniquePictures = false
        /// Whether each track has twenty more tags, and six credits (``InventedMusic/moreTags(_:)``).
        var hasMoreTags = false
        /// The format of all tracks; `nil` for a mixture.
        var format: InventedMusic.Format?

        /// Changes whenever the making does, so that no library of old is taken for one of now.
        private static let version = 5

        var name: String {
            "v\(Self.version)-\(seed)-\(tracks)-\(pictureBytes)"
                + (hasUniquePictures ? "-unique" : "") + (hasMoreTags ? "-tags" : "")
                + (format.map { "-\($0)" } ?? "")
        }
    }

    /// Holds the libraries, and what they are made of.
    private let base: String

    init(_ shape: Shape, in base: String) {
        self.shape = shape
        self.base = base
        folder = base + "/" + shape.name
    }

    private var invented: InventedMusic {
        InventedMusic(seed: shape.seed, trackCount: shape.tracks, onlyFormat: shape.format)
    }

    var music: String { folder + "/music" }
    /// A list of all files, a path a line.
    var list: String { folder + "/files" }

    /// Whether the library exists. The list is written last: a library without it was never finished.
    var isMade: Bool { FileManager.default.fileExists(atPath: list) }

    /// Makes the library unless it exists.
    func make() throws {
        if isMade { return }
        let files = FileManager.default
        if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
        try files.createDirectory(atPath: music, withIntermediateDirectories: true)
        let material = try Material(in: base + "/material")
        let invented = invented
        let sizes = invented.albumSizes()
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: sizes.count) { number in
            do {
                let album = invented.album(number, size: sizes[number])
                try write(album, number, material)
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        try writeList()
        // Pending writes to the disk must not slow down the measurement.
        sync()
    }

    private func write(
        _ album: InventedMusic.Album, _ number: Int, _ material: Material
    ) throws {
        var random = SeededNumbers(seed: shape.seed, stream: 3_000_000_000 + UInt64(number))
        let albumFolder = music + "/" + album.folder
        try FileManager.default.createDirectory(
            atPath: albumFolder, withIntermediateDirectories: true)
        var cover = cover(material, &random)
        for (index, track) in album.tracks.enumerated() {
            if shape.hasUniquePictures, index > 0 { cover = self.cover(material, &random) }
            let sound = random.one(of: material.sounds[album.format] ?? [])
            let path = albumFolder + "/" + track.fileName
            let more = shape.hasMoreTags ? InventedMusic.moreTags(&random) : []
            try TaggedFile.write(path, album.format, sound, track.tags + more, cover)
        }
    }

    private func cover(_ material: Material, _ random: inout SeededNumbers) -> [UInt8] {
        shape.pictureBytes == 0 ? [] : material.cover.jpeg(size: shape.pictureBytes, &random)
    }

    /// Writes the first track of an album again, with another title, as a program that edits tags does: beside it, and
    /// then in its place.
    func retag(album number: Int, title: String) throws {
        let album = invented.album(number, size: invented.albumSizes()[number])
        guard let track = album.tracks.first else { return }
        let material = try Material(in: base + "/material")
        let scratch = folder + "/retagged"
        let sound = material.sounds[album.format]?.first ?? []
        let tags = track.tags.map { $0.key == "TITLE" ? ($0.key, title) : $0 }
        try TaggedFile.write(scratch, album.format, sound, tags, [])
        let path = "\(music)/\(album.folder)/\(track.fileName)"
        guard rename(scratch, path) == 0 else {
            throw BenchmarkError("\(path): cannot be replaced: \(String(cString: strerror(errno)))")
        }
    }

    private func writeList() throws {
        var find = Command("find", [music, "-type", "f"])
        find.output = list + ".unfinished"
        _ = try find.run()
        try FileManager.default.moveItem(atPath: find.output, toPath: list)
    }
}

/// The material of all files of a library: sounds of many lengths in each format, and a picture. FFmpeg makes them once.
private struct Material {
    let sounds: [InventedMusic.Format: [[UInt8]]]
    let cover: CoverPicture

    init(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var sounds: [InventedMusic.Format: [[UInt8]]] = [:]
        for format in InventedMusic.Format.allCases {
            sounds[format] = try (1...16).map { tenths in
                let source = "sine=frequency=\(220 + 20 * tenths):duration=\(Double(tenths) / 10)"
                return try Self.made(
                    ["-i", source, "-ar", format == .opus ? "24000" : "22050", "-b:a", "24k"],
                    "\(folder)/\(tenths).\(format)")
            }
        }
        self.sounds = sounds
        let jpeg = try Self.made(
            ["-i", "gradients=size=500x500:seed=1:rate=1", "-frames:v", "1", "-q:v", "12"],
            folder + "/cover.jpg")
        guard let cover = CoverPicture(jpeg) else {
            throw BenchmarkError("ffmpeg made a cover that is no JPEG")
        }
        self.cover = cover
    }

    private static func made(_ arguments: [String], _ path: String) throws -> [UInt8] {
        let quiet = ["-v", "error", "-nostdin", "-y", "-f", "lavfi"]
        let exact = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"]
        if !FileManager.default.fileExists(atPath: path) {
            _ = try Command("ffmpeg", quiet + arguments + exact + [path]).run()
        }
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
