import PhonolithMediaModel
import PhonolithWorker

extension TranscodeRequest {
    /// Equal tags mean equal bytes.
    package var tag: EntityTag { EntityTag(digest) }

    /// The name of its file in the cache.
    var name: String { "\(digest).\(job.format.rawValue)" }

    /// A name for the source and all its conversions.
    private var digest: String {
        let values = [
            source.description, "\(job.start)", "\(job.end ?? -1)", job.format.rawValue,
            "\(job.bitRate ?? 0)", "\(job.sampleRate ?? 0)", "\(job.channelCount ?? 0)",
            "\(job.gain)", "\(job.length ?? -1)", job.film.map { "\($0)" } ?? "",
        ]
        let text = Array(values.joined(separator: " ").utf8)
        return ContentDigest(of: path.bytes + [0] + text).bytes.prefix(16).hexadecimal
    }
}
