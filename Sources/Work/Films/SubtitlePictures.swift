package import PhonolithLibav

/// The subtitles of a film that are pictures, near the place that is played. Each ends when the next begins, if not before.
package struct SubtitlePictures: Sendable {
    /// In the order of their times.
    private var events: [SubtitleDecoder.PictureEvent] = []

    /// No more are kept, of a whole film they would fill the memory: the farthest go first.
    private static let mostEvents = 48
    /// Pixels of all: those of a disc are a tenth of a picture each.
    private static let mostPixels = 64 << 20

    package init() {}

    /// Adds a picture that was read, perhaps not for the first time.
    package mutating func add(_ event: SubtitleDecoder.PictureEvent) {
        events.removeAll { $0.time == event.time }
        let place = events.firstIndex { $0.time > event.time } ?? events.count
        if place > 0, events[place - 1].duration == nil {
            events[place - 1].duration = event.time - events[place - 1].time
        }
        events.insert(event, at: place)
        while events.count > Self.mostEvents || pixelCount > Self.mostPixels, events.count > 1 {
            if event.time - events[0].time > events[events.count - 1].time - event.time {
                events.removeFirst()
            } else {
                events.removeLast()
            }
        }
    }

    private var pixelCount: Int { events.reduce(0) { $0 + $1.picture.pixelCount } }

    /// Reading continues elsewhere: where a picture ends whose end was not read is not known any more.
    package mutating func jump() { events.removeAll { $0.duration == nil } }

    /// The picture to show at a time, on the clock of the events; `nil` for none.
    package func picture(at time: Double) -> SubtitlePicture? {
        guard let event = events.last(where: { $0.time <= time }), !event.picture.parts.isEmpty,
            event.duration.map({ time < event.time + $0 }) ?? true
        else { return nil }
        return event.picture
    }
}
