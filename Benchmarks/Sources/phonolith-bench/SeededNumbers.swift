import PhonolithMediaModel

/// Random numbers that are the same for the same seed on every machine, in several rows that have nothing
/// in common.
struct SeededNumbers: RandomNumberGenerator {
    private var generator: SeededGenerator

    /// Begins a row of numbers.
    ///
    /// - Parameter stream: Which of the seed's rows.
    init(seed: UInt64, stream: UInt64) {
        var first = SeededGenerator(seed: seed)
        var second = SeededGenerator(seed: first.next() ^ stream)
        generator = SeededGenerator(seed: second.next())
    }

    mutating func next() -> UInt64 { generator.next() }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[number(in: 0...elements.count - 1)]
    }

    mutating func holds(percent: Int) -> Bool { number(in: 1...100) <= percent }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: next().littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// An identifier as MusicBrainz has them (RFC 4122, version 4).
    mutating func uuid() -> String {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef")
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return text
    }
}
