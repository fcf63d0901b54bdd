import PhonolithMediaModel

/// A WebVTT file that maps time ranges to parts of sprite sheets.
public struct SpriteTrack: Sendable {
    private var cues: [(start: Double, target: String)] = []

    /// Creates an empty track.
    public init() {}

    /// Adds a picture.
    ///
    /// - Parameters:
    ///   - time: From when on it is shown, in seconds; later than that of the picture added before.
    ///   - sheet: The bytes of the sheet's file name, relative to the track.
    public mutating func add(
        at time: Double, sheet: [UInt8], x: Int, y: Int, width: Int, height: Int
    ) {
        cues.append((time, PercentEncoding.encoded(sheet) + "#xywh=\(x),\(y),\(width),\(height)"))
    }

    /// The file. The first picture is shown from the beginning, each up to the next, the last up to the end.
    ///
    /// - Parameter end: Of the video, in seconds.
    public func text(endingAt end: Double) -> String {
        let starts = cues.indices.map { $0 == 0 ? 0 : cues[$0].start }
        return cues.indices.reduce(into: "WEBVTT\n") { text, index in
            let next =
                index + 1 < starts.count ? starts[index + 1] : max(end, starts[index] + 0.001)
            text +=
                "\n\(Self.stamp(starts[index])) --> \(Self.stamp(next))\n\(cues[index].target)\n"
        }
    }

    // `00:01:05.500` (WebVTT, 4.1).
    private static func stamp(_ seconds: Double) -> String {
        let parts = ThumbnailTimes.parts(of: seconds)
        return [parts.hours, parts.minutes, parts.seconds].map { $0.padded(2) }
            .joined(separator: ":") + "." + parts.milliseconds.padded(3)
    }
}
