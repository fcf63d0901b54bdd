import Glibc
import PhonolithFiles
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithWorker

/// Does a `LoudnessJob`; runs in the worker.
struct LoudnessWork {
    let job: LoudnessJob
    let answer: (LoudnessAnswer) throws -> Void

    /// Measures the sounds one after the other. Blocks its thread.
    func run() throws {
        // Lowest priority, because no user waits for this.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        var meters: [LoudnessMeter] = []
        for sound in job.sounds {
            do {
                let meter = try measure(sound)
                meters.append(meter)
                try answer(.measured(Self.loudness(of: [meter])))
            } catch let error as AVError {
                try answer(.failed(error.description))
            } catch is OutOfMemory {
                try answer(.failed("not enough memory to measure it"))
            }
        }
        try answer(.together(Self.loudness(of: meters)))
    }

    private struct OutOfMemory: Error {}

    private static func loudness(of meters: [LoudnessMeter]) -> LoudnessAnswer.Loudness {
        LoudnessAnswer.Loudness(
            loudness: LoudnessMeter.loudness(of: meters), peak: meters.map(\.peak).max() ?? 0)
    }

    private func measure(_ part: LoudnessJob.Sound) throws -> LoudnessMeter {
        var sound = try opened(part)
        let format = sound.format
        guard
            let meter = LoudnessMeter(
                sampleRate: format.sampleRate, channelCount: format.channelCount)
        else { throw OutOfMemory() }
        var lastAnswer = RunningTime()
        var samples: [Float] = []
        while try sound.read(replacing: &samples) {
            guard meter.add(samples) else { throw OutOfMemory() }
            if lastAnswer.elapsed() > .seconds(5) {
                try answer(.working)
                lastAnswer = RunningTime()
            }
        }
        // The last samples come with the end.
        guard meter.add(samples) else { throw OutOfMemory() }
        return meter
    }

    private func opened(_ part: LoudnessJob.Sound) throws(AVError) -> ItemSound {
        let item = PlayerItem(
            .file(part.path), startTime: part.startTime, endTime: part.endTime)
        var sound = try ItemSound.open(item, as: nil, interruption: ReadInterruption())
        if sound.format.channelCount > LoudnessMeter.mostChannels {
            sound.format = AudioFormat(
                sampleRate: sound.format.sampleRate, channelCount: LoudnessMeter.mostChannels)
        }
        return sound
    }
}
