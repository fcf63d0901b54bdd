import PhonolithPlayback
import Testing

@Suite("Volume, pan and meters")
struct OutputStageTests {
    /// The result for frames that are all at full scale.
    private func processed(
        _ frames: Int, channels: Int = 1, by stage: OutputStage = OutputStage()
    ) -> [Float] {
        var samples = [Float](repeating: 1, count: frames * channels)
        samples.withUnsafeMutableBufferPointer {
            guard let first = $0.baseAddress else { return }
            stage.process(first, frames: frames, channels: channels)
        }
        return samples
    }

    @Test("fade frame by frame, over stretches of any length")
    func fade() {
        let stage = OutputStage()
        stage.setVolume(0, from: 1, inFrames: 4)
        #expect(processed(3, by: stage) == [0.75, 0.5, 0.25])
        #expect(processed(3, by: stage) == [0, 0, 0])
        stage.setVolume(0.5, from: 0, inFrames: 2)
        #expect(processed(4, by: stage) == [0.25, 0.5, 0.5, 0.5])
    }

    @Test(
        "take from one side only",
        arguments: [
            (-1.0, [1, 0]), (-0.25, [1, 0.75]), (0, [1, 1]), (0.5, [0.5, 1]), (1, [0, 1]),
        ] as [(Double, [Float])])
    func pan(_ pan: Double, _ expected: [Float]) {
        let stage = OutputStage()
        stage.balance = Float(pan)
        #expect(processed(2, channels: 2, by: stage) == expected + expected)
        #expect(processed(2, channels: 1, by: stage) == [1, 1])
    }

    @Test("go to another balance in small steps")
    func balanceChange() {
        let stage = OutputStage()
        _ = processed(1, channels: 2, by: stage)
        stage.balance = -1
        let right = processed(400, channels: 2, by: stage).enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
        #expect(zip(right, right.dropFirst()).allSatisfy { abs($0 - $1) < 0.0051 })
        #expect(right.first.map { $0 > 0.99 } == true && right.last == 0)
    }

    @Test("measure each channel as it is heard")
    func meters() {
        let stage = OutputStage()
        stage.measures = true
        stage.balance = 1
        stage.setVolume(0.5, from: 1, inFrames: 1)
        _ = processed(1000, channels: 2, by: stage)
        #expect((0..<2).map(stage.peak) == [0, 0.5])
        #expect((0..<2).map(stage.level) == [0, 0.5])
    }
}
