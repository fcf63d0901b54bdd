import FoundationEssentials
import PhonolithFiles
import PhonolithMediaModel
import PhonolithWorker

/// Sheets of small pictures along the time line of a video, and the track that says which part of which sheet is
/// shown when.
package struct SpriteSet: Hashable, Sendable {
    /// WebVTT; sheets are named `sprites/1.jpg`, `sprites/2.jpg`, … in it.
    package let track: String
    /// JPEG, in the order of their names.
    package let sheets: [[UInt8]]

    /// Reads the files that a worker has made. Blocks its thread.
    init(_ records: [PictureRecord]) throws {
        guard let trackPath = records.lazy.compactMap(\.track).first else {
            throw MediaWorkFailure(
                description: records.lazy.compactMap(\.error).first ?? "the video has no pictures")
        }
        var paths: [MediaPath] = []
        for path in records.compactMap(\.path).map({ MediaPath(bytes: $0) })
        where !paths.contains(path) { paths.append(path) }
        var text = String(
            decoding: try MediaPath(bytes: trackPath).allBytes(upTo: 64 << 20), as: UTF8.self)
        for (number, path) in paths.enumerated() {
            text = text.replacing(
                "\n\(path.lastComponent)#xywh=", with: "\nsprites/\(number + 1).jpg#xywh=")
        }
        track = text
        sheets = try paths.map { try $0.allBytes(upTo: 64 << 20) }
    }

    // MARK: - As one file

    /// The lengths of the parts, a line, then the parts.
    var packed: [UInt8] {
        let lengths = ([track.utf8.count] + sheets.map(\.count)).map(String.init)
        return Array((lengths.joined(separator: " ") + "\n" + track).utf8) + sheets.joined()
    }

    /// - Returns: `nil` for bytes that are not such a file.
    init?(packed bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
        let lengths = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
            .compactMap { Int($0) }
        var parts: [[UInt8]] = []
        var start = end + 1
        for length in lengths {
            guard length >= 0, length <= bytes.count - start else { return nil }
            parts.append(Array(bytes[start..<start + length]))
            start += length
        }
        guard let track = parts.first, start == bytes.count else { return nil }
        self.track = String(decoding: track, as: UTF8.self)
        sheets = Array(parts.dropFirst())
    }
}
