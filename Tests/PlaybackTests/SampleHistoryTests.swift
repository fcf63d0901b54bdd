import Testing

@testable import PhonolithSound

/// Samples that are given again when the volume changes while an output is paused.
@Suite struct SampleHistoryTests {
    private func take(_ frames: Int, of history: inout SampleHistory) -> [Float] {
        var target = [Float](repeating: -1, count: frames * 2)
        let taken = target.withUnsafeMutableBufferPointer {
            history.take(into: $0.baseAddress.unsafelyUnwrapped, frames: frames)
        }
        return Array(target.prefix(taken * 2))
    }

    @Test("The last frames come again in their order, once, also around the end of the memory")
    func again() {
        var history = SampleHistory(capacity: 4, channels: 2)
        for frame in 0..<6 { history.note([Float(frame), Float(frame) + 0.5], frames: 1) }
        history.giveAgain(3)
        #expect(take(2, of: &history) == [3, 3.5, 4, 4.5])
        // Of what came again, one is not heard either.
        history.giveAgain(1)
        #expect(history.pending == 2)
        #expect(take(8, of: &history) == [4, 4.5, 5, 5.5])
        #expect(take(8, of: &history) == [])
    }

    @Test("No more comes again than there was, and nothing after it is forgotten")
    func bounds() {
        var history = SampleHistory(capacity: 4, channels: 2)
        history.note([1, 1], frames: 1)
        history.giveAgain(100)
        #expect(history.pending == 1)
        history.forgetPending()
        #expect(take(4, of: &history) == [])
        history.giveAgain(-1)
        #expect(history.pending == 0)
    }
}
