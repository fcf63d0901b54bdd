import Crypto
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
        var hash = SHA256()
        hash.update(data: Data(path.bytes + [0]))
        let values = [
            source.description, "\(start)", "\(end ?? -1)", format.rawValue, "\(bitRate ?? 0)",
            "\(sampleRate ?? 0)", "\(channelCount ?? 0)", "\(gain)", "\(length ?? -1)",
            film.map { "\($0)" } ?? "",
        ]
        hash.update(data: Data(values.joined(separator: " ").utf8))
        return hash.finalize().prefix(16).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }.joined()
    }
}
