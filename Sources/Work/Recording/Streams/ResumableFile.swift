import Glibc
import PhonolithFiles
import PhonolithMediaModel
import SystemPackage

/// A file that is written as its bytes come from a server, in any order; the rest of an earlier attempt is kept.
///
/// Its part with another name, `.NAME.part`, has no holes: bytes beyond its end wait in a file without a name, so that
/// a process that is killed leaves nothing but a beginning.
struct ResumableFile {
    /// The name that it gets when it is whole.
    let path: MediaPath
    private let file: WholeFile
    private let descriptor: FileDescriptor
    /// In bytes; `nil` if the server did not state it.
    private let size: Int?
    /// How many bytes are on disk, from the beginning.
    private(set) var count: Int
    /// How many of them an earlier attempt wrote; 0 once they turned out to be of something else.
    private var earlierCount: Int
    /// How many bytes from the beginning came from the server now.
    private var receivedCount = 0
    /// Up to where the last bytes of the earlier attempt were compared with the server's.
    private var comparedCount: Int
    private var ahead: Ahead?

    private struct Ahead {
        let file: FileDescriptor
        var ranges = RangeSet<Int>()
    }

    /// How much of what an earlier attempt left is compared before it is continued, in bytes.
    private static let tailCount = 1 << 16

    init(at path: MediaPath, size: Int?) throws(Errno) {
        file = try WholeFile(resumableAt: path)
        self.path = path
        self.size = size
        let written = file.writtenCount
        let isUsable = size.map { written <= $0 } ?? true
        descriptor = try file.opened(keeping: isUsable, options: [])
        count = isUsable ? file.writtenCount : 0
        earlierCount = count
        comparedCount = max(0, count - Self.tailCount)
    }

    /// Whether the server has not yet shown that it continues the earlier attempt.
    private var checksTail: Bool { max(receivedCount, comparedCount) < earlierCount }

    /// Writes bytes from a place of the source on. Blocks its thread.
    mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Errno) {
        let end = offset + bytes.count
        if offset < min(earlierCount, count) { try compare(bytes, at: offset) }
        if offset <= receivedCount { receivedCount = max(receivedCount, end) }
        if offset > count {
            try keep(bytes, at: offset)
        } else if end > count {
            try onlyErrno {
                _ = try descriptor.writeAll(
                    toAbsoluteOffset: Int64(count), bytes.dropFirst(count - offset))
            }
            count = end
            try absorb()
        }
    }

    /// The next gap, up to the bytes that are there; `nil` for none.
    var missingRange: Range<Int>? {
        let start = checksTail ? max(receivedCount, comparedCount) : count
        let next = ahead?.ranges.ranges.first { $0.lowerBound > start }?.lowerBound
        let end = next ?? size ?? Int.max
        return start < end ? start..<end : nil
    }

    /// Gives a file that is whole its name. Blocks its thread.
    ///
    /// - Parameter isAtEnd: Whether the source was read to its end, which shows the size of what has none stated.
    /// - Returns: Whether it is whole. Else the part stays, unless it is empty.
    mutating func finish(isAtEnd: Bool) throws(Errno) -> Bool {
        defer { close() }
        if size == nil, isAtEnd, receivedCount < count { try cut(to: receivedCount) }
        guard size.map({ $0 == count && !checksTail }) ?? isAtEnd, count > 0 else {
            if count == 0 { file.discard() }
            return false
        }
        try file.place()
        return true
    }

    /// Ends the attempt; the part stays for the next one.
    func close() {
        ahead?.file.closeAfterReading()
        descriptor.closeAfterReading()
    }

    // MARK: - Steps

    /// Forgets an earlier attempt that has other bytes than the server.
    private mutating func compare(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Errno) {
        let common = min(count, offset + bytes.count) - offset
        let old = try descriptor.bytes(common, at: Int64(offset))
        if !old.elementsEqual(bytes.prefix(common)) {
            try cut(to: receivedCount)
        } else if offset <= comparedCount {
            comparedCount = max(comparedCount, offset + common)
        }
    }

    private mutating func cut(to count: Int) throws(Errno) {
        try onlyErrno { try descriptor.resize(to: Int64(count)) }
        self.count = count
        earlierCount = 0
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(Errno) {
        var ahead: Ahead
        if let known = self.ahead { ahead = known } else { ahead = Ahead(file: try namelessFile()) }
        self.ahead = ahead
        let file = ahead.file
        try onlyErrno { _ = try file.writeAll(toAbsoluteOffset: Int64(offset), bytes) }
        ahead.ranges.insert(contentsOf: offset..<offset + bytes.count)
        self.ahead = ahead
    }

    private func namelessFile() throws(Errno) -> FileDescriptor {
        let place = try WholeFile(at: path)
        defer { place.discard() }
        return try place.temporary.opened(
            .readWrite, options: [.create, .exclusiveCreate], rights: 0o600)
    }

    /// Moves what waits to its place, once the gap before it is filled.
    private mutating func absorb() throws(Errno) {
        while let ahead, let range = ahead.ranges.ranges.first(where: { $0.contains(count) }) {
            let bytes = try ahead.file.bytes(
                min(1 << 16, range.upperBound - count), at: Int64(count))
            guard !bytes.isEmpty else { throw .ioError }
            let isReceived = receivedCount >= count
            try onlyErrno { _ = try descriptor.writeAll(toAbsoluteOffset: Int64(count), bytes) }
            count += bytes.count
            if isReceived { receivedCount = max(receivedCount, count) }
        }
    }
}

/// A file of what a radio station sends, until the listener ends it.
struct LiveFile {
    /// The name that it gets at its end.
    let path: MediaPath
    private let file: WholeFile
    private let descriptor: FileDescriptor
    private var isEmpty = true

    init(at path: MediaPath) throws(Errno) {
        file = try WholeFile(resumableAt: path)
        self.path = path
        descriptor = try file.opened(keeping: false)
    }

    /// Writes what came next. Blocks its thread.
    mutating func write(_ bytes: ArraySlice<UInt8>) throws(Errno) {
        try onlyErrno { _ = try descriptor.writeAll(bytes) }
        isEmpty = false
    }

    func discard() {
        descriptor.closeAfterReading()
        file.discard()
    }

    /// Gives the file its name. Blocks its thread.
    ///
    /// - Returns: Whether there is one.
    func finish() throws(Errno) -> Bool {
        descriptor.closeAfterReading()
        guard !isEmpty else {
            file.discard()
            return false
        }
        do throws(Errno) {
            try file.place()
        } catch  where file.writtenCount > 0 {
            // A file that the disk does not promise to keep is better than none.
            try file.place(isDurable: false)
        }
        return true
    }
}
