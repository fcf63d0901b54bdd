internal import PhonolithLibav

/// The properties of a picture in its first bytes.
package struct PictureHeader: Hashable, Sendable {
    /// `image/jpeg` and the like; `application/octet-stream` for bytes that no known picture begins with.
    package var mimeType: String
    /// In pixels, as it is shown: turned where EXIF says so.
    package var width: Int?
    /// In pixels, as it is shown.
    package var height: Int?

    /// Looks at a picture's bytes: JPEG, PNG, GIF, WebP, BMP, TIFF and AVIF.
    package init(reading bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { Self.header(of: PictureBytes(bytes: $0)) }
    }

    private init(_ mimeType: String, _ width: Int? = nil, _ height: Int? = nil) {
        self.mimeType = mimeType
        let isSize = (width ?? 0) > 0 && (height ?? 0) > 0
        self.width = isSize ? width : nil
        self.height = isSize ? height : nil
    }

    private static func header(of bytes: PictureBytes) -> PictureHeader {
        if bytes.has([0xFF, 0xD8, 0xFF], at: 0) { return jpeg(bytes) }
        if bytes.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) {
            return PictureHeader("image/png", bytes.big(at: 16, 4), bytes.big(at: 20, 4))
        }
        if bytes.has(Array("GIF8".utf8), at: 0) {
            return PictureHeader("image/gif", bytes.little(at: 6, 2), bytes.little(at: 8, 2))
        }
        if bytes.has(Array("RIFF".utf8), at: 0), bytes.has(Array("WEBP".utf8), at: 8) {
            return webP(bytes)
        }
        if bytes.has(Array("BM".utf8), at: 0), bytes.count >= 26 { return bmp(bytes) }
        if bytes.has([0x49, 0x49, 0x2A, 0], at: 0) || bytes.has([0x4D, 0x4D, 0, 0x2A], at: 0) {
            return tiff(bytes)
        }
        if AVIFPicture.isAnnounced(by: bytes.bytes) {
            let picture = AVIFPicture(reading: bytes.bytes)
            return PictureHeader("image/avif", picture?.width, picture?.height)
        }
        return PictureHeader("application/octet-stream")
    }

    /// Whether the extended header announces an animation ("WebP Container Specification", "Extended File Format"), which
    /// FFmpeg does not decode.
    static func isAnimatedWebP(_ bytes: [UInt8]) -> Bool {
        bytes.count > 20 && bytes[8..<16].elementsEqual("WEBPVP8X".utf8) && bytes[20] & 0x02 != 0
    }

    /// Walks the segments to the start of the frame (ITU-T T.81, B.2.2).
    private static func jpeg(_ bytes: PictureBytes) -> PictureHeader {
        var position = 2
        var isTurned = false
        while position + 9 < bytes.count, let marker = bytes.big(at: position, 2) {
            guard marker >> 8 == 0xFF else { break }
            let code = marker & 0xFF
            if code == 0xFF {
                position += 1
            } else if (0xD0...0xD8) ~= code || code == 0x01 {
                position += 2
            } else if (0xC0...0xCF) ~= code, ![0xC4, 0xC8, 0xCC].contains(code) {
                let (width, height) = (
                    bytes.big(at: position + 7, 2), bytes.big(at: position + 5, 2)
                )
                return isTurned
                    ? PictureHeader("image/jpeg", height, width)
                    : PictureHeader("image/jpeg", width, height)
            } else {
                guard code != 0xD9, code != 0xDA, let length = bytes.big(at: position + 2, 2),
                    length >= 2
                else { break }
                if code == 0xE1, bytes.has(Array("Exif\0\0".utf8), at: position + 4) {
                    let values = directory(
                        bytes, at: position + 10, tags: [PictureTag.orientation])
                    // 5 to 8 are quarter turns (Exif 2.32, 4.6.4).
                    isTurned = (5...8) ~= (values[PictureTag.orientation] ?? 1)
                }
                position += 2 + length
            }
        }
        return PictureHeader("image/jpeg")
    }

    /// Lossy, lossless and extended files ("WebP Container Specification").
    private static func webP(_ bytes: PictureBytes) -> PictureHeader {
        if bytes.has(Array("VP8X".utf8), at: 12) {
            return PictureHeader(
                "image/webp", bytes.little(at: 24, 3).map { $0 + 1 },
                bytes.little(at: 27, 3).map { $0 + 1 })
        }
        if bytes.has(Array("VP8L".utf8), at: 12), let bits = bytes.little(at: 21, 4) {
            return PictureHeader("image/webp", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        }
        return PictureHeader(
            "image/webp", bytes.little(at: 26, 2).map { $0 & 0x3FFF },
            bytes.little(at: 28, 2).map { $0 & 0x3FFF })
    }

    private static func bmp(_ bytes: PictureBytes) -> PictureHeader {
        if bytes.little(at: 14, 4) == 12 {
            return PictureHeader("image/bmp", bytes.little(at: 18, 2), bytes.little(at: 20, 2))
        }
        let height = bytes.little(at: 22, 4).map { abs(Int(Int32(truncatingIfNeeded: $0))) }
        return PictureHeader("image/bmp", bytes.little(at: 18, 4), height)
    }

    private static func tiff(_ bytes: PictureBytes) -> PictureHeader {
        let size = directory(bytes, at: 0, tags: [PictureTag.width, PictureTag.height])
        return PictureHeader("image/tiff", size[PictureTag.width], size[PictureTag.height])
    }

    /// Whole numbers in the first directory of a TIFF (TIFF 6.0, section 2) that begins at an offset.
    private static func directory(
        _ bytes: PictureBytes, at start: Int, tags: Set<Int>
    ) -> [Int: Int] {
        let isLittle = bytes.has([0x49, 0x49], at: start)
        func number(_ offset: Int, _ count: Int) -> Int? {
            let place = start + offset
            return isLittle ? bytes.little(at: place, count) : bytes.big(at: place, count)
        }
        guard let directory = number(4, 4), let entries = number(directory, 2) else { return [:] }
        var values: [Int: Int] = [:]
        for entry in 0..<min(entries, 512) {
            let offset = directory + 2 + 12 * entry
            guard let tag = number(offset, 2), let type = number(offset + 2, 2) else { break }
            if tags.contains(tag) { values[tag] = number(offset + 8, type == 3 ? 2 : 4) }
        }
        return values
    }
}

/// Tags of a TIFF directory (TIFF 6.0, section 8).
private enum PictureTag {
    static let width = 256
    static let height = 257
    static let orientation = 274
}

/// Bytes that may end anywhere.
private struct PictureBytes {
    let bytes: UnsafeBufferPointer<UInt8>

    var count: Int { bytes.count }

    func has(_ mark: [UInt8], at offset: Int) -> Bool {
        offset + mark.count <= bytes.count
            && bytes[offset..<(offset + mark.count)].elementsEqual(mark)
    }

    func big(at offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - width else { return nil }
        return bytes[offset..<(offset + width)].reduce(0) { $0 << 8 | Int($1) }
    }

    func little(at offset: Int, _ width: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - width else { return nil }
        return bytes[offset..<(offset + width)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
