/// Covers of a given size, all different, made of one JPEG.
struct CoverPicture {
    /// Up to where the picture's data begins.
    private let head: [UInt8]
    private let data: [UInt8]

    /// Takes a picture apart where its coded data begins (`SOS`, ITU-T T.81, B.1.1.3).
    ///
    /// - Returns: `nil` where the bytes are no JPEG.
    init?(_ jpeg: [UInt8]) {
        var offset = 2
        while offset + 4 <= jpeg.count, jpeg[offset] == 0xFF, jpeg[offset + 1] != 0xDA {
            offset += 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
        }
        guard offset + 4 <= jpeg.count, jpeg[offset] == 0xFF else { return nil }
        head = Array(jpeg[..<offset])
        data = Array(jpeg[offset...])
    }

    /// The picture with comments of random bytes before its data.
    ///
    /// - Parameter size: Of the whole, in bytes; a little more where the picture itself needs it.
    func jpeg(size: Int, _ random: inout SeededNumbers) -> [UInt8] {
        var jpeg = head
        var left = max(16, size - head.count - data.count)
        while left > 4 {
            // A comment's length counts its own two bytes, and not the marker's.
            let length = min(left - 2, 0xFFFF)
            jpeg += [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
            jpeg += random.bytes(length - 2)
            left -= length + 2
        }
        return jpeg + data
    }
}
