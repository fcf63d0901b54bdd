internal import Glibc
internal import PhonolithFiles
import PhonolithMediaModel

/// The header of a page of Ogg (RFC 3533, section 6).
struct OggPage: Hashable {
    /// Where it is in the file, in bytes.
    let offset: Int
    let body: Int
    /// Where the next page begins.
    let end: Int
    /// Whether a stream begins with it.
    let isFirst: Bool
    /// The position at its end, in the codec's units; negative where no packet ends on it.
    let granule: Int64
    let serial: UInt32

    /// - Parameter bytes: From the page's first byte on.
    init?(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        guard bytes.count >= 27, bytes.starts(with: "OggS".utf8) else { return nil }
        let byte = { bytes[bytes.startIndex + $0] }
        let segments = Int(byte(26))
        guard byte(4) == 0, byte(5) < 8, bytes.count >= 27 + segments else { return nil }
        func number(_ range: Range<Int>) -> UInt64 {
            range.reversed().reduce(0) { $0 << 8 | UInt64(byte($1)) }
        }
        self.offset = offset
        body = offset + 27 + segments
        end = (27..<27 + segments).reduce(body) { $0 + Int(byte($1)) }
        isFirst = byte(5) & 2 != 0
        granule = Int64(bitPattern: number(6..<14))
        serial = UInt32(number(14..<18))
    }
}

/// The pages of a file, wherever they are looked for.
final class OggPages {
    /// More than a page and the header of the next can have, in bytes.
    static let window = 1 << 17
    private static let longestHeader = 27 + 255

    let size: Int
    private let descriptor: CInt

    /// Opens a file; `nil` for what is none.
    init?(of path: MediaPath) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        var status = stat()
        guard descriptor >= 0 else { return nil }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        (self.descriptor, size) = (descriptor, Int(status.st_size))
    }

    deinit { close(descriptor) }

    /// Fewer at the end of the file.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, offset))
        }
    }

    /// The page that begins here.
    func page(at offset: Int) -> OggPage? {
        OggPage(bytes(at: offset, count: Self.longestHeader)[...], at: offset)
    }

    /// The first page that begins here or later: its end is that of the file, or the beginning of another.
    func page(after offset: Int) -> OggPage? {
        let bytes = bytes(at: offset, count: Self.window)
        var place = 0
        while let found = bytes[place...].firstIndex(of: UInt8(ascii: "O")) {
            if let page = OggPage(bytes[found...], at: offset + found),
                page.end == size || self.page(at: page.end) != nil
            {
                return page
            }
            place = found + 1
        }
        return nil
    }

    /// The last page that ends at a place or before it.
    func lastPage(before end: Int, where isWanted: (OggPage) -> Bool = { _ in true }) -> OggPage? {
        var from = max(0, end - Self.window)
        while true {
            var last: OggPage?
            var next = page(after: from)
            while let page = next, page.end <= end {
                if isWanted(page) { last = page }
                next = page.end < end ? self.page(at: page.end) : nil
            }
            if last != nil || from == 0 { return last }
            from = max(0, from - Self.window)
        }
    }
}
