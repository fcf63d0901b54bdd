import CPhonolithZlib
import Glibc

/// A ZIP archive of files as they are, without compression, which media does not need: its length is known before its first
/// byte (APPNOTE.TXT 6.3, 4.3; ZIP64 where sizes need it).
package struct ZipArchive: Hashable, Sendable {
    /// A file in the archive.
    struct Entry: Hashable, Sendable {
        /// With `/` between its parts.
        var name: String
        // In bytes.
        var size: Int
        // In seconds since 1970.
        var modified: Int

        /// Whether its sizes have eight bytes.
        fileprivate var isLarge: Bool { size >= ZipArchive.most32 }
    }

    let entries: [Entry]

    fileprivate static let most32 = 0xFFFF_FFFF
    /// Names are UTF-8 (bit 11); checksum and sizes follow the bytes (bit 3).
    private static let flags = 0x0808

    /// The sum over bytes, CRC-32, continued.
    static func checksum(_ sum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(
            truncatingIfNeeded: crc32_z(
                CUnsignedLong(sum), bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
    }

    /// How many bytes it has.
    var length: Int {
        let files = entries.reduce(0) {
            $0 + header(of: $1).count + $1.size + descriptor(of: $1, checksum: 0).count
        }
        return files + directory(checksums: entries.map { _ in 0 }).count
    }

    /// The bytes before a file's.
    func header(of entry: Entry) -> [UInt8] {
        var bytes = Bytes()
        bytes.add(0x0403_4B50, 4)
        bytes.add(entry.isLarge ? 45 : 20, 2)
        bytes.add(Self.flags, 2)
        bytes.add(0, 2)
        bytes.add(time: entry.modified)
        bytes.add(0, 4)
        // They follow the bytes; those of a large file have eight bytes there, as these of the extra field.
        bytes.add(entry.isLarge ? Self.most32 : 0, 4)
        bytes.add(entry.isLarge ? Self.most32 : 0, 4)
        bytes.add(entry.name.utf8.count, 2)
        bytes.add(entry.isLarge ? 20 : 0, 2)
        bytes.all += entry.name.utf8
        if entry.isLarge {
            bytes.add(1, 2)
            bytes.add(16, 2)
            bytes.add(0, 8)
            bytes.add(0, 8)
        }
        return bytes.all
    }

    /// The bytes after a file's.
    func descriptor(of entry: Entry, checksum: UInt32) -> [UInt8] {
        var bytes = Bytes()
        bytes.add(0x0807_4B50, 4)
        bytes.add(Int(checksum), 4)
        bytes.add(entry.size, entry.isLarge ? 8 : 4)
        bytes.add(entry.size, entry.isLarge ? 8 : 4)
        return bytes.all
    }

    /// The bytes after all files.
    ///
    /// - Parameter checksums: Of the files, in the order of ``entries``.
    func directory(checksums: [UInt32]) -> [UInt8] {
        var (bytes, offset) = (Bytes(), 0)
        for (entry, checksum) in zip(entries, checksums) {
            bytes.add(Self.record(of: entry, checksum, at: offset))
            offset += header(of: entry).count + entry.size
            offset += descriptor(of: entry, checksum: checksum).count
        }
        return bytes.all + end(at: offset, size: bytes.all.count)
    }

    private static func record(
        of entry: Entry, _ checksum: UInt32, at offset: Int
    ) -> [UInt8] {
        var extra = Bytes()
        if entry.isLarge {
            extra.add(entry.size, 8)
            extra.add(entry.size, 8)
        }
        let isFar = offset >= most32
        if isFar { extra.add(offset, 8) }
        let needed = extra.all.isEmpty ? 20 : 45
        var bytes = Bytes()
        bytes.add(0x0201_4B50, 4)
        // Made by a program of Unix.
        bytes.add(3 << 8 | needed, 2)
        bytes.add(needed, 2)
        bytes.add(flags, 2)
        bytes.add(0, 2)
        bytes.add(time: entry.modified)
        bytes.add(Int(checksum), 4)
        bytes.add(min(entry.size, most32), 4)
        bytes.add(min(entry.size, most32), 4)
        bytes.add(entry.name.utf8.count, 2)
        bytes.add(extra.all.isEmpty ? 0 : extra.all.count + 4, 2)
        bytes.add(0, 2)
        bytes.add(0, 2)
        bytes.add(0, 2)
        // A file that all may read.
        bytes.add(0o100_644 << 16, 4)
        bytes.add(min(offset, most32), 4)
        bytes.all += entry.name.utf8
        if !extra.all.isEmpty {
            bytes.add(1, 2)
            bytes.add(extra.all.count, 2)
            bytes.add(extra.all)
        }
        return bytes.all
    }

    private func end(at offset: Int, size: Int) -> [UInt8] {
        var bytes = Bytes()
        if entries.count >= 0xFFFF || offset >= Self.most32 || size >= Self.most32 {
            bytes.add(0x0606_4B50, 4)
            bytes.add(44, 8)
            bytes.add(3 << 8 | 45, 2)
            bytes.add(45, 2)
            bytes.add(0, 4)
            bytes.add(0, 4)
            bytes.add(entries.count, 8)
            bytes.add(entries.count, 8)
            bytes.add(size, 8)
            bytes.add(offset, 8)
            bytes.add(0x0706_4B50, 4)
            bytes.add(0, 4)
            bytes.add(offset + size, 8)
            bytes.add(1, 4)
        }
        bytes.add(0x0605_4B50, 4)
        bytes.add(0, 2)
        bytes.add(0, 2)
        bytes.add(min(entries.count, 0xFFFF), 2)
        bytes.add(min(entries.count, 0xFFFF), 2)
        bytes.add(min(size, Self.most32), 4)
        bytes.add(min(offset, Self.most32), 4)
        bytes.add(0, 2)
        return bytes.all
    }

    /// Numbers with their lowest byte first.
    private struct Bytes {
        var all: [UInt8] = []

        mutating func add(_ number: Int, _ count: Int) {
            for index in 0..<count { all.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }

        mutating func add(_ bytes: [UInt8]) { all += bytes }

        /// Time and date as MS-DOS has them, here of UTC: from 1980 on, in steps of two seconds.
        mutating func add(time seconds: Int) {
            var (moment, parts) = (time_t(max(seconds, 315_532_800)), tm())
            gmtime_r(&moment, &parts)
            let (hour, minute, second) = (parts.tm_hour, parts.tm_min, parts.tm_sec)
            add(Int(hour) << 11 | Int(minute) << 5 | Int(second) / 2, 2)
            let year = min(Int(parts.tm_year) - 80, 127)
            add(year << 9 | Int(parts.tm_mon + 1) << 5 | Int(parts.tm_mday), 2)
        }
    }
}
