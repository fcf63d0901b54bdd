/// Samples in the order in which they came.
struct SampleQueue {
    private var samples: [Float] = []
    private var start = 0

    var count: Int { samples.count - start }

    mutating func append(_ new: [Float]) {
        // Moved to the front now and then, so that no sample is moved often.
        if start > 65_536, start > samples.count / 2 {
            samples.removeFirst(start)
            start = 0
        }
        samples.append(contentsOf: new)
    }

    mutating func take(_ count: Int, appendingTo target: inout [Float]) -> Int {
        let taken = min(count, self.count)
        target.append(contentsOf: samples[start..<start + taken])
        start += taken
        return taken
    }

    mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        start = 0
    }
}

/// Which title belongs to which of the samples that wait.
struct TitleQueue {
    /// The title of the sample that was taken last.
    private(set) var current: String?
    private var titles: [(offset: Int, text: String?)] = []

    /// Names the title of the samples from one on that waits.
    mutating func append(_ text: String?, at offset: Int) {
        if text != (titles.isEmpty ? current : titles.last?.text) { titles.append((offset, text)) }
    }

    /// The number of samples taken.
    mutating func take(_ count: Int) {
        guard count > 0 else { return }
        while let first = titles.first, first.offset < count {
            current = first.text
            titles.removeFirst()
        }
        for index in titles.indices { titles[index].offset -= count }
    }

    /// No samples wait.
    mutating func removeAll() { titles = [] }
}
