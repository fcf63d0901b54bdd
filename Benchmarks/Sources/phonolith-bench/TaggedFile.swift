import CTagWriter
import Foundation

/// A media file that is made of a sound, tags and a cover.
enum TaggedFile {
    static func write(
        _ path: String, _ format: InventedMusic.Format, _ sound: [UInt8],
        _ tags: [(key: String, value: String)], _ cover: [UInt8]
    ) throws {
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
        let isWritten = sound.withUnsafeBufferPointer { sound in
            cover.withUnsafeBufferPointer { cover in
                tw_write(
                    path, format.written, tw_bytes(bytes: sound.baseAddress, count: sound.count),
                    borrowed, borrowed.count,
                    tw_bytes(bytes: cover.baseAddress, count: cover.count))
            }
        }
        guard isWritten else {
            throw BenchmarkError(
                "\(path): cannot be written: \(String(cString: strerror(errno)))")
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
        case .opus: TW_OGG_OPUS
        }
    }
}
