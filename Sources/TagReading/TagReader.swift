public import MediaModel

/// Reads the tags, properties, chapters and pictures of media files.
///
/// May be used on many threads at once.
public struct TagReader: Sendable {
    private let rules: FactsFromTags
    private let pictures = PictureCache()

    /// Makes a reader.
    public init(options: TagReadingOptions = TagReadingOptions()) {
        rules = FactsFromTags(options: options)
    }

    /// Reads a file. Blocks its thread.
    ///
    /// - Throws: ``MediaFileError`` for a file that cannot be opened or that holds neither audio nor video.
    public func read(_ path: MediaPath) throws(MediaFileError) -> MediaFile {
        let reading = try Reading(path, pictures: pictures)
        let resolution = TagResolution(fields: reading.fields)
        return MediaFile(
            facts: facts(of: reading, resolution), pictures: reading.pictures,
            signature: reading.signature)
    }

    /// Reads a file and tells where each of its facts comes from. Blocks its thread.
    ///
    /// - Throws: ``MediaFileError`` as ``read(_:)`` does.
    public func explain(_ path: MediaPath) throws(MediaFileError) -> TagExplanation {
        let reading = try Reading(path, pictures: pictures)
        let resolution = TagResolution(fields: reading.fields)
        return TagExplanation(
            resolution, rules: rules, facts: facts(of: reading, resolution))
    }

    private func facts(of reading: Reading, _ resolution: TagResolution) -> MediaFacts {
        var facts = rules.facts(resolution)
        reading.streams.describe(&facts)
        if !reading.chapters.isEmpty { facts.chapters = reading.chapters }
        facts.mediaType = mediaType(facts, reading)
        return facts
    }

    /// What the tags leave open, the name and the streams decide.
    private func mediaType(_ facts: MediaFacts, _ reading: Reading) -> MediaType {
        let isVideo = reading.streams.video != nil
        if isVideo {
            if facts.mediaType == .podcast { return .videoPodcast }
            if facts.mediaType == .audioITunesU { return .videoITunesU }
            guard facts.mediaType.isDisjoint(with: .anyVideo) else { return facts.mediaType }
            return facts.isOfSeries ? .tvShow : .movie
        }
        if !facts.mediaType.isEmpty, facts.mediaType.isDisjoint(with: .anyVideo) {
            return facts.mediaType
        }
        return reading.pathExtension == "m4b" ? .audioBook : .music
    }
}
