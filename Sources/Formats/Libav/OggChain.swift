package import PhonolithMediaModel

/// The streams that follow each other in an Ogg file (RFC 3533, section 4): recorded radio has one for each song.
///
/// Their boundaries are found by bisection, as the serial numbers of their pages differ.
package struct OggChain: Hashable, Sendable {
    package struct Link: Hashable, Sendable {
        /// Where its first page is, in bytes.
        package let offset: Int
        /// When it begins, in seconds from the start of the file.
        package let start: Double
    }

    /// In the order of the file; at least two.
    package let links: [Link]
    /// Of all together, in seconds.
    package let duration: Double

    /// More are not looked for.
    private static let mostLinks = 10_000

    /// Reads a file; `nil` for a file of one stream, and for what is none. Blocks its thread.
    package init?(of path: MediaPath) {
        guard let file = OggPages(of: path), let last = file.lastPage(before: file.size) else {
            return nil
        }
        var (links, time): ([Link], Double) = ([], 0)
        var offset = 0
        while links.count < Self.mostLinks, let stream = OggStream(at: offset, of: file) {
            links.append(Link(offset: offset, start: time))
            let end = stream.holds(last) ? file.size : stream.end(in: file)
            time += stream.duration(until: end, in: file)
            if end >= file.size { break }
            offset = end
        }
        guard links.count > 1 else { return nil }
        self.links = links
        duration = time
    }
}

/// A stream that sounds, and those beside it, which begin together.
private struct OggStream {
    private let offset: Int
    private let serials: Set<UInt32>
    private let main: UInt32
    private let samplesPerSecond: Double
    /// Samples before the first that is heard.
    private let preSkip: Int

    init?(at offset: Int, of file: OggPages) {
        var (serials, found): (Set<UInt32>, (UInt32, Double, Int)?) = ([], nil)
        var place = offset
        while let page = file.page(at: place), page.isFirst {
            serials.insert(page.serial)
            if found == nil, let form = Self.form(file.bytes(at: page.body, count: 64)) {
                found = (page.serial, form.rate, form.preSkip)
            }
            place = page.end
        }
        guard let (main, rate, preSkip) = found else { return nil }
        (self.offset, self.serials, self.main) = (offset, serials, main)
        (samplesPerSecond, self.preSkip) = (rate, preSkip)
    }

    /// By the packet that begins each codec's stream: RFC 7845, 5.1; Vorbis I, 4.2.2; RFC 9639, 10.1; the manual of Speex.
    private static func form(_ packet: [UInt8]) -> (rate: Double, preSkip: Int)? {
        func number(_ range: Range<Int>) -> Int {
            range.reversed().reduce(0) { $0 << 8 | Int(packet[$1]) }
        }
        guard packet.count >= 40 else { return nil }
        var (rate, preSkip) = (0, 0)
        if packet.starts(with: "OpusHead".utf8) {
            (rate, preSkip) = (48_000, number(10..<12))
        } else if packet.starts(with: "\u{1}vorbis".utf8) {
            rate = number(12..<16)
        } else if packet.starts(with: "\u{7F}FLAC".utf8) {
            rate = Int(packet[27]) << 12 | Int(packet[28]) << 4 | Int(packet[29]) >> 4
        } else if packet.starts(with: "Speex   ".utf8) {
            rate = number(36..<40)
        }
        return (1...1_000_000).contains(rate) ? (Double(rate), preSkip) : nil
    }

    func holds(_ page: OggPage) -> Bool { serials.contains(page.serial) }

    /// Where the next stream begins, if the last page of the file is not of this one.
    func end(in file: OggPages) -> Int {
        var (inside, outside) = (offset, file.size)
        while outside - inside > OggPages.window {
            let middle = (inside + outside) / 2
            guard let page = file.page(after: middle), page.offset < outside else {
                outside = middle
                continue
            }
            if holds(page) { inside = page.offset } else { outside = page.offset }
        }
        var place = inside
        while let page = file.page(at: place) ?? file.page(after: place) {
            if !holds(page) { return page.offset }
            place = page.end
        }
        return file.size
    }

    /// In seconds, by the first and the last granule position.
    func duration(until end: Int, in file: OggPages) -> Double {
        guard let last = file.lastPage(before: end, where: { $0.serial == main && $0.granule > 0 })
        else { return 0 }
        var (place, first) = (offset, last.granule)
        while let page = file.page(at: place), page.offset < end {
            if page.serial == main, page.granule > 0 {
                first = page.granule
                break
            }
            place = page.end
        }
        // A stream recorded from its middle on begins with a page that is late; a usual one has a second or two.
        let usual = Int64(10 * samplesPerSecond)
        let start = first > usual ? first : Int64(preSkip)
        return Double(max(0, last.granule - start)) / samplesPerSecond
    }
}
