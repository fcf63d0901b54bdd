internal import Glibc
package import PhonolithMediaModel
internal import Synchronization

/// Makes pictures of bytes; remembers the last few, because the tracks of an album bear the same cover.
package final class PictureCache: Sendable {
    private static let pictureLimit = 16
    private static let byteLimit = 16_000_000

    /// The known facts of some bytes.
    private struct Entry {
        var header: PictureHeader
        var sha256: String
        var bytes: [UInt8]
    }

    /// The last used comes last.
    private let entries = Mutex<[Entry]>([])

    package init() {}

    /// A picture of these bytes; they are copied only if they were not seen just before.
    package func picture(
        kind: MediaArtwork.Kind, source: MediaArtwork.Source, bytes: UnsafeBufferPointer<UInt8>
    ) -> Picture {
        let entry = known(bytes) ?? remember(Self.entry(Array(bytes)))
        return Picture(
            artwork: MediaArtwork(
                kind: kind, source: source, mimeType: entry.header.mimeType,
                width: entry.header.width, height: entry.header.height,
                byteCount: entry.bytes.count, sha256: entry.sha256),
            bytes: entry.bytes)
    }

    /// Compares outside the lock: the copy of the list holds what it points to.
    private func known(_ bytes: UnsafeBufferPointer<UInt8>) -> Entry? {
        entries.withLock { $0 }.last {
            $0.bytes.count == bytes.count && $0.bytes.elementsEqualBytes(bytes)
        }
    }

    private func remember(_ entry: Entry) -> Entry {
        guard entry.bytes.count <= Self.byteLimit / 4 else { return entry }
        entries.withLock { entries in
            entries.append(entry)
            var total = entries.reduce(0) { $0 + $1.bytes.count }
            while entries.count > Self.pictureLimit || total > Self.byteLimit {
                total -= entries.removeFirst().bytes.count
            }
        }
        return entry
    }

    private static func entry(_ bytes: [UInt8]) -> Entry {
        Entry(
            header: PictureHeader(reading: bytes), sha256: ContentDigest(of: bytes).hexadecimal,
            bytes: bytes)
    }
}

extension [UInt8] {
    fileprivate func elementsEqualBytes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        withUnsafeBytes { mine in
            guard let mine = mine.baseAddress, let theirs = other.baseAddress else {
                return isEmpty
            }
            return memcmp(mine, theirs, count) == 0
        }
    }
}

extension Picture {
    /// Describes the bytes of a picture: type and size by the picture's own header, SHA-256 of all.
    package init(bytes: [UInt8], kind: MediaArtwork.Kind, source: MediaArtwork.Source) {
        let header = PictureHeader(reading: bytes)
        self.init(
            artwork: MediaArtwork(
                kind: kind, source: source, mimeType: header.mimeType, width: header.width,
                height: header.height, byteCount: bytes.count,
                sha256: ContentDigest(of: bytes).hexadecimal),
            bytes: bytes)
    }
}
