package import PhonolithMediaModel

extension SeededGenerator {
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
