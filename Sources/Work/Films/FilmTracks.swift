package import PhonolithLibav
public import PhonolithMediaModel

/// The tracks to choose from in a film, and the beginnings of its parts.
public struct FilmTracks: Hashable, Sendable {
    /// Its sounds, in the order of the file, which is that of ``QueuePlayer/audioTrack``.
    public var sounds: [Track] = []
    /// The place in ``sounds`` of the one that is heard where none is chosen; `nil` without any.
    public var usualSound: Int?
    /// Its subtitles that can be shown.
    public var subtitles: [Track] = []
    /// When its chapters begin, in seconds from the item's beginning, in ascending order.
    public var chapters: [Double] = []

    /// The place in ``sounds`` of the one that is heard where languages are wanted and no sound is chosen.
    public func usualSound(in languages: [LanguageTag]) -> Int? {
        languages.preferred(among: sounds.map { ($0.languageTag, $0.isDefault) }) ?? usualSound
    }

    /// A sound, or subtitles.
    public struct Track: Hashable, Sendable {
        /// The number of its stream in the file.
        public var stream: Int
        /// As the file has it: a code of ISO 639, as a rule; `nil` if it has none.
        public var language: String?
        /// The track's title; `nil` if it has none.
        public var title: String?
        /// Whether the track is the default where the user has chosen none.
        public var isDefault: Bool
        /// Whether the subtitles are shown also where none are wanted.
        public var isForced: Bool
        /// Whether its subtitles are pictures, not texts.
        public var isOfPictures: Bool

        init(_ stream: MediaStream) {
            func text(_ key: String) -> String? {
                let value = stream.metadata.first { $0.key.lowercased() == key }?.value
                return value == "und" || value == "" ? nil : value
            }
            self.stream = stream.index
            language = text("language")
            title = text("title")
            (isDefault, isForced) = (stream.isDefault, stream.isForced)
            isOfPictures = stream.isOfSubtitlePictures
        }

        /// The language as a tag; `nil` if the file states none.
        public var languageTag: LanguageTag? { language.flatMap(LanguageTag.init(named:)) }

        /// The name to show, such as `English (deu)`; `nil` if the file names it in no way.
        public var name: String? {
            switch (title, language) {
            case (let title?, let language?): "\(title) (\(language))"
            case (let title?, nil): title
            case (nil, let language): language
            }
        }
    }
}

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
