internal import CPhonolithTagReader
import PhonolithLibav
package import PhonolithMediaModel

/// Reads the tags, properties, chapters and pictures of media files.
///
/// May be used on many threads at once.
package struct TagReader: Sendable {
    private let rules: FactsFromTags
    private let pictures = PictureCache()

    package init(options: TagReadingOptions = TagReadingOptions()) {
        rules = FactsFromTags(options: options)
    }

    /// Has TagLib report nothing on the standard error, in the whole process: for a program, not for a library.
    package static func silenceTagLib() { tr_silence_taglib() }

    /// Reads a file. Blocks its thread.
    ///
    /// - Parameter keepsMetadata: Whether ``MediaFile/metadata`` is wanted.
    /// - Throws: ``MediaFileError`` for a file that cannot be opened or that holds neither audio nor video.
    package func read(
        _ path: MediaPath, keepsMetadata: Bool = false
    ) throws(MediaFileError) -> MediaFile {
        let reading = try Reading(path, pictures: pictures)
        let resolution = TagResolution(fields: reading.fields)
        var file = MediaFile(
            facts: facts(of: reading, resolution), pictures: reading.pictures,
            cueSheet: reading.fields.first(where: \.isCueSheet)?.values.first,
            signature: reading.signature, damage: reading.damage)
        if keepsMetadata { file.metadata = resolution.entries(of: file.facts) }
        return file
    }

    /// The pictures in what a server has. Blocks its thread.
    ///
    /// - Parameter address: `http:` or `https:`.
    /// - Throws: ``MediaFileError`` for what cannot be fetched, or is no media.
    package func pictures(at address: String) throws(MediaFileError) -> [Picture] {
        do {
            let demuxer = try Demuxer.open(address, interruption: ReadInterruption())
            return EmbeddedPictures(demuxer, pictures).shown
        } catch {
            throw MediaFileError(
                path: MediaPath(address), code: .cannotOpen, reason: "cannot be read: \(error)")
        }
    }

    /// Reads a file and shows where each of its facts comes from. Blocks its thread.
    ///
    /// - Throws: ``MediaFileError`` as ``read(_:)`` does.
    package func explain(_ path: MediaPath) throws(MediaFileError) -> TagExplanation {
        let reading = try Reading(path, pictures: pictures)
        let resolution = TagResolution(fields: reading.fields)
        return TagExplanation(
            resolution, rules: rules, facts: facts(of: reading, resolution))
    }

    /// The names in a text that shows one or several, as they would be taken from a tag.
    package func names(in text: String) -> [String] { rules.names(in: text) }

    /// The genres in a text, as they would be taken from a tag.
    package func genres(in text: String) -> [String] { rules.genres(in: [text]) }

    private func facts(of reading: Reading, _ resolution: TagResolution) -> MediaFacts {
        var facts = rules.facts(resolution)
        reading.streams.describe(&facts)
        if !reading.chapters.isEmpty { facts.chapters = reading.chapters }
        facts.mediaType = mediaType(facts, reading)
        return facts
    }

    /// The type according to the tags, or else to the name and the streams.
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

extension RawField {
    /// Whether a cue sheet is in it: the key is one that foobar2000 made custom in all kinds of tags
    /// (`CUESHEET`, `TXXX:CUESHEET`, `----:com.apple.iTunes:CUESHEET`).
    fileprivate var isCueSheet: Bool {
        let name = key.utf8
        // Most keys are done with at their last letter.
        guard let last = name.last, last & 0xDF == UInt8(ascii: "T"), name.count >= 8 else {
            return false
        }
        let isWhole = name.count == 8 || name.dropLast(8).last == UInt8(ascii: ":")
        return isWhole && name.suffix(8).lazy.map { $0 & 0xDF }.elementsEqual("CUESHEET".utf8)
    }
}

/// User settings for reading tags.
package struct TagReadingOptions: Hashable, Sendable {
    /// Separators of artists in one value; compared without regard to case. A word between spaces also
    /// separates within brackets: "Artist (feat. Guest)".
    package var artistSeparators = [" feat. ", " feat ", " ft. ", " featuring ", "; ", " / "]
    /// Names that hold a separator and are one artist nevertheless; compared without regard to case.
    package var artistExceptions = ["AC / DC"]
    /// Separators of genres in one value.
    package var genreSeparators = [";", "|", " / "]

    package init() {}
}
