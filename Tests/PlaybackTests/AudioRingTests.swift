import Foundation
import PhonolithPlayback
import PhonolithTestSupport
import Testing

@Suite("A ring of samples")
struct AudioRingTests {
    private let format = AudioFormat(sampleRate: 44_100, channelCount: 1)

    @Test("has room again as soon as it is emptied, whether or not anything reads")
    func discarded() {
        let ring = AudioRing(format: format, duration: 0.01)
        ring.write([Float](repeating: 1, count: ring.capacity)[...])
        #expect(ring.space == 0)
        ring.discard()
        #expect(ring.space == ring.capacity)
        ring.write([Float](repeating: 2, count: 100)[...])
        var target = [Float](repeating: 0, count: 200)
        #expect(ring.read(into: &target, count: 200) == 100)
        #expect(target[..<100].allSatisfy { $0 == 2 })
        #expect(ring.readFrames == ring.writtenFrames)
    }

    @Test("gives what was written after it was emptied, while another thread reads")
    func concurrent() async throws {
        let ring = AudioRing(format: format, duration: 0.01)
        let rounds = 2000
        let reading = Thread.detached(count: 64) { block in
            // Blocks are of one number each, or join two, the smaller first.
            let count = ring.read(into: block, count: 64)
            let isOrdered = (1..<max(1, count)).allSatisfy { block[$0] >= block[$0 - 1] }
            let last = count > 0 ? block[count - 1] : 0
            return (isOrdered, last >= Float(rounds))
        }
        for round in 1...rounds {
            if round % 3 == 0 { ring.discard() }
            let count = min(ring.space, 1 + round % 700)
            ring.write([Float](repeating: Float(round), count: count)[...])
        }
        try await eventually("the ring has space") { ring.space > 0 }
        ring.write([Float(rounds)])
        #expect(await reading.value)
    }
}

extension Thread {
    /// Runs a step on a thread of its own until one says that it was the last.
    ///
    /// - Returns: Whether all steps were right.
    fileprivate static func detached(
        count: Int, _ step: @escaping @Sendable (UnsafeMutablePointer<Float>) -> (Bool, Bool)
    ) -> Task<Bool, Never> {
        Task {
            await withCheckedContinuation { continuation in
                Thread {
                    let block = UnsafeMutablePointer<Float>.allocate(capacity: count)
                    block.initialize(repeating: 0, count: count)
                    defer { block.deallocate() }
                    var (isRight, isLast) = (true, false)
                    while isRight, !isLast { (isRight, isLast) = step(block) }
                    continuation.resume(returning: isRight)
                }.start()
            }
        }
    }
}
