import Foundation
import PhonolithMediaModel
import PhonolithStreaming
import PhonolithWorker
import Testing

extension MediaItem {
    /// An item of a file with these facts.
    fileprivate static func sample(
        _ codec: String, _ container: String, bitRate: Int, bitDepth: Int? = nil,
        channels: Int = 2, startTime: Double? = nil, endTime: Double? = nil
    ) -> MediaItem {
        var facts = MediaFacts()
        (facts.codec, facts.container) = (codec, container)
        (facts.bitRate, facts.bitDepth) = (bitRate, bitDepth)
        (facts.sampleRate, facts.channelCount) = (44_100, channels)
        facts.playbackDuration = 100
        return MediaItem(
            persistentID: MediaItemID(1), facts: facts,
            location: Location(
                root: "/music", relativePath: "a", fileSize: 1, startTime: startTime,
                endTime: endTime),
            albumPersistentID: nil, artistPersistentID: nil, albumArtistPersistentID: nil,
            artwork: [], userValues: UserValues(dateAdded: Date(secondsSince1970: 0)),
            isMissing: false, isAvailable: true)
    }
}

@Suite struct StreamPlanTests {
    private let mp3 = MediaItem.sample("mp3", "mp3", bitRate: 256)
    private let flac = MediaItem.sample("flac", "flac", bitRate: 900, bitDepth: 16)
    private let part = MediaItem.sample(
        "flac", "flac", bitRate: 900, bitDepth: 16, startTime: 20, endTime: 120)

    private func plan(_ item: MediaItem, _ change: (inout StreamWish) -> Void) -> StreamPlan {
        var wish = StreamWish()
        change(&wish)
        return StreamPlan(for: item, source: EntityTag("1"), wish)
    }

    private func request(
        _ item: MediaItem, _ change: (inout StreamWish) -> Void
    ) throws -> TranscodeRequest {
        guard case .transcode(let request) = plan(item, change) else {
            throw StreamPlanTests.Original()
        }
        return request
    }

    private struct Original: Error {}

    @Test("The original is sent where it is what the client wants")
    func original() {
        #expect(plan(mp3) { _ in } == .original)
        #expect(plan(mp3) { $0.format = "raw" } == .original)
        #expect(plan(mp3) { $0.format = "MP3" } == .original)
        #expect(plan(mp3) { ($0.format, $0.bitRateLimit) = ("mp3", 256) } == .original)
        #expect(plan(mp3) { $0.bitRateLimit = 320 } == .original)
        #expect(plan(mp3) { $0.bitRateLimit = 0 } == .original)
        #expect(plan(flac) { $0.format = "flac" } == .original)
        #expect(plan(part) { $0.format = "raw" } == .original)
    }

    @Test("A limit, another format, an offset or a gain make a transcode")
    func transcodes() throws {
        let limited = try request(mp3) { $0.bitRateLimit = 130 }
        #expect(limited.format == .mp3)
        #expect(limited.bitRate == 128)
        #expect(limited.length == ConstantBitRate.mp3Length(duration: 100, bitRate: 128))
        let opus = try request(flac) { $0.format = "ogg" }
        #expect(opus.format == .opus)
        #expect(opus.bitRate == 128)
        #expect(opus.length == nil)
        let later = try request(mp3) { ($0.format, $0.offset) = ("mp3", 40) }
        #expect(later.start == 40)
        #expect(later.end == nil)
        #expect(later.length == ConstantBitRate.mp3Length(duration: 60, bitRate: 192))
        #expect(try request(mp3) { $0.gain = -3 }.gain == -3)
        // A name that nothing here makes.
        #expect(try request(mp3) { $0.format = "wma" }.format == .mp3)
        let wave = try request(flac) { ($0.format, $0.channelLimit) = ("wav", 1) }
        #expect(wave.sampleRate == 44_100)
        #expect(wave.channelCount == 1)
        #expect(wave.length == 44 + 100 * 44_100 * 2)
    }

    @Test("A part of a file is cut out, without loss where nothing was lost before")
    func parts() throws {
        let whole = try request(part) { _ in }
        #expect(whole.format == .flac)
        #expect(whole.start == 20)
        #expect(whole.end == 120)
        let limited = try request(part) { ($0.bitRateLimit, $0.offset) = (192, 30) }
        #expect(limited.format == .mp3)
        #expect(limited.start == 50)
        #expect(limited.end == 120)
        #expect(limited.length == ConstantBitRate.mp3Length(duration: 70, bitRate: 192))
        let lossy = MediaItem.sample("aac", "mp4", bitRate: 128, startTime: 1, endTime: 2)
        #expect(try request(lossy) { _ in }.format == .mp3)
    }
}

@Suite struct TranscodeDecisionTests {
    private let flac = MediaItem.sample("flac", "flac", bitRate: 900, bitDepth: 24, channels: 6)

    private func player(_ json: String) throws -> PlayerAbilities {
        try JSONDecoder().decode(PlayerAbilities.self, from: Data(json.utf8))
    }

    @Test("What a profile names is played as it is, and empty lists mean any")
    func direct() throws {
        let named = try player(
            #"{"name":"x","platform":"y","directPlayProfiles":[{"containers":["FLAC"],"audioCodecs":["flac"],"protocols":["http"]}]}"#
        )
        #expect(TranscodeDecision(for: flac, named).canDirectPlay)
        let any = try player(
            #"{"directPlayProfiles":[{"containers":[],"audioCodecs":[],"protocols":[]}]}"#)
        let decision = TranscodeDecision(for: flac, any)
        #expect(decision.canDirectPlay && decision.reasons.isEmpty && decision.transcode == nil)
    }

    @Test(
        "There is one reason for each profile that does not play the file",
        arguments: [
            (
                #""containers":["mp3"],"audioCodecs":[],"protocols":[]"#,
                "the container flac is not played"
            ),
            (
                #""containers":["flac"],"audioCodecs":["alac"],"protocols":[]"#,
                "the codec flac is not played"
            ),
            (
                #""containers":[],"audioCodecs":[],"protocols":["hls"]"#,
                "the server sends files over HTTP"
            ),
            (
                #""containers":[],"audioCodecs":[],"protocols":[],"maxAudioChannels":2"#,
                "there are 6 channels, more than 2"
            ),
        ])
    func reasons(profile: String, reason: String) throws {
        let decision = TranscodeDecision(
            for: flac, try player("{\"directPlayProfiles\":[{\(profile)},{\(profile)}]}"))
        #expect(!decision.canDirectPlay)
        #expect(decision.reasons == [reason, reason])
    }

    @Test("Limits of the bit rate and of codecs count for every profile")
    func limits() throws {
        let any = #""directPlayProfiles":[{"containers":[],"audioCodecs":[],"protocols":[]}]"#
        for rest in [
            #""maxAudioBitrate":320"#, #""maxAudioBitrate":320000"#,
            #""codecProfiles":[{"type":"AudioCodec","name":"flac","limitations":[{"name":"audioBitdepth","comparison":"LessThanEqual","values":["16"],"required":true}]}]"#,
        ] {
            #expect(!TranscodeDecision(for: flac, try player("{\(any),\(rest)}")).canDirectPlay)
        }
        let kept =
            #""codecProfiles":[{"name":"flac","limitations":[{"name":"audioChannels","comparison":"Equals","values":["2","6"]}]}]"#
        #expect(TranscodeDecision(for: flac, try player("{\(any),\(kept)}")).canDirectPlay)
    }

    @Test(
        "All limits of a player have one unit, and are rounded as the bit rates of files are",
        arguments: [
            // 44 100 Hz × 16 bits are 705.6 kbit/s.
            (#""maxAudioBitrate":705600"#, true), (#""maxAudioBitrate":705499"#, false),
            (#""maxAudioBitrate":706"#, true), (#""maxAudioBitrate":705"#, false),
            // No limit and a limit in kbit/s.
            (#""maxAudioBitrate":100000,"maxTranscodingAudioBitrate":320"#, true),
            (
                #""maxAudioBitrate":320000,"codecProfiles":[{"name":"amr_nb","limitations":[{"name":"audioBitrate","comparison":"LessThanEqual","values":["12200"]}]}]"#,
                false
            ),
            (#""maxAudioBitrate":100000,"maxTranscodingAudioBitrate":320000"#, false),
            (#""maxAudioBitrate":9223372036854775807"#, true), (#""maxAudioBitrate":0"#, true),
        ])
    func units(limit: String, isPlayed: Bool) throws {
        let sound = MediaItem.sample("pcm", "wav", bitRate: 706, bitDepth: 16, channels: 1)
        let any = #""directPlayProfiles":[{"containers":[],"audioCodecs":[],"protocols":[]}]"#
        let decision = TranscodeDecision(for: sound, try player("{\(any),\(limit)}"))
        #expect(decision.canDirectPlay == isPlayed)
    }

    /// The transcode for a player that plays MP3 and FLAC, and requires something of a codec.
    private func transcode(
        _ codec: String, _ limitations: String
    ) throws -> TranscodeDecision.Transcode? {
        let profiles =
            #""transcodingProfiles":[{"container":"mp3","audioCodec":"mp3","protocol":"http"},{"container":"flac","audioCodec":"flac","protocol":"http"}]"#
        let limits = #""codecProfiles":[{"name":"\#(codec)","limitations":[\#(limitations)]}]"#
        return TranscodeDecision(for: flac, try player("{\(profiles),\(limits)}")).transcode
    }

    private func limit(
        _ name: String, _ comparison: String, _ value: Int, isRequired: Bool = true
    ) -> String {
        #"{"name":"\#(name)","comparison":"\#(comparison)","values":["\#(value)"],"required":\#(isRequired)}"#
    }

    @Test("A transcode keeps what the player requires of its codec")
    func codecLimits() throws {
        let (most, least) = ("LessThanEqual", "GreaterThanEqual")
        let small = limit("audioChannels", most, 1) + "," + limit("audioBitrate", most, 96)
        #expect(
            try transcode("mp3", small) == .init(format: .mp3, bitRate: 96, channelLimit: 1))
        #expect(try transcode("mp3", limit("audioBitrate", "Equals", 320))?.bitRate == 320)
        #expect(try transcode("mp3", limit("audioBitrate", "NotEquals", 192))?.bitRate == 160)
        #expect(try transcode("mp3", limit("audioBitrate", least, 200))?.bitRate == 224)
        // The protocol has bit/s; some players say kbit/s.
        #expect(try transcode("mp3", limit("audioBitrate", most, 96_000))?.bitRate == 96)
        #expect(
            try transcode("opus", small) == .init(format: .mp3, bitRate: 192, channelLimit: nil))
        let wish = limit("audioBitrate", most, 96, isRequired: false)
        #expect(try transcode("mp3", wish)?.bitRate == 192)
    }

    @Test("A transcode that cannot keep it is not offered")
    func brokenCodecLimits() throws {
        let most = "LessThanEqual"
        for broken in [
            limit("audioSamplerate", most, 44_100), limit("audioChannels", "Equals", 6),
            limit("audioBitrate", most, 20),
        ] {
            #expect(try transcode("mp3", broken) == .init(format: .flac))
        }
        #expect(try transcode("mp3", limit("audioSamplerate", most, 48_000))?.format == .mp3)
        // The bits of a sample are kept, and what FLAC takes for a second is not known before.
        for broken in [limit("audioBitdepth", most, 16), limit("audioBitrate", most, 3000)] {
            #expect(try transcode("flac", broken)?.format == .mp3)
            let only =
                #""transcodingProfiles":[{"container":"flac","audioCodec":"flac"}],"codecProfiles":[{"name":"flac","limitations":[\#(broken)]}]"#
            #expect(TranscodeDecision(for: flac, try player("{\(only)}")).transcode == nil)
        }
    }

    @Test("A size has columns and rows")
    func size() throws {
        let size = try #require(PixelSize("640x480", upTo: 640))
        #expect(size.width == 640 && size.height == 480)
    }

    @Test(
        "Text that is not a size is refused",
        arguments: ["", "x", "640", "640x", "0x480", "640x480x2", "-1x5", "9999999999999999999x1"])
    func noSize(text: String) { #expect(PixelSize(text, upTo: 10_000) == nil) }

    @Test("The first transcode that is made here and keeps the limits is chosen")
    func transcode() throws {
        let profiles =
            #""transcodingProfiles":[{"container":"ts","audioCodec":"aac","protocol":"hls"},{"container":"flac","audioCodec":"flac","protocol":"http"},{"container":"mp3","audioCodec":"mp3","protocol":"http","maxAudioChannels":2}]"#
        let free = TranscodeDecision(for: flac, try player("{\(profiles)}"))
        #expect(free.transcode == .init(format: .flac, bitRate: nil, channelLimit: nil))
        let limited = TranscodeDecision(
            for: flac, try player("{\"maxTranscodingAudioBitrate\":150,\(profiles)}"))
        #expect(limited.transcode == .init(format: .mp3, bitRate: 128, channelLimit: 2))
        #expect(TranscodeDecision(for: flac, try player("{}")).transcode == nil)
    }
}
