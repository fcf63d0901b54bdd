import PhonolithLibav
import PhonolithMediaModel

/// The pictures in a file that can be shown, and why others cannot.
struct EmbeddedPictures {
    private(set) var shown: [Picture] = []
    /// In words that complete "The file …"; `nil` if all can be shown.
    private(set) var problem: String?

    /// The pictures that TagLib found.
    init(_ contents: borrowing TagContents, _ cache: PictureCache) {
        if contents.hasUnreadablePicture {
            problem = "has an embedded picture that cannot be read: its tag is damaged"
        }
        for picture in contents.pictures(by: cache) { add(picture) }
    }

    /// The pictures that FFmpeg finds: attached pictures and attached files, of which the cover is known by its name.
    init(_ demuxer: borrowing Demuxer, _ cache: PictureCache) {
        var found: [(rank: Int, picture: Picture)] = []
        for stream in demuxer.streams {
            guard let bytes = demuxer.attachment(of: stream, limit: 64 << 20) else { continue }
            let name = Self.name(of: stream)
            let picture = bytes.withUnsafeBufferPointer {
                cache.picture(kind: Self.kind(of: stream, name), source: .embedded, bytes: $0)
            }
            // Fonts are attached to films, too.
            if picture.artwork.mimeType.hasPrefix("image/") {
                found.append((Self.rank(ofAttachment: name), picture))
            }
        }
        for (index, _) in found.enumerated().sorted(by: {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }) { add(found[index].picture) }
    }

    private mutating func add(_ picture: Picture) {
        if let fault = picture.fault {
            problem = problem ?? "has an embedded picture that cannot be shown: it \(fault)"
        } else {
            shown.append(picture)
        }
    }

    /// The order of Matroska's names (RFC 9559, section 21.1): the cover in portrait or square, the one in landscape, the
    /// small ones of both, and then all others.
    package static func rank(ofAttachment name: String) -> Int {
        let names = ["cover", "cover_land", "small_cover", "small_cover_land"]
        let stem = name.lowercased().prefix { $0 != "." }
        return names.firstIndex { $0 == stem } ?? names.count
    }

    private static func name(of stream: MediaStream) -> String {
        stream.metadata.first { $0.key.lowercased() == "filename" }?.value ?? ""
    }

    /// FFmpeg gives the picture type in words, as a comment (`libavformat/id3v2.c`).
    private static func kind(of stream: MediaStream, _ name: String) -> MediaArtwork.Kind {
        let words = stream.metadata.first { $0.key.lowercased() == "comment" }?.value.lowercased()
        let isCover = ["cover", "small_cover"].contains { name.lowercased().hasPrefix($0) }
        return switch words {
        case "cover (back)": .back
        case "cover (front)": .front
        case nil: isCover || stream.isAttachedPicture ? .front : .other
        default: .other
        }
    }
}

extension Picture {
    /// Why the picture cannot be shown, in words that complete "It …"; `nil` if nothing is known to be wrong.
    package var fault: String? {
        let hasSize = artwork.width != nil && artwork.height != nil
        return switch artwork.mimeType {
        case "application/octet-stream": "is no picture of a known format"
        case "image/avif" where !PictureFormat.avif.isSupported:
            "is an AVIF, which this FFmpeg cannot decode"
        case "image/avif" where !hasSize: "is an AVIF that is damaged, or put together from tiles"
        case _ where !hasSize: "is damaged: its header has no size"
        case _ where pixelCount > Picture.pixelLimit:
            "has \(artwork.width ?? 0) × \(artwork.height ?? 0) pixels, and more than "
                + "\(Picture.pixelLimit / 1_000_000) million are not decoded"
        default: PictureHeader.isAnimatedWebP(bytes) ? "is an animated WebP" : nil
        }
    }

    private var pixelCount: Int {
        let (count, isTooLarge) = (artwork.width ?? 0).multipliedReportingOverflow(
            by: artwork.height ?? 0)
        return isTooLarge ? .max : count
    }
}
