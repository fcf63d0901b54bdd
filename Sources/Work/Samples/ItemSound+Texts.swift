import PhonolithLibav

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
