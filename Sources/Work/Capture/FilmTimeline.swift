/// Which moments of the session are in the film, and when.
///
/// A film has spans without anything between them, each from a picture to a pause. All times are in seconds.
struct FilmTimeline {
    /// A part of the session that is in the film.
    struct Span: Hashable {
        var range: Range<Double>
        var filmStart: Double

        func filmTime(of time: Double) -> Double { filmStart + time - range.lowerBound }
    }

    private var spans: [Span] = []
    /// The next span begins with the first picture at this time or later.
    private(set) var earliestBegin: Double?

    /// Begins a span with the next picture.
    mutating func begin(notBefore time: Double) { earliestBegin = time }

    /// Ends the span, or does not begin the one that would begin.
    mutating func end(at time: Double) {
        earliestBegin = nil
        guard var last = spans.popLast() else { return }
        if last.range.upperBound > time {
            last.range = last.range.lowerBound..<max(last.range.lowerBound, time)
        }
        spans.append(last)
    }

    /// Ends the film at a time of its own, if it lasts as long.
    mutating func end(atFilmTime time: Double) {
        guard let last = spans.last else { return }
        end(at: last.range.lowerBound + time - last.filmStart)
    }

    /// When a picture is in the film; `nil` if it is not. The first one of a span begins it.
    mutating func place(ofPictureAt time: Double) -> Double? {
        if let earliestBegin, time >= earliestBegin {
            spans.append(Span(range: time..<(.infinity), filmStart: length))
            self.earliestBegin = nil
        }
        return spans.last { $0.range.contains(time) }?.filmTime(of: time)
    }

    /// The parts of a stretch of sound that are in the film.
    ///
    /// - Returns: `nil` where that is not known before the next picture.
    func parts(ofSoundIn range: Range<Double>) -> [Span]? {
        if let earliestBegin, range.upperBound > earliestBegin { return nil }
        return spans.compactMap { span in
            let common = range.clamped(to: span.range)
            guard !common.isEmpty else { return nil }
            return Span(range: common, filmStart: span.filmTime(of: common.lowerBound))
        }
    }

    /// How long the film is whose spans have ended.
    private var length: Double {
        spans.last.map { $0.filmTime(of: $0.range.upperBound) } ?? 0
    }

    /// The last moment that is in the film, on the session's clock; infinite while a span goes on.
    var end: Double { spans.last?.range.upperBound ?? -.infinity }
}

/// Gives pictures a time on the program's clock, from the times that their device gives them and when they arrive.
///
/// Arrivals are late by as much as the machine is busy, but never early; the device's times are even, but on a clock that may
/// run at another speed. So the offset between both is that of the picture that was least late, and may grow slowly.
struct ArrivalClock {
    private var offset: Double?
    private var lastArrival = 0.0

    /// How much faster the program's clock may be than the device's.
    private static let drift = 0.001
    /// A device whose times jump by more, in seconds, has another clock than before.
    private static let jump = 0.5

    /// The time of a picture.
    ///
    /// - Parameters:
    ///   - time: By the device, in seconds; `nil` where it gives none.
    ///   - arrival: On the program's clock, in seconds.
    mutating func time(of time: Double?, arrivedAt arrival: Double) -> Double {
        guard let time else { return arrival }
        let current = arrival - time
        // V4L2 has the program's own clock, which says how old a picture is.
        if offset == nil, (0...Self.jump).contains(current) { offset = 0 }
        if offset == 0, (0...Self.jump).contains(current) { return time }
        let grown = offset.map { $0 + (arrival - lastArrival) * Self.drift }
        offset =
            grown.map { abs(current - $0) > Self.jump ? current : min(current, $0) } ?? current
        lastArrival = arrival
        return time + (offset ?? current)
    }
}
