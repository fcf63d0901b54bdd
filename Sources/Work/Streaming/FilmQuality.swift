package import PhonolithMediaModel
package import PhonolithWorker

/// The settings of a film: its size, and the bit rates of its pictures and its sound.
package struct FilmQuality: Hashable, Sendable {
    /// The most columns; `nil` for no limit.
    package var width: Int?
    /// The most rows; `nil` for sound alone.
    package var height: Int?
    /// In kbit/s; `nil` for no limit.
    package var pictureBitRate: Int?
    // In kbit/s.
    package var soundBitRate: Int

    /// - Parameters:
    ///   - bitRate: At most so many kbit/s for all of it; `nil` for no limit.
    ///   - size: The size that its pictures must not exceed; `nil` for no limit.
    package init(for item: MediaItem, bitRate: Int? = nil, size: PixelSize? = nil) {
        let limit = bitRate.flatMap { $0 > 0 ? $0 : nil }
        guard item.facts.videoCodec != nil else {
            (height, pictureBitRate) = (nil, nil)
            soundBitRate = min(max(limit ?? 192, 32), 320)
            return
        }
        soundBitRate = (limit ?? .max) < 500 ? 64 : 128
        pictureBitRate = limit.map { max($0 - soundBitRate, 50) }
        let most = pictureBitRate.map { rate in
            Self.rows.first { rate < $0.below }?.rows ?? 1080
        }
        height = max(2, min(most ?? 1080, size?.height ?? 1080))
        width = size?.width
    }

    /// How many rows a bit rate is enough for.
    private static let rows = [
        (below: 300, rows: 240), (below: 800, rows: 360), (below: 1500, rows: 480),
        (below: 4000, rows: 720),
    ]
}

extension TranscodeRequest {
    /// A film of an item, or a part of one.
    ///
    /// - Parameters:
    ///   - start: In seconds of the item; the clock of a whole film is 0 here.
    ///   - end: `nil` for the item's.
    package init(
        _ item: MediaItem, _ source: EntityTag, _ quality: FilmQuality,
        _ part: TranscodeJob.Film.Part, from start: Double = 0, to end: Double? = nil
    ) {
        let begin = item.location.startTime ?? 0
        self.init(
            path: item.location.path, source: source, start: begin + start,
            end: end.map { begin + $0 } ?? item.location.endTime, format: .mp4,
            bitRate: quality.soundBitRate,
            film: TranscodeJob.Film(
                part: part, origin: part == .whole ? begin + start : begin,
                width: quality.width, height: quality.height,
                pictureBitRate: quality.pictureBitRate))
    }
}
