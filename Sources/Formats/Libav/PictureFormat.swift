internal import CPhonolithFFmpeg

/// A format of still pictures that can be decoded.
package enum PictureFormat: Hashable, Sendable, CaseIterable {
    case jpeg, png, gif, webp, bmp, tiff, avif

    /// Recognises a picture by its first bytes, whatever it claims to be; `nil` for anything else.
    package init?(of bytes: [UInt8]) {
        let head = bytes.prefix(12)
        let known: [(PictureFormat, [UInt8])] = [
            (.jpeg, [0xFF, 0xD8, 0xFF]),
            (.png, [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]),
            (.gif, Array("GIF8".utf8)),
            (.bmp, Array("BM".utf8)),
            (.tiff, Array("II*\0".utf8)), (.tiff, Array("MM\0*".utf8)),
        ]
        if let match = known.first(where: { head.starts(with: $0.1) }) {
            self = match.0
        } else if head.starts(with: Array("RIFF".utf8)),
            head.dropFirst(8).elementsEqual(Array("WEBP".utf8))
        {
            self = .webp
        } else if bytes.withUnsafeBufferPointer(AVIFPicture.isAnnounced) {
            self = .avif
        } else {
            return nil
        }
    }

    var codec: AVCodecID {
        switch self {
        case .jpeg: AV_CODEC_ID_MJPEG
        case .png: AV_CODEC_ID_PNG
        case .gif: AV_CODEC_ID_GIF
        case .webp: AV_CODEC_ID_WEBP
        case .bmp: AV_CODEC_ID_BMP
        case .tiff: AV_CODEC_ID_TIFF
        case .avif: AV_CODEC_ID_AV1
        }
    }

    /// Whether this FFmpeg has a decoder for the format. Its own one of AV1 works with graphics cards only.
    package var isSupported: Bool {
        guard let decoder = avcodec_find_decoder(codec) else { return false }
        return String(cString: decoder.pointee.name) != "av1"
    }
}

/// Why a picture could not be decoded or encoded.
package enum PictureError: Error, Hashable, CustomStringConvertible {
    /// The bytes begin like no picture that is known here.
    case unknownFormat
    /// The picture is larger than the limit; nothing of it was decoded.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The bytes end before there is a picture.
    case noPicture
    /// FFmpeg could not do it.
    case failed(AVError)

    package var description: String {
        switch self {
        case .unknownFormat: "not a picture of a known format"
        case .tooManyPixels(let width, let height, let limit):
            "\(width) × \(height) pixels are more than the limit of \(limit)"
        case .noPicture: "it contains no picture"
        case .failed(let error): error.description
        }
    }
}
