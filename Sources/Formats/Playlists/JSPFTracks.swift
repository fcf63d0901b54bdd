import FoundationEssentials

/// Where the tracks are in a JSPF file, so that they can be decoded some at a time: a list of 100 000 that is decoded
/// as one needs many times its size.
struct JSPFTracks {
    /// Places of some whole tracks each, with the commas between them.
    private(set) var pieces: [Range<Int>] = []
    /// The file without its tracks.
    private(set) var rest: [UInt8] = []
    /// Whether the file ends among its tracks.
    private(set) var isCutOff = false

    /// Bytes decoded at once, or one track.
    private static let pieceSize = 1 << 18

    private let bytes: [UInt8]
    private var index = 0

    /// Finds the tracks; `nil` if they are not as expected, be it only that a name is written in escapes. Decoding
    /// the whole then reports the error.
    init?(in bytes: [UInt8]) {
        self.bytes = bytes
        guard enter("playlist"), enter("track"), take(0x5B) else { return nil }
        let start = index
        guard let end = findPieces() else { return nil }
        let closing = Array(bytes[end...].lazy.filter { $0 > 0x20 }.prefix(3))
        isCutOff = isCutOff || closing == [0x5D] || closing == [0x5D, 0x7D]
        rest = Array(bytes[..<start]) + (isCutOff ? Array("]}}".utf8) : Array(bytes[end...]))
    }

    /// Goes to the value of a key of the object that begins here.
    private mutating func enter(_ wanted: StaticString) -> Bool {
        guard take(0x7B) else { return false }
        while true {
            skipBlanks()
            let start = index
            guard skipString() else { return false }
            let key = bytes[(start + 1)..<(index - 1)]
            guard take(0x3A) else { return false }
            let isWanted = wanted.withUTF8Buffer { key.elementsEqual($0) }
            if isWanted { return true }
            guard skipValue(), take(0x2C) else { return false }
        }
    }

    /// Notes pieces to the end of the array, and returns where that is.
    private mutating func findPieces() -> Int? {
        skipBlanks()
        if index < bytes.count, bytes[index] == 0x5D { return index }
        var start = index
        var end = index
        while true {
            guard skipValue() else { return cutOff(from: start, to: end) }
            end = index
            skipBlanks()
            guard index < bytes.count else { return cutOff(from: start, to: end) }
            let isLast = bytes[index] == 0x5D
            guard isLast || bytes[index] == 0x2C else { return nil }
            if isLast || end - start >= Self.pieceSize {
                pieces.append(start..<end)
                start = index + 1
            }
            if isLast { return index }
            index += 1
        }
    }

    /// Notes the tracks that are whole in a file that ends among them; `nil` if there is none, or if it does not end.
    private mutating func cutOff(from start: Int, to end: Int) -> Int? {
        guard index >= bytes.count else { return nil }
        if start < end { pieces.append(start..<end) }
        isCutOff = !pieces.isEmpty
        return isCutOff ? index : nil
    }

    /// Skips a value, to the comma or bracket after it.
    private mutating func skipValue() -> Bool {
        skipBlanks()
        let start = index
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x22:
                guard skipString() else { return false }
                continue
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                if depth == 0 { return index > start }
                depth -= 1
                if depth == 0 {
                    index += 1
                    return true
                }
            case 0x2C: if depth == 0 { return index > start }
            default: break
            }
            index += 1
        }
        return false
    }

    private mutating func skipString() -> Bool {
        guard index < bytes.count, bytes[index] == 0x22 else { return false }
        index += 1
        while index < bytes.count {
            if bytes[index] == 0x22 {
                index += 1
                return true
            }
            index += bytes[index] == 0x5C ? 2 : 1
        }
        return false
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }
}

/// Writes JSPF, track by track.
struct JSPFForm: PlaylistForm {
    var bytes: [UInt8]
    private(set) var problems: [PlaylistProblem] = []
    private let encoder: JSONEncoder

    init(_ head: PlaylistDocument) {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        var list = JSPF.List()
        list.set(head)
        // Encoding these values cannot fail: all numbers are finite.
        let text = (try? encoder.encode(list)) ?? Data("{}".utf8)
        bytes = Array("{\"playlist\":".utf8) + text.dropLast()
        if text.count > 2 { bytes.append(0x2C) }
        bytes += Array("\"track\":[".utf8)
    }

    mutating func add(_ entry: PlaylistEntry, _ index: Int) {
        if let problem = XSPF.problem(of: entry, index) { problems.append(problem) }
        bytes += Array((index == 0 ? "\n" : ",\n").utf8)
        bytes += (try? encoder.encode(JSPF.Track(entry))) ?? Data("{}".utf8)
    }

    mutating func finish() { bytes += Array("\n]}}\n".utf8) }
}
