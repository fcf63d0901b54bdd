/// The segments of an item for HTTP Live Streaming, and playlists of them (RFC 8216).
package struct HLSPlaylist: Hashable, Sendable {
    /// Where each segment begins, in seconds; the last goes to the end.
    package let starts: [Double]
    private let duration: Double

    /// How long segments are, except for the last.
    private static let segmentDuration = 6.0
    /// A last segment shorter than this belongs to the one before.
    private static let shortest = 1.0
    /// Of an item that claims to be longer, the beginning is listed.
    private static let longest = 7 * 86_400.0
    /// The rate that a film of 1080 rows seldom exceeds if it has no limit, in kbit/s.
    private static let unlimited = 8000

    /// - Parameter duration: Of the item, in seconds.
    package init(duration: Double) {
        let duration = duration.isFinite ? min(max(duration, 0.1), Self.longest) : Self.longest
        let count = ((duration - Self.shortest) / Self.segmentDuration).rounded(.up)
        starts = (0..<max(1, Int(count))).map { Double($0) * Self.segmentDuration }
        self.duration = duration
    }

    /// Where a segment ends; `nil` for the last.
    package func end(of segment: Int) -> Double? {
        segment + 1 < starts.count ? starts[segment + 1] : nil
    }

    /// The playlist of the segments.
    ///
    /// - Parameters:
    ///   - header: The address of what comes before the first segment.
    ///   - segment: The address of a segment, counted from 0.
    package func text(header: String, segment: (Int) -> String) -> String {
        let durations = starts.indices.map { (end(of: $0) ?? duration) - starts[$0] }
        let longest = Int((durations.max() ?? 0).rounded(.up))
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(longest)",
            "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD",
            "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-MAP:URI=\"\(header)\"",
        ]
        for (index, duration) in durations.enumerated() {
            lines += ["#EXTINF:\((duration * 1000).rounded() / 1000),", segment(index)]
        }
        lines.append("#EXT-X-ENDLIST\n")
        return lines.joined(separator: "\n")
    }

    /// A playlist of playlists, one for each bit rate, of which a player chooses.
    ///
    /// - Parameter variants: Bit rates in kbit/s, 0 for no limit, and addresses.
    package static func variants(_ variants: [(bitRate: Int, address: String)]) -> String {
        let lines = variants.flatMap {
            let rate = $0.bitRate > 0 ? $0.bitRate : unlimited
            return ["#EXT-X-STREAM-INF:BANDWIDTH=\(rate * 1100)", $0.address]
        }
        return (["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"] + lines + [""])
            .joined(separator: "\n")
    }
}
