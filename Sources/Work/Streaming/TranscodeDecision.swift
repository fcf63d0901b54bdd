package import PhonolithMediaModel
package import PhonolithWorker

/// A player's abilities, as it sends them (OpenSubsonic, extension `transcoding`: `ClientInfo`).
package struct PlayerAbilities: Decodable, Hashable, Sendable {
    /// The highest bit rate of any stream, in bit/s; absent or 0 for no limit.
    package var maxAudioBitrate: Int?
    /// The highest bit rate of a transcode, in bit/s; absent or 0 for no limit.
    package var maxTranscodingAudioBitrate: Int?
    package var directPlayProfiles: [DirectPlay]?
    /// In the order in which it likes them.
    package var transcodingProfiles: [Transcoding]?
    package var codecProfiles: [CodecLimits]?

    /// Files that it plays. Empty lists mean any.
    package struct DirectPlay: Decodable, Hashable, Sendable {
        package var containers: [String]?
        package var audioCodecs: [String]?
        package var protocols: [String]?
        package var maxAudioChannels: Int?
    }

    /// A transcode that it plays.
    package struct Transcoding: Decodable, Hashable, Sendable {
        package var container: String
        package var audioCodec: String
        package var `protocol`: String?
        package var maxAudioChannels: Int?
    }

    /// Its limits for a codec.
    package struct CodecLimits: Decodable, Hashable, Sendable {
        package var name: String
        package var limitations: [Limitation]?
    }

    package struct Limitation: Decodable, Hashable, Sendable {
        package var name: String
        package var comparison: String
        package var values: [String]
        package var required: Bool?
    }
}

/// Whether a player gets an item as it is, or which transcode.
package struct TranscodeDecision: Hashable, Sendable {
    /// Why the file cannot be played as it is: one reason for each of the player's profiles; none where it can.
    package let reasons: [String]
    package let canDirectPlay: Bool
    /// The transcode made instead; `nil` if no format that the player plays is made here.
    package let transcode: Transcode?

    package struct Transcode: Hashable, Sendable {
        package var format: TranscodeJob.Format
        /// In kbit/s; `nil` for formats without loss.
        package var bitRate: Int?
        package var channelLimit: Int?

        package init(
            format: TranscodeJob.Format, bitRate: Int? = nil, channelLimit: Int? = nil
        ) {
            self.format = format
            self.bitRate = bitRate
            self.channelLimit = channelLimit
        }
    }

    package init(for item: MediaItem, _ player: PlayerAbilities) {
        let facts = item.facts
        let player = player.inKilobits
        var reasons = (player.directPlayProfiles ?? []).map { $0.objection(to: facts) }
        let general =
            item.location.startTime != nil
            ? "the item is a part of a file" : player.objection(to: facts)
        let isPlayed = reasons.contains(nil)
        if let general { reasons = reasons.map { $0 ?? general } }
        canDirectPlay = isPlayed && general == nil
        self.reasons = canDirectPlay ? [] : reasons.compactMap(\.self)
        transcode =
            (player.transcodingProfiles ?? []).lazy
            .compactMap { $0.transcode(of: facts, for: player) }.first
    }
}

extension PlayerAbilities {
    /// The same with all bit rates in kbit/s. The protocol has them in bit/s, as its examples show (`512000`); a player
    /// whose lowest limit is too low for sound in bit/s says all of them in kbit/s. Codecs of speech have low limits in
    /// bit/s, too, so theirs count only where there are no others.
    fileprivate var inKilobits: PlayerAbilities {
        let limits = [maxAudioBitrate, maxTranscodingAudioBitrate].compactMap(\.self)
        let others = (codecProfiles ?? []).flatMap { $0.limitations ?? [] }.flatMap(\.bitRates)
        let lowest = [limits, others].compactMap { $0.filter { $0 > 0 }.min() }.first ?? 0
        return lowest < Self.lowestInBits ? self : dividingBitRates()
    }

    /// In bit/s; a lower limit is in kbit/s, because no player asks for so little.
    private static let lowestInBits = 16_000

    private func dividingBitRates() -> PlayerAbilities {
        var player = self
        player.maxAudioBitrate = maxAudioBitrate.map(\.inKilobits)
        // A transcode must not have a higher one.
        player.maxTranscodingAudioBitrate = maxTranscodingAudioBitrate.map { $0 / 1000 }
        player.codecProfiles = codecProfiles?.map { profile in
            var profile = profile
            profile.limitations = profile.limitations?.map { limitation in
                var limitation = limitation
                if limitation.isOfBitRate {
                    limitation.values = limitation.bitRates.map { String($0.inKilobits) }
                }
                return limitation
            }
            return profile
        }
        return player
    }

    /// Why a file's sound is not played whatever its profile; `nil` if it is.
    fileprivate func objection(to facts: MediaFacts) -> String? {
        if let most = maxAudioBitrate, most > 0, let bitRate = facts.bitRate,
            bitRate > most
        {
            return "the bit rate is \(bitRate) kbit/s, more than \(most)"
        }
        let limits = (codecProfiles ?? []).filter { $0.name.lowercased() == facts.codec }
        return limits.flatMap { $0.limitations ?? [] }.lazy.compactMap { $0.objection(to: facts) }
            .first
    }
}

extension PlayerAbilities.DirectPlay {
    /// Why the profile is not one of this file; `nil` if it is.
    fileprivate func objection(to facts: MediaFacts) -> String? {
        func lacks(_ list: [String]?, _ names: [String]) -> Bool {
            guard let list, !list.isEmpty else { return false }
            return !list.contains { names.contains($0.lowercased()) }
        }
        let containers = PlayerAbilities.names(ofContainer: facts.container ?? "")
        if lacks(self.containers, containers) {
            return "the container \(facts.container ?? "unknown") is not played"
        }
        if lacks(audioCodecs, [facts.codec ?? ""]) {
            return "the codec \(facts.codec ?? "unknown") is not played"
        }
        if lacks(protocols, ["http"]) { return "the server sends files over HTTP" }
        if let most = maxAudioChannels, most > 0, let count = facts.channelCount, count > most {
            return "there are \(count) channels, more than \(most)"
        }
        return nil
    }
}

extension PlayerAbilities {
    /// Names of a container in players.
    fileprivate static func names(ofContainer name: String) -> [String] {
        let groups = [
            ["mp4", "m4a", "m4b", "mov"], ["ogg", "oga", "opus"], ["matroska", "mkv", "mka"],
            ["wav", "wave"], ["aac", "adts"], ["aiff", "aif"],
        ]
        return groups.first { $0.contains(name) } ?? [name]
    }
}

extension Int {
    /// Bit/s in kbit/s, rounded as those of files are.
    fileprivate var inKilobits: Int { self / 1000 + (self % 1000 >= 500 ? 1 : 0) }
}

extension PlayerAbilities.Limitation {
    fileprivate var isOfBitRate: Bool { name == "audioBitrate" }

    /// The values of a limit of the bit rate; none of another's.
    fileprivate var bitRates: [Int] { isOfBitRate ? values.compactMap { Int($0) } : [] }

    /// Why a file's sound breaks the limit; `nil` if it keeps it, or where what is limited is not known.
    fileprivate func objection(to facts: MediaFacts) -> String? {
        guard required ?? true else { return nil }
        let value: Int? =
            switch name {
            case "audioChannels": facts.channelCount
            case "audioBitrate": facts.bitRate
            case "audioSamplerate": facts.sampleRate
            case "audioBitdepth": facts.bitDepth
            default: nil
            }
        guard let value else { return nil }
        return allows(value) ? nil : "\(name) is \(value)"
    }
}

extension PlayerAbilities.Transcoding {
    /// The transcode of a file for the profile; `nil` if that is not made here, or breaks a limit of the player's.
    fileprivate func transcode(
        of facts: MediaFacts, for player: PlayerAbilities
    ) -> TranscodeDecision.Transcode? {
        guard (`protocol` ?? "http") == "http",
            let format = TranscodeJob.Format(container: container, codec: audioCodec)
        else { return nil }
        let limits = TranscodeLimits(of: player, codec: audioCodec)
        let profileLimit = maxAudioChannels.flatMap { $0 > 0 ? $0 : nil }
        let most = min(facts.channelCount ?? 2, profileLimit ?? .max, format.channelLimit)
        guard limits.allow("audioSamplerate", format.sampleRate(of: facts)),
            limits.allow("audioBitdepth", format.bitDepth(of: facts)),
            let channels = limits.channels(atMost: most)
        else { return nil }
        let channelLimit = channels < most ? channels : profileLimit
        let limit = [player.maxTranscodingAudioBitrate, player.maxAudioBitrate]
            .compactMap(\.self).filter { $0 > 0 }.min()
        let rates: [Int]
        switch format {
        // A limit of the bit rate is no limit that these can keep.
        case .flac, .wav:
            return limit == nil && !limits.mention("audioBitrate")
                ? .init(format: format, channelLimit: channelLimit) : nil
        case .mp3: rates = ConstantBitRate.mp3BitRates
        case .opus: rates = Array(6...min(510, 256 * channels))
        case .aac: rates = Array(16...min(512, 256 * channels))
        // Players are asked for their sound alone.
        case .mp4: return nil
        }
        return limits.bitRate(of: rates, usual: format == .opus ? 128 : 192, limit: limit).map {
            TranscodeDecision.Transcode(format: format, bitRate: $0, channelLimit: channelLimit)
        }
    }
}

extension TranscodeJob.Format {
    fileprivate init?(container: String, codec: String) {
        switch (container.lowercased(), codec.lowercased()) {
        case ("mp3", "mp3"): self = .mp3
        case ("ogg", "opus"), ("opus", "opus"), ("oga", "opus"): self = .opus
        case ("aac", "aac"), ("adts", "aac"): self = .aac
        case ("flac", "flac"): self = .flac
        case ("wav", "pcm"), ("wav", "pcm_s16le"), ("wav", "wav"): self = .wav
        default: return nil
        }
    }
}
