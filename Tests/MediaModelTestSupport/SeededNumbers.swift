/// Random numbers that are the same for the same seed on every machine (SplitMix64, Steele et al. 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }

    package mutating func number(in range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &self)
    }

    /// One of the elements, of which there must be some.
    package mutating func one<Element>(of elements: [Element]) -> Element {
        elements[number(in: 0...elements.count - 1)]
    }

    /// One to so many of the elements, in random order.
    package mutating func some<Element>(of elements: [Element], atMost count: Int) -> [Element] {
        Array(elements.shuffled(using: &self).prefix(number(in: 1...count)))
    }

    package mutating func holds(percent: Int) -> Bool { number(in: 1...100) <= percent }
}
