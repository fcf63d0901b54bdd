import Foundation
import MediaModel
import Worker

extension TranscodeRequest {
    /// Equal tags mean equal bytes.
    package var tag: EntityTag { EntityTag(digest) }

    /// The name of its file in the cache.
    var name: String { "\(digest).\(format.rawValue)" }

    /// What stands for the source and everything that is done to it.
    private var digest: String {
        let values = [
            source.description, "\(start)", "\(end ?? -1)", format.rawValue, "\(bitRate ?? 0)",
            "\(sampleRate ?? 0)", "\(channelCount ?? 0)", "\(gain)", "\(length ?? -1)",
            film.map { "\($0)" } ?? "",
        ]
        let text = Array(values.joined(separator: " ").utf8)
        return ContentDigest(of: path.bytes + [0] + text).bytes.prefix(16).hexadecimal
    }
}
