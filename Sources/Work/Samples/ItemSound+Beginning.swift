package import PhonolithLibav
import PhonolithMediaModel
package import PhonolithPlayQueues
internal import PhonolithSound

// How long the source of an item is.

extension ItemSound {
    /// How many frames are to be heard, where that is known better than by decoding.
    ///
    /// iTunes writes it: `iTunSMPB` holds hexadecimal numbers: a reserved one, the delay, the padding, the
    /// count.
    static func heardFrames(
        of input: borrowing AudioInput, _ location: AudioInput.Location, _ format: AudioFormat
    ) -> Int? {
        iTunesFrames(of: input)
            ?? input.heardSamples(of: location, sampleRate: format.sampleRate)
    }

    static func promisedEnd(
        of input: borrowing AudioInput, _ location: AudioInput.Location, _ format: AudioFormat
    ) -> Int? {
        guard case .file(let path) = location else { return nil }
        return input.promisedDuration(of: path).map(format.frames)
    }

    private static func iTunesFrames(of input: borrowing AudioInput) -> Int? {
        let aacLowComplexity = 1
        guard input.stream.codecName == "aac", input.stream.profile == aacLowComplexity,
            let mark = input.metadata.first(where: { $0.key == "iTunSMPB" })
        else { return nil }
        let numbers = mark.value.split(separator: " ").map { Int($0, radix: 16) }
        guard numbers.count > 3, let count = numbers[3], count > 0 else { return nil }
        return count
    }
}

extension PlayerItem.Source {
    /// The streams of a file that follow each other; `nil` for one alone, and for what a server sends.
    var chain: (links: OggChain, path: MediaPath)? {
        guard case .file(let path) = self else { return nil }
        return OggChain(of: path).map { ($0, path) }
    }

    /// The same in the words of the layer below.
    var location: AudioInput.Location {
        switch self {
        case .file(let path): .file(path)
        case .url(let url): .url(url)
        // It is made a file before it is opened.
        case .data: .file("")
        }
    }
}

/// Where the time of an item begins that is a whole file.
package enum ItemBeginning {
    /// Pictures and sound usually begin this close to each other, in seconds.
    private static let tolerance = 0.1

    /// Where its sound begins; where its pictures begin if that is earlier, so that all of them are shown.
    ///
    /// - Parameters:
    ///   - sound: When the sound begins on the file's own clock, in seconds.
    ///   - pictures: The same of the pictures.
    package static func time(ofSoundAt sound: Double, picturesAt pictures: Double) -> Double {
        sound - pictures > tolerance ? pictures : sound
    }
}

extension PlayerItem {
    /// Whether the item is its whole source, not a part of it.
    package var isWhole: Bool { startTime == 0 && endTime == nil }
}

extension ItemSound {
    /// Reads the next samples in place of those before; of a file that is cut off, all that it has.
    ///
    /// - Returns: Whether there was more.
    package mutating func read(replacing samples: inout [Float]) throws(AVError) -> Bool {
        samples.removeAll(keepingCapacity: true)
        do throws(AVError) {
            return try read(appendingTo: &samples)
        } catch  where error.isEarlyEnd {
            return false
        }
    }
}

// The texts that a source has about itself.

extension ItemSound {
    /// Whether the source is a radio station.
    var isStation: Bool { input.isStation }

    /// Whether the stream is live.
    var isLive: Bool { input.isLive }

    /// The traffic from a server since it was opened.
    var received: NetworkTraffic { input.received }

    /// The texts in the tags of the source; for a station its name, because its tags are those of a song.
    var texts: SoundReader.Texts {
        if isStation { return SoundReader.Texts(title: input.stationName) }
        let entries = input.metadata
        func text(_ key: String) -> String? {
            entries.first { $0.key.lowercased() == key && !$0.value.isEmpty }?.value
        }
        return SoundReader.Texts(
            title: text("title"), artist: text("artist"), albumTitle: text("album"))
    }
}
