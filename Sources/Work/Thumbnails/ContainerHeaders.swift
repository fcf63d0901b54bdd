internal import PhonolithFiles
import PhonolithMediaModel
internal import SystemPackage

/// The headers of a file that consists of parts within parts: the boxes of MP4 and QuickTime (ISO 14496-12, 4.2), or the elements of
/// Matroska (RFC 8794, section 4). For use by one thread.
final class ContainerHeaders {
    /// The type of a box, or the number of an element.
    enum ID: Hashable {
        case box(String)
        case element(UInt32)
    }

    /// The kind of a part, and the range of its content. One that is cut off ends where its parent does.
    struct Part {
        let id: ID
        let content: Range<Int>
    }

    /// Whether the file has elements rather than boxes.
    let isMatroska: Bool
    let all: Range<Int>
    private let file: FileDescriptor
    private let end: ContinuousClock.Instant?
    /// How many parts are still looked at: a file may consist of nothing else.
    private var budget = 50_000

    /// Opens a file.
    ///
    /// - Parameter limit: How long reading may take; `nil` is without limit.
    /// - Returns: `nil` where it cannot be opened.
    init?(_ path: MediaPath, limit: Duration?) {
        // Opening a pipe would wait for its other end, whatever the limit; and it has no place to go to.
        guard let file = try? path.opened(.readOnly, options: .nonBlocking) else { return nil }
        guard let length = try? file.seek(offset: 0, from: .end) else {
            file.closeAfterReading()
            return nil
        }
        self.file = file
        all = 0..<Int(length)
        end = limit.map { .now + $0 }
        var mark: [UInt8] = [0, 0, 0, 0]
        let count = mark.withUnsafeMutableBytes { try? file.read(fromAbsoluteOffset: 0, into: $0) }
        isMatroska = count == 4 && mark == [0x1A, 0x45, 0xDF, 0xA3]
    }

    deinit { file.closeAfterReading() }

    /// Bytes of the file: fewer at its end, and none when the time is up.
    func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        if let end, ContinuousClock.now > end { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled =
                (try? file.read(
                    fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(buffer)))
                ?? 0
        }
    }

    /// Numbers one behind the other, most significant byte first; fewer where the file ends.
    func numbers(at offset: Int, _ count: Int, bytesEach size: Int) -> [Int] {
        let bytes = bytes(at: offset, count * size)
        return (0..<count).prefix { ($0 + 1) * size <= bytes.count }.map { number in
            bytes[number * size..<(number + 1) * size].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// The parts in a stretch of the file, read one by one.
    func parts(in stretch: Range<Int>) -> UnfoldSequence<Part, Int> {
        sequence(state: stretch.lowerBound) { [self] start in
            guard start < stretch.upperBound, budget > 0 else { return nil }
            budget -= 1
            let part =
                isMatroska
                ? element(at: start, before: stretch.upperBound)
                : box(at: start, before: stretch.upperBound)
            guard let part else { return nil }
            start = part.content.upperBound
            return part
        }
    }

    /// The content of the first part of a kind.
    func first(_ id: ID, in stretch: Range<Int>) -> Range<Int>? {
        parts(in: stretch).first { $0.id == id }?.content
    }

    private func box(at start: Int, before end: Int) -> Part? {
        let head = bytes(at: start, 16)
        guard start + 8 <= end, head.count >= 8 else { return nil }
        var size = head[..<4].reduce(0) { $0 << 8 | UInt64($1) }
        var header = 8
        if size == 1, head.count == 16 {
            size = head[8...].reduce(0) { $0 << 8 | UInt64($1) }
            header = 16
        } else if size == 0 {
            size = UInt64(end - start)
        }
        guard size >= header, start + header <= end else { return nil }
        let type = String(decoding: head[4..<8], as: UTF8.self)
        return Part(
            id: .box(type), content: start + header..<start + Int(min(size, UInt64(end - start))))
    }

    private func element(at start: Int, before end: Int) -> Part? {
        // A number of up to four bytes, and a size of up to eight, whose first bits state how many.
        let head = bytes(at: start, 12)
        guard let first = head.first else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        guard idLength <= 4, idLength < head.count else { return nil }
        let sizeLength = head[idLength].leadingZeroBitCount + 1
        guard sizeLength <= 8, idLength + sizeLength <= head.count else { return nil }
        let id = head[..<idLength].reduce(0) { $0 << 8 | UInt32($1) }
        let mask = UInt64(1) << (7 * sizeLength) - 1
        let size = head[idLength..<idLength + sizeLength].reduce(0) { $0 << 8 | UInt64($1) } & mask
        let content = start + idLength + sizeLength
        guard content <= end else { return nil }
        // All bits set: as long as what it is in.
        let isOpen = size == mask || size > UInt64(end - content)
        return Part(id: .element(id), content: content..<(isOpen ? end : content + Int(size)))
    }
}
