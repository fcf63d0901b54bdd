import CTagWriter
import Foundation
import Synchronization

/// A folder of invented music, made once and used again by later runs.
struct BenchmarkLibrary {
    let shape: Shape
    /// Holds the music, and what the benchmarks write.
    let folder: String

    /// What a library is like; the same shape gives the same bytes.
    struct Shape: Hashable {
        var seed: UInt64
        var tracks: Int
        /// Of each track's cover.
        var pictureBytes: Int
        /// Whether each track has a cover of its own, rather than that of its album.
        var hasUniquePictures = false

        /// Changes whenever the making does, so that no library of old is taken for one of now.
        private static let version = 3

        var name: String {
            "v\(Self.version)-\(seed)-\(tracks)-\(pictureBytes)"
                + (hasUniquePictures ? "-unique" : "")
        }
    }

    init(_ shape: Shape, in base: String) {
        self.shape = shape
        folder = base + "/" + shape.name
    }

    var music: String { folder + "/music" }
    /// A list of all files, a path a line.
    var list: String { folder + "/files" }

    /// Makes the library unless it is there and complete.
    func make() throws {
        let files = FileManager.default
        // The list is written last: a library without it was never finished.
        if files.fileExists(atPath: list) { return }
        if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
        try files.createDirectory(atPath: music, withIntermediateDirectories: true)
        let material = try Material(scratch: folder + "/material")
        let invented = InventedMusic(seed: shape.seed, trackCount: shape.tracks)
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
        // What is still to be written to disk must not slow down what is measured.
        sync()
    }

    private func write(
        _ album: InventedMusic.Album, _ number: Int, _ material: Material
    ) throws {
        var random = SeededNumbers(seed: shape.seed, stream: 3_000_000_000 + UInt64(number))
        let albumFolder = music + "/" + album.folder
        try FileManager.default.createDirectory(
            atPath: albumFolder, withIntermediateDirectories: true)
        var cover = material.cover.jpeg(size: shape.pictureBytes, &random)
        for (index, track) in album.tracks.enumerated() {
            if shape.hasUniquePictures, index > 0 {
                cover = material.cover.jpeg(size: shape.pictureBytes, &random)
            }
            let sound = random.one(of: material.sounds[album.format] ?? [])
            let path = albumFolder + "/" + track.fileName
            guard TaggedFile.write(path, album.format, sound, track.tags, cover) else {
                throw BenchmarkError(
                    "\(path): cannot be written: \(String(cString: strerror(errno)))")
            }
        }
    }

    private func writeList() throws {
        var find = Command("find", [music, "-type", "f"])
        find.output = list + ".unfinished"
        _ = try find.run()
        try FileManager.default.moveItem(atPath: find.output, toPath: list)
    }
}

/// What all files of a library are made of: a few sounds of each format, and a picture. FFmpeg makes them.
private struct Material {
    let sounds: [InventedMusic.Format: [[UInt8]]]
    let cover: CoverPicture

    init(scratch: String) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        defer { try? files.removeItem(atPath: scratch) }  // A few KB left behind harm nobody.
        var sounds: [InventedMusic.Format: [[UInt8]]] = [:]
        for format in InventedMusic.Format.allCases {
            sounds[format] = try (1...3).map { seconds in
                let source = "sine=frequency=\(220 * seconds):duration=\(seconds)"
                return try Self.made(
                    ["-i", source, "-ac", "2", "-b:a", "64k"], "\(scratch)/\(seconds).\(format)")
            }
        }
        self.sounds = sounds
        let jpeg = try Self.made(
            ["-i", "gradients=size=500x500:seed=1:rate=1", "-frames:v", "1", "-q:v", "12"],
            scratch + "/cover.jpg")
        guard let cover = CoverPicture(jpeg) else {
            throw BenchmarkError("ffmpeg made a cover that is no JPEG")
        }
        self.cover = cover
    }

    private static func made(_ arguments: [String], _ path: String) throws -> [UInt8] {
        let quiet = ["-v", "error", "-nostdin", "-y", "-f", "lavfi"]
        let exact = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags", "+bitexact"]
        _ = try Command("ffmpeg", quiet + arguments + exact + [path]).run()
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

private enum TaggedFile {
    static func write(
        _ path: String, _ format: InventedMusic.Format, _ sound: [UInt8],
        _ tags: [(key: String, value: String)], _ cover: [UInt8]
    ) -> Bool {
        let copies = tags.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for (key, value) in copies {
                free(key)
                free(value)
            }
        }
        let borrowed = copies.compactMap { key, value -> tw_tag? in
            guard let key, let value else { return nil }
            return tw_tag(key: key, value: value)
        }
        return sound.withUnsafeBufferPointer { sound in
            cover.withUnsafeBufferPointer { cover in
                tw_write(
                    path, format.written, tw_bytes(bytes: sound.baseAddress, count: sound.count),
                    borrowed, borrowed.count,
                    tw_bytes(bytes: cover.baseAddress, count: cover.count))
            }
        }
    }
}

extension InventedMusic.Format {
    fileprivate var written: tw_format {
        switch self {
        case .mp3: TW_MP3
        case .flac: TW_FLAC
        case .m4a: TW_MP4
        case .ogg: TW_OGG_VORBIS
        }
    }
}
