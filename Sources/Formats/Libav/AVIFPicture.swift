/// The still picture in an AVIF file: its size, and the AV1 data that it is made of.
///
/// By "AV1 Image File Format" 1.1, whose boxes are those of HEIF (ISO/IEC 23008-12) and ISO/IEC 14496-12. A picture that is
/// put together from tiles is not read.
package struct AVIFPicture: Hashable, Sendable {
    // In pixels.
    package let width: Int
    // In pixels.
    package let height: Int
    /// Where its data is in the file, in order.
    private let extents: [Range<Int>]

    /// Whether the bytes begin as an AVIF file; nothing is said of the rest.
    package static func isAnnounced(by bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var boxes = Boxes(of: bytes)
        guard let first = boxes.next(), first.type == "ftyp" else { return false }
        var brands = first.content
        var position = 0
        while position < 64, let brand = brands.text(4) {
            // The second is the version of the first.
            if position != 1, brand == "avif" || brand == "avis" { return true }
            position += 1
        }
        return false
    }

    /// Reads the boxes; `nil` for bytes that are no AVIF, or whose picture is not all there.
    package init?(reading bytes: UnsafeBufferPointer<UInt8>) {
        guard Self.isAnnounced(by: bytes), let meta = Boxes(of: bytes).full("meta"),
            let item = Self.primaryItem(of: meta),
            let size = Self.size(of: item, in: meta),
            let extents = Self.extents(of: item, in: meta),
            extents.allSatisfy({ $0.upperBound <= bytes.count }),
            // Extents that overlap could make a small file large.
            extents.reduce(0, { $0 + $1.count }) <= bytes.count
        else { return nil }
        (width, height) = size
        self.extents = extents
    }

    /// The AV1 data, for a decoder.
    func data(in bytes: [UInt8]) -> [UInt8] { extents.flatMap { bytes[$0] } }
}

extension AVIFPicture {
    /// The number of the picture to show, if it is one of AV1.
    private static func primaryItem(of meta: Boxes) -> Int? {
        guard var primary = meta.full("pitm"),
            let item = primary.number(primary.version == 0 ? 2 : 4),
            var infos = meta.full("iinf"), infos.number(infos.version == 0 ? 2 : 4) != nil
        else { return nil }
        while let box = infos.next() {
            guard box.type == "infe", var info = box.content.asFull else { continue }
            // The number, its protection, and its type.
            guard info.number(info.version == 2 ? 2 : 4) == item else { continue }
            return info.number(2) != nil && info.text(4) == "av01" ? item : nil
        }
        return nil
    }

    /// The property `ispe` that is associated with an item.
    private static func size(of item: Int, in meta: Boxes) -> (Int, Int)? {
        guard let properties = meta.first("iprp"), let all = properties.first("ipco"),
            let own = associations(of: item, in: properties)
        else { return nil }
        var boxes = all
        var index = 0
        while let box = boxes.next() {
            index += 1
            guard box.type == "ispe", own.contains(index), var size = box.content.asFull,
                let width = size.number(4), let height = size.number(4), width > 0, height > 0
            else { continue }
            return (width, height)
        }
        return nil
    }

    /// The positions of an item's properties, counted from 1.
    private static func associations(of item: Int, in properties: Boxes) -> Set<Int>? {
        guard var list = properties.full("ipma"), let count = list.number(4) else { return nil }
        let (isLong, version) = (list.flags & 1 == 1, list.version)
        for _ in 0..<min(count, 65_536) {
            guard let number = list.number(version == 0 ? 2 : 4), let length = list.number(1) else {
                return nil
            }
            let found = (0..<length).compactMap { _ in list.number(isLong ? 2 : 1) }
            // The highest bit says that a reader must understand the property.
            if number == item { return Set(found.map { $0 & (isLong ? 0x7FFF : 0x7F) }) }
        }
        return nil
    }

    /// Where an item's data is: the box `iloc`.
    private static func extents(of item: Int, in meta: Boxes) -> [Range<Int>]? {
        guard var list = meta.full("iloc"), let sizes = list.number(2) else { return nil }
        let version = list.version
        func size(_ shift: Int) -> Int { sizes >> shift & 0xF }
        // Without lengths a few bytes could announce extents without end.
        guard size(8) > 0, let count = list.number(version < 2 ? 2 : 4) else { return nil }
        for _ in 0..<min(count, 65_536) {
            guard let number = list.number(version < 2 ? 2 : 4),
                let method = version == 0 ? 0 : list.number(2), list.number(2) != nil,
                let base = list.number(size(4)), let extentCount = list.number(2)
            else { return nil }
            guard number == item else {
                let width = (version == 0 ? 0 : size(0)) + size(12) + size(8)
                guard list.skip(extentCount * width) else { return nil }
                continue
            }
            // In the file, or in the box `idat`.
            let place = method & 0xF == 0 ? 0 : meta.first("idat")?.start
            var found: [Range<Int>] = []
            for _ in 0..<extentCount {
                guard version == 0 || list.number(size(0)) != nil,
                    let offset = list.number(size(12)), let length = list.number(size(8))
                else { return nil }
                guard method & 0xF < 2, let place, length > 0,
                    let start = place.adding(base)?.adding(offset), let end = start.adding(length)
                else { return nil }
                found.append(start..<end)
            }
            return found.isEmpty ? nil : found
        }
        return nil
    }
}

/// A stretch of bytes with boxes in it (ISO/IEC 14496-12, section 4.2), read from its beginning.
private struct Boxes {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var start: Int
    private let end: Int
    /// Of a box that has them.
    private(set) var version = 0
    private(set) var flags = 0

    init(of bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, 0, bytes.count) }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        (self.bytes, self.start, self.end) = (bytes, start, end)
    }

    /// A big-endian integer of `width` bytes: 0 if there are none, `nil` at the end.
    mutating func number(_ width: Int) -> Int? {
        guard width <= 8, end - start >= width else { return nil }
        let value = bytes[start..<(start + width)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        start += width
        return Int(exactly: value)
    }

    /// Skips bytes.
    ///
    /// - Returns: `false` if there are fewer.
    mutating func skip(_ count: Int) -> Bool {
        guard end - start >= count else { return false }
        start += count
        return true
    }

    mutating func text(_ width: Int) -> String? {
        guard end - start >= width else { return nil }
        defer { start += width }
        return String(decoding: bytes[start..<(start + width)], as: UTF8.self)
    }

    mutating func next() -> (type: String, content: Boxes)? {
        let first = start
        guard let short = number(4), let type = text(4) else { return nil }
        // 1 announces a longer number; 0 is all the rest.
        guard let size = short == 1 ? number(8) : short == 0 ? end - first : short,
            size >= start - first, size <= end - first
        else { return nil }
        let content = Boxes(bytes, start, first + size)
        start = first + size
        return (type, content)
    }

    func first(_ type: String) -> Boxes? {
        var boxes = self
        while let box = boxes.next() {
            if box.type == type { return box.content }
        }
        return nil
    }

    /// The content after the version and flags.
    var asFull: Boxes? {
        var content = self
        guard let version = content.number(1), let flags = content.number(3) else { return nil }
        (content.version, content.flags) = (version, flags)
        return content
    }

    func full(_ type: String) -> Boxes? { first(type)?.asFull }
}

extension Int {
    fileprivate func adding(_ other: Int) -> Int? {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? nil : sum
    }
}
