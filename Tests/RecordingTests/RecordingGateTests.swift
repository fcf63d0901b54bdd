import PhonolithMediaModel
import Testing

@testable import PhonolithRecording
@testable import PhonolithSound

@Suite("What is recorded of what is captured")
struct RecordingGateTests {
    /// Silence, and then sound of these frames in 1 Hz steps of 100; two channels.
    private static let captured: [Float] = (0..<1000).flatMap { frame -> [Float] in
        (300..<500).contains(frame) ? [0.1, -0.5] : [0, 0.001]
    }

    /// How many frames are recorded before and after a start, if they are captured in blocks.
    private func recorded(
        _ change: (inout AudioRecorderSettings) -> Void, limit: Int? = nil, block: Int
    ) -> (samples: [Float], ending: AudioRecorder.Ending?) {
        var settings = AudioRecorderSettings()
        change(&settings)
        var gate = RecordingGate(settings, AudioFormat(sampleRate: 100, channelCount: 2))
        gate.limit(to: limit)
        var samples: [Float] = []
        for start in stride(from: 0, to: 2000, by: 2 * block) {
            samples += gate.pass(Self.captured[start..<min(2000, start + 2 * block)])
        }
        #expect(gate.recordedFrames == samples.count / 2)
        return (samples, gate.ending)
    }

    @Test("is all of it, without conditions", arguments: [1, 7, 1000])
    func everything(block: Int) {
        let result = recorded({ _ in }, block: block)
        #expect(result.samples == Self.captured)
        #expect(result.ending == nil)
    }

    @Test("begins with the first sound", arguments: [1, 7, 1000])
    func start(block: Int) {
        let result = recorded({ $0.startLevel = -7 }, block: block)
        #expect(result.samples == Array(Self.captured[600...]))
        #expect(recorded({ $0.startLevel = -5 }, block: block).samples.isEmpty)
    }

    @Test("ends when silence has lasted so long, after sound", arguments: [1, 7, 1000])
    func silence(block: Int) {
        let result = recorded({ $0.silenceDuration = 1.5 }, block: block)
        #expect(result.samples == Array(Self.captured[..<1300]))
        #expect(result.ending == .silence)
    }

    @Test("ends with the duration, to the sample", arguments: [1, 7, 1000])
    func duration(block: Int) {
        let result = recorded({ $0.startLevel = -7 }, limit: 123, block: block)
        #expect(result.samples == Array(Self.captured[600..<846]))
        #expect(result.ending == .duration)
    }

    @Test("has its marks in a cue sheet")
    func cueSheet() {
        let chapters = [
            Chapter(startTime: 0, endTime: 61.2, title: "Part 1"),
            Chapter(startTime: 61.2, endTime: 70, title: "A \"title\""),
        ]
        #expect(
            RecordingCueSheet.text(of: chapters, inFileNamed: "a.flac") == """
                REM COMMENT "Phonolith"
                FILE "a.flac" WAVE
                  TRACK 01 AUDIO
                    TITLE "Part 1"
                    INDEX 01 00:00:00
                  TRACK 02 AUDIO
                    TITLE "A 'title'"
                    INDEX 01 01:01:15

                """)
    }

    @Test("knows its own cue sheets, those of this file alone")
    func ownCueSheet() {
        let chapters = [Chapter(startTime: 0, endTime: 1, title: nil)]
        let text = RecordingCueSheet.text(of: chapters, inFileNamed: "a.flac")
        #expect(RecordingCueSheet.isOwn(text, ofFileNamed: "a.flac"))
        #expect(!RecordingCueSheet.isOwn(text, ofFileNamed: "a.wav"))
        #expect(
            !RecordingCueSheet.isOwn(
                text.replacing("REM COMMENT \"Phonolith\"\n", with: ""), ofFileNamed: "a.flac"))
    }
}
