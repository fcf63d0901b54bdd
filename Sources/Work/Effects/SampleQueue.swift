/// Samples in the order in which they came.
package struct SampleQueue {
    private var samples: [Float] = []
    private var start = 0

    package init() {}

    package var count: Int { samples.count - start }

    package mutating func append(_ new: [Float]) {
        // Moved to the front now and then, so that no sample is moved often.
        if start > 65_536, start > samples.count / 2 {
            samples.removeFirst(start)
            start = 0
        }
        samples.append(contentsOf: new)
    }

    package mutating func take(_ count: Int, appendingTo target: inout [Float]) -> Int {
        let taken = min(count, self.count)
        target.append(contentsOf: samples[start..<start + taken])
        start += taken
        return taken
    }

    package mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        start = 0
    }
}
