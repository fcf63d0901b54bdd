internal import PhonolithEffects
internal import PhonolithSound

extension SoundReader {
    /// The state shared by the thread of a reader and its player.
    struct State {
        var status = Status.opening
        var information: Information?
        /// The form of the samples; nothing is decoded before it is known.
        var format: AudioFormat?
        var samples = SampleQueue()
        var seek: Seek?
        var isClosed = false
        var titles = TitleQueue()
        /// Where the next sample that is taken is in the item, in seconds.
        var position = 0.0
        /// Counts seeks, so that what was decoded before one is thrown away.
        var epoch = 0
        // See ``SoundReader/liveOffset``.
        var liveOffset: Double?
        // See ``SoundReader/outage``.
        var outage: String?
        /// How often the server was called again since something was decoded last.
        var vainCalls = 0
        /// When something was decoded last, or asked for.
        var lastProgress = AudioClock.now

        /// The newest sound is live when it comes.
        mutating func noteLiveEdge() {
            guard information?.isLive == true, let format else { return }
            let newest = position + format.seconds(of: samples.count / format.channelCount)
            liveOffset = max(liveOffset ?? -.infinity, newest - lastProgress)
        }
    }

    /// Where a reader is to go.
    struct Seek {
        var time: Double
        var isExact: Bool
        /// Where playing was before, and stays where the seek cannot be done.
        var origin: Double
    }
}
