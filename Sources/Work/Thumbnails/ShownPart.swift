import PhonolithMediaModel

/// The part of a video's stored pictures that its container states is to be shown: `clap` of MP4 and QuickTime, `PixelCrop…` of
/// Matroska. FFmpeg does not read them before version 7.1.
struct ShownPart: Hashable, Sendable {
    /// Of the stored pictures, in pixels.
    var wholeWidth, wholeHeight: Int
    /// In stored pixels; may be outside of the picture, or empty, in a broken file.
    var left, top, width, height: Int
    /// Width through height of one pixel; `nil` if the part's shape is not stated.
    var pixelAspectRatio: Double?

    /// Reads the file's headers. Blocks its thread.
    ///
    /// - Parameters:
    ///   - video: Which of the file's videos, from 0.
    ///   - limit: How long reading may take; `nil` is without limit.
    /// - Returns: `nil` if the file states none, and where it cannot be read in time.
    static func read(_ path: MediaPath, video: Int, limit: Duration?) -> ShownPart? {
        guard let headers = ContainerHeaders(path, limit: limit) else { return nil }
        return headers.isMatroska
            ? matroskaPart(of: video, in: headers) : moviePart(of: video, in: headers)
    }

    // MARK: - MP4 and QuickTime

    private static func moviePart(of video: Int, in headers: ContainerHeaders) -> ShownPart? {
        // Behind it there may be thousands of fragments.
        guard let movie = headers.first(.box("moov"), in: headers.all) else { return nil }
        let videos = headers.parts(in: movie).lazy.filter { $0.id == .box("trak") }
            .compactMap { headers.first(.box("mdia"), in: $0.content) }
            .filter { media in
                guard let handler = headers.first(.box("hdlr"), in: media) else { return false }
                return headers.bytes(at: handler.lowerBound + 8, 4) == Array("vide".utf8)
            }
        return videos.enumerated().first { $0.offset == video }
            .flatMap { describedPart(of: $0.element, in: headers) }
    }

    /// By the first description of samples (ISO 14496-12, 12.1.3 and 12.1.4): its boxes are behind 78 bytes of it.
    private static func describedPart(
        of media: Range<Int>, in headers: ContainerHeaders
    ) -> ShownPart? {
        var descriptions = Optional(media)
        for box in ["minf", "stbl", "stsd"] {
            descriptions = descriptions.flatMap { headers.first(.box(box), in: $0) }
        }
        guard let descriptions, descriptions.count > 8,
            let entry = headers.parts(in: descriptions.dropFirst(8)).first(where: { _ in true }),
            entry.content.count > 78,
            let aperture = headers.first(.box("clap"), in: entry.content.dropFirst(78))
        else { return nil }
        let sizes = headers.numbers(at: entry.content.lowerBound + 24, 2, bytesEach: 2)
        let terms = headers.numbers(at: aperture.lowerBound, 8, bytesEach: 4)
        guard sizes.count == 2, terms.count == 8 else { return nil }
        // Four fractions: width, height, and how far the middle of the part is from that of the whole, to the right and down.
        let values = stride(from: 0, to: 8, by: 2).map {
            Double(Int32(truncatingIfNeeded: terms[$0])) / Double(terms[$0 + 1])
        }
        guard values.allSatisfy({ abs($0) < 65_536 }) else { return nil }
        return ShownPart(
            wholeWidth: sizes[0], wholeHeight: sizes[1],
            left: Int(((Double(sizes[0]) - values[0]) / 2 + values[2]).rounded()),
            top: Int(((Double(sizes[1]) - values[1]) / 2 + values[3]).rounded()),
            width: Int(values[0].rounded()), height: Int(values[1].rounded()))
    }

    // MARK: - Matroska

    private static func matroskaPart(of video: Int, in headers: ContainerHeaders) -> ShownPart? {
        guard let segment = headers.first(.segment, in: headers.all) else { return nil }
        // The media, which are all the rest as a rule, are not looked at.
        let videos = headers.parts(in: segment).lazy.prefix { $0.id != .cluster }
            .filter { $0.id == .tracks }
            .flatMap { headers.parts(in: $0.content).lazy.filter { $0.id == .trackEntry } }
            .flatMap { headers.parts(in: $0.content).lazy.filter { $0.id == .video } }
        return videos.enumerated().first { $0.offset == video }
            .flatMap { statedPart(by: $0.element.content, in: headers) }
    }

    /// How large it is shown is said of what is left after cropping (RFC 9559, section 5.1.4.1.28).
    private static func statedPart(
        by settings: Range<Int>, in headers: ContainerHeaders
    ) -> ShownPart? {
        var numbers: [ContainerHeaders.ID: Int] = [:]
        for part in headers.parts(in: settings) where part.content.count <= 4 {
            let number = headers.numbers(
                at: part.content.lowerBound, 1, bytesEach: part.content.count)
            numbers[part.id] = numbers[part.id] ?? min(65_536, number.first ?? 0)
        }
        func value(_ id: ContainerHeaders.ID) -> Int { numbers[id] ?? 0 }
        let (width, height) = (value(.pixelWidth), value(.pixelHeight))
        let (left, top) = (value(.cropLeft), value(.cropTop))
        var part = ShownPart(
            wholeWidth: width, wholeHeight: height, left: left, top: top,
            width: width - left - value(.cropRight), height: height - top - value(.cropBottom),
            pixelAspectRatio: 1)
        guard part.width > 0, part.height > 0 else { return nil }
        if value(.displayWidth) > 0, value(.displayHeight) > 0 {
            part.pixelAspectRatio =
                Double(value(.displayWidth)) / Double(value(.displayHeight))
                * Double(part.height) / Double(part.width)
        }
        return part
    }
}

extension ContainerHeaders.ID {
    // RFC 9559, section 5.1.
    fileprivate static let segment = element(0x1853_8067)
    fileprivate static let cluster = element(0x1F43_B675)
    fileprivate static let tracks = element(0x1654_AE6B)
    fileprivate static let trackEntry = element(0xAE)
    fileprivate static let video = element(0xE0)
    fileprivate static let pixelWidth = element(0xB0)
    fileprivate static let pixelHeight = element(0xBA)
    fileprivate static let cropBottom = element(0x54AA)
    fileprivate static let cropTop = element(0x54BB)
    fileprivate static let cropLeft = element(0x54CC)
    fileprivate static let cropRight = element(0x54DD)
    fileprivate static let displayWidth = element(0x54B0)
    fileprivate static let displayHeight = element(0x54BA)
}
