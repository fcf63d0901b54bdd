internal import PhonolithFiles
internal import PhonolithMediaModel

/// A folder of encoded pictures, each named for its original and its size.
///
/// Nothing here fails: an unreadable file counts as absent, an unwritable one is not kept. Files appear
/// whole, by renaming, so that several processes may share the folder.
struct ThumbnailCache: Sendable {
    let folder: MediaPath

    /// The name of a file in the folder.
    struct Name: Sendable {
        let file: MediaPath

        /// `nil` if the digest is none, so that it cannot lead out of the folder.
        ///
        /// - Parameter sha256: Of the original, 64 lower-case hexadecimal digits.
        init?(sha256: String, box: PixelSize) {
            let digits = Set("0123456789abcdef".utf8)
            guard sha256.utf8.count == 64, sha256.utf8.allSatisfy(digits.contains) else {
                return nil
            }
            let size = box.width == box.height ? "\(box.width)" : "\(box.width)x\(box.height)"
            file = MediaPath("\(sha256)-\(size)")
        }
    }

    /// The stored picture; `nil` if there is none, or its file is not whole.
    func thumbnail(_ name: Name) -> ArtworkThumbnail? {
        guard let bytes = contents(of: folder.appending(name.file)) else { return nil }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]), bytes.suffix(2) == [0xFF, 0xD9] {
            return ArtworkThumbnail(bytes: bytes, mimeType: "image/jpeg")
        }
        if bytes.starts(with: [0x89] + Array("PNG".utf8)), bytes.suffix(8) == Self.endOfPNG {
            return ArtworkThumbnail(bytes: bytes, mimeType: "image/png")
        }
        return nil
    }

    /// Keeps a picture, if the folder allows.
    func store(_ thumbnail: ArtworkThumbnail, as name: Name) {
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(folder, rights: 0o700)
            try WholeFile.write(
                thumbnail.bytes, to: folder.appending(name.file), rights: 0o600, isDurable: false)
        } catch {
            // A picture that cannot be kept is made again.
        }
    }

    /// The chunk `IEND` and its checksum, without the length before them.
    private static let endOfPNG: [UInt8] = Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    /// More than a small picture ever takes, in bytes.
    private static let sizeLimit = 64 << 20

    private func contents(of path: MediaPath) -> [UInt8]? {
        // A picture that cannot be read is made again.
        guard let bytes = try? path.allBytes(upTo: Self.sizeLimit), !bytes.isEmpty else {
            return nil
        }
        return bytes
    }
}
