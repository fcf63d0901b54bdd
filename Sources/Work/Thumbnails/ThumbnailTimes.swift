import PhonolithMediaModel

/// Which times of a video are pictured, and how times are written.
public enum ThumbnailTimes {
    /// Times that divide a video evenly, each in the middle of its part, so that neither the very first nor
    /// the very last picture is among them.
    ///
    /// - Parameters:
    ///   - count: From 0.
    ///   - duration: In seconds.
    public static func spread(_ count: Int, over duration: Double) -> [Double] {
        (0..<count).map { (Double($0) + 0.5) * duration / Double(count) }
    }

    /// At an interval in seconds from the beginning on, before the end; the beginning at the least.
    ///
    /// - Parameters:
    ///   - interval: In seconds, more than 0.
    ///   - duration: In seconds.
    /// - Returns: A million times at most.
    public static func every(_ interval: Double, over duration: Double) -> [Double] {
        let count = (max(0, duration) / interval).rounded(.up)
        return (0..<(count >= 1 ? Int(min(1e6, count)) : 1)).map { Double($0) * interval }
    }

    /// Where else to look in the part of a time that ``spread(_:over:)`` gave, should it be black: later,
    /// within the part.
    public static func alternatives(
        to time: Double, count: Int, over duration: Double
    ) -> [Double] {
        (1...4).map { time + Double($0) * 0.11 * duration / Double(count) }
    }

    /// `1:02:05` from an hour on, else `2:05`, as a clock shows it.
    public static func clock(_ seconds: Double) -> String {
        let parts = parts(of: seconds.rounded(.down))
        return parts.hours > 0
            ? "\(parts.hours):\(parts.minutes.padded(2)):\(parts.seconds.padded(2))"
            : "\(parts.minutes):\(parts.seconds.padded(2))"
    }

    /// Seconds with at most three decimals, for messages: `3`, `0.5`, `12.345`.
    package static func brief(_ seconds: Double) -> String {
        let milliseconds = (seconds * 1000).rounded()
        guard abs(milliseconds) < 1e15 else { return "\(seconds)" }
        let text = "\(milliseconds / 1000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The time in hours, minutes, seconds and thousandths, rounded to these.
    package static func parts(
        of seconds: Double
    ) -> (hours: Int, minutes: Int, seconds: Int, milliseconds: Int) {
        let all = seconds > 0 ? Int((min(seconds, 1e12) * 1000).rounded()) : 0
        return (all / 3_600_000, all / 60_000 % 60, all / 1000 % 60, all % 1000)
    }
}

extension ThumbnailImage {
    /// Whether at least 98 of 100 pixels are so dark that the picture shows nothing.
    public var isNearlyBlack: Bool {
        var bright = 0
        for start in stride(from: 0, to: pixels.count, by: 4)
        where max(pixels[start], pixels[start + 1], pixels[start + 2]) >= 32 { bright += 1 }
        return bright * 50 <= width * height
    }
}
