internal import PhonolithLibav
package import PhonolithMediaModel

extension ThumbnailImage {
    /// A format of picture files.
    public enum FileFormat: String, Hashable, Sendable, CaseIterable {
        /// Without alpha: transparent pixels become black.
        case jpeg
        /// Nothing is lost.
        case png
        /// Only where FFmpeg was built with libwebp.
        case webp

        /// The extension of such files, without the dot.
        public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

        /// Why no picture of a size can be made, and what to choose instead; `nil` if one can.
        package func refusal(of size: PixelSize) -> String? {
            let edge = max(size.width, size.height)
            let words = "a picture of \(size.width) × \(size.height) pixels is too large"
            if edge > Self.webpEdge, self == .webp, edge <= Self.edge {
                return
                    "\(words) for WebP, which allows at most \(Self.webpEdge); choose jpeg or png"
            }
            guard edge <= Self.edge, size.width * size.height <= Self.pixelLimit else {
                return "\(words); choose a smaller --max-size"
            }
            return nil
        }

        /// Of WebP's own (RFC 9649, section 2.5).
        private static let webpEdge = 16_383
        /// Of FFmpeg's encoder of JPEG, in pixels.
        private static let edge = 65_500
        // A gigabyte of pixels.
        private static let pixelLimit = 250_000_000
    }

    /// The picture as a file, without EXIF or any other words about it. Blocks its thread.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - quality: 1...100, the best; PNG loses nothing and has none.
    /// - Throws: ``ThumbnailError`` with the code `cannotMake`.
    public func encoded(
        as format: FileFormat, quality: Int = 85
    ) throws(ThumbnailError) -> [UInt8] {
        precondition((1...100).contains(quality), "quality is from 1 to 100")
        if let reason = format.refusal(of: PixelSize(width: width, height: height)) {
            throw ThumbnailError(.cannotMake, reason)
        }
        do {
            return try encode(format, quality)
        } catch {
            let isMissing = error.function == "avcodec_find_encoder"
            throw isMissing
                ? ThumbnailError(
                    .cannotMake, "this FFmpeg cannot write \(format.rawValue); choose jpeg or png")
                : .cannotMake(error)
        }
    }

    private func encode(_ format: FileFormat, _ quality: Int) throws(AVError) -> [UInt8] {
        switch format {
        case .jpeg:
            // FFmpeg's quantiser goes from 1, the best, to 31.
            let quantizer = 1 + ((100 - quality) * 30 + 49) / 99
            return try (isOpaque ? self : onBlack).encode(
                .jpeg(quantizer: quantizer), of: .jpeg)
        case .png: return try encode(.png, of: isOpaque ? .rgb : .rgba)
        case .webp: return try encode(.webp(quality: quality), of: .bgra)
        }
    }

    private func encode(
        _ format: PictureEncoder.Format, of layout: Scaler.Layout
    ) throws(AVError) -> [UInt8] {
        let frame = try Frame.rgba(pixels, width: width, height: height)
        guard layout != .rgba else {
            return try PictureEncoder.open(format, for: frame).encode(frame)
        }
        let laid = try Scaler(
            from: frame, to: .init(width: width, height: height, layout: layout)
        ).scaled(frame)
        return try PictureEncoder.open(format, for: laid).encode(laid)
    }

    private var onBlack: ThumbnailImage {
        var pixels = pixels
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[start + 3])
            for channel in start..<(start + 3) {
                pixels[channel] = UInt8((Int(pixels[channel]) * alpha + 127) / 255)
            }
            pixels[start + 3] = 255
        }
        return ThumbnailImage(width: width, height: height, pixels: pixels)
    }
}
