/// Cuts what a radio station sends into frames, each with the title that was sent before it.
///
/// A frame in which the title changes belongs to the title before.
package struct StationCutter {
    private let form: FrameForm
    private var bytes: [UInt8] = []
    /// How many of the bytes were taken.
    private var start = 0
    /// Where the first byte is in the stream.
    private var base = 0
    private var titles: [(offset: Int, text: String?)] = []
    private var isAligned = false
    /// Whether the first bytes still wait for the first title, which comes some seconds after them.
    private var awaitsTitle = true
    /// For how many bytes a title is waited for: stations send one at least every 64 KiB.
    private static let greatestWait = 1 << 17
    private var wasBeginning = false

    /// A frame of the stream, or a page of Ogg.
    package struct Frame: Hashable, Sendable {
        package var bytes: ArraySlice<UInt8>
        package var title: String?
        /// Whether another stream of an Ogg chain begins with it.
        package var beginsLink = false
    }

    package init(_ form: FrameForm) { self.form = form }

    package mutating func append(_ new: some Sequence<UInt8>, title: String?) {
        let offset = base + bytes.count
        if awaitsTitle, title != nil {
            titles = []
            awaitsTitle = false
        }
        defer { if bytes.count >= Self.greatestWait { awaitsTitle = false } }
        if titles.isEmpty || titles.last?.text != title { titles.append((offset, title)) }
        bytes += new
    }

    /// Waits for nothing any more.
    package mutating func finish() { awaitsTitle = false }

    /// Takes the next frame; `nil` until more bytes come. Bytes that are no frame are dropped.
    package mutating func next() -> Frame? {
        guard !awaitsTitle else { return nil }
        defer { forgetTaken() }
        while true {
            let rest = bytes[start...]
            switch form.length(of: rest) {
            case .unknown: return nil
            case .none: skipByte()
            case .bytes(let count):
                // A frame counts as one if another follows it: its mark may occur in sound by chance.
                let needed = isAligned ? count : count + 27
                guard rest.count >= needed else { return nil }
                guard isAligned || form.length(of: rest.dropFirst(count)) != .none else {
                    skipByte()
                    continue
                }
                isAligned = true
                return frame(rest.prefix(count))
            }
        }
    }

    private mutating func skipByte() {
        start += 1
        isAligned = false
    }

    private mutating func frame(_ bytes: ArraySlice<UInt8>) -> Frame {
        let offset = base + start
        while titles.count > 1, titles[1].offset <= offset { titles.removeFirst() }
        start += bytes.count
        let isBeginning = form == .ogg && bytes[bytes.startIndex + 5] & 2 != 0
        defer { wasBeginning = isBeginning }
        return Frame(
            bytes: bytes, title: titles.first?.text, beginsLink: isBeginning && !wasBeginning)
    }

    private mutating func forgetTaken() {
        guard start > 1 << 16 else { return }
        bytes.removeFirst(start)
        base += start
        start = 0
    }
}
