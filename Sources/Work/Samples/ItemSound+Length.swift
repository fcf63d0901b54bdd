import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayQueues
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
        }
    }
}
