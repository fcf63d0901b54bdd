import PhonolithMediaModel
import PhonolithPlayQueues

// Orders of other programs, and what they are answered.

extension QueuePlayer {
    /// Obeys an order, or refuses one that would do nothing.
    func obey(_ order: PlayerOrder) throws(QueueEdit.Refusal) {
        switch order {
        case .report: break
        case .play:
            try refuseToPlayWithoutServer()
            perform(.play)
        case .pause: perform(.pause)
        case .toggle:
            if playbackState != .playing { try refuseToPlayWithoutServer() }
            perform(.togglePlayPause)
        case .next: perform(.next)
        case .previous: perform(.previous)
        case .stop: perform(.stop)
        case .seek(let change):
            try refuseToSeekWhereImpossible()
            perform(.seek(by: change))
        case .setTime(let time):
            try refuseToSeekWhereImpossible()
            if let duration = currentDuration, time > duration {
                throw QueueEdit.Refusal(
                    description:
                        "\(time.clockText): after the end of the item, which lasts \(duration.clockText)"
                )
            }
            seek(to: time)
        case .goTo(let position):
            let entry = try queue.entry(at: position)
            try refuseToPlayWithoutServer()
            // It is in the queue, as was just seen.
            try? skip(to: entry.id)
            play()
        case .setVolume(let volume): perform(.setVolume(volume))
        case .changeVolume(let change): perform(.changeVolume(by: change))
        }
    }

    /// It would seem to play, and nothing would be heard.
    private func refuseToPlayWithoutServer() throws(QueueEdit.Refusal) {
        guard hasLostServer else { return }
        throw QueueEdit.Refusal(
            description: "the sound server is gone; start PulseAudio or PipeWire, and play again")
    }

    private func refuseToSeekWhereImpossible() throws(QueueEdit.Refusal) {
        guard !canSeek else { return }
        throw QueueEdit.Refusal(
            description: nowPlayingItem == nil
                ? "no entry of the queue is current; use phonolith player play"
                : "this stream does not support seeking")
    }

    /// The state of the player, for other programs.
    var report: PlayerReport {
        var report = PlayerReport(
            state: playbackState.rawValue, queue: queue, time: currentPlaybackTime,
            duration: currentDuration, volume: volume, rate: rate)
        (report.streamTitle, report.stationName) = (streamTitle, stationName)
        return report
    }
}
