import PhonolithLibav
import PhonolithMediaModel

/// How a picture of a video is to look.
struct PictureOptions: Hashable, Sendable {
    /// `nil` for as large as it is.
    var maximumSize: PixelSize?
    var apertureMode = ThumbnailGenerator.ApertureMode.cleanAperture
    /// Whether the picture is turned and mirrored as the file says.
    var isTurned = true
    /// Whether high dynamic range becomes that of ordinary screens.
    var isToneMapped = true
}

/// Makes pictures of decoded frames: one field, the right shape, small, in sRGB, upright.
///
/// Keeps what it prepared for one frame for the next, which is like it as a rule. Not for use by two threads
/// at once.
struct PictureRenderer: ~Copyable {
    private var scaler: Scaler?
    private var toneMapping: (source: Colours, mapping: ToneMapping)?

    /// The source and target of a tone mapping.
    private struct Colours: Hashable {
        var transfer: Frame.Transfer
        var peak: Double?
        var primaries: Frame.Primaries

        init(_ frame: borrowing Frame) {
            transfer = frame.transfer
            peak = frame.peakLuminance
            primaries = frame.primaries
        }
    }

    /// A picture for a file or a screen. Blocks its thread while it scales.
    ///
    /// - Throws: ``AVError``.
    mutating func picture(
        of frame: borrowing Frame, in stream: MediaStream, _ aperture: CleanAperture?,
        _ options: PictureOptions
    ) throws(AVError) -> ThumbnailImage {
        let isMapped = options.isToneMapped && !frame.isForScreens
        return ThumbnailImage(
            try pixels(of: frame, in: stream, aperture, options),
            dynamicRange: isMapped ? .standard : .init(frame.transfer))
    }

    /// The pixels of ``picture(of:in:_:_:)``, RGBA.
    mutating func pixels(
        of frame: borrowing Frame, in stream: MediaStream, _ aperture: CleanAperture?,
        _ options: PictureOptions
    ) throws(AVError) -> Frame {
        let orientation = Self.orientation(of: frame, in: stream, options)
        let aperture = options.apertureMode == .cleanAperture ? aperture?.ifMeant(for: frame) : nil
        let size = Self.size(
            of: frame, in: stream, aperture, options, isSideways: orientation.isSideways)
        guard frame.isInterlaced, options.apertureMode != .encodedPixels else {
            return try pixels(of: frame, aperture?.part, size: size, orientation, options)
        }
        return try pixels(
            of: frame.firstField(), aperture?.part.ofField, size: size, orientation, options)
    }

    private mutating func pixels(
        of frame: borrowing Frame, _ part: PixelRectangle?, size: PixelSize,
        _ orientation: Orientation, _ options: PictureOptions
    ) throws(AVError) -> Frame {
        guard let part else {
            return try pixels(of: frame, size: size, orientation, options)
        }
        return try pixels(of: frame.cropped(to: part), size: size, orientation, options)
    }

    /// How large the picture of a frame is, if nothing limits it.
    static func shownSize(
        of frame: borrowing Frame, in stream: MediaStream, _ aperture: CleanAperture?,
        _ options: PictureOptions
    ) -> PixelSize {
        let isSideways = orientation(of: frame, in: stream, options).isSideways
        let aperture = options.apertureMode == .cleanAperture ? aperture?.ifMeant(for: frame) : nil
        let size = size(of: frame, in: stream, aperture, options, isSideways: isSideways)
        return isSideways ? size.turned : size
    }

    /// Of the picture before it is turned.
    private static func size(
        of frame: borrowing Frame, in stream: MediaStream, _ aperture: CleanAperture?,
        _ options: PictureOptions, isSideways: Bool
    ) -> PixelSize {
        let box = isSideways ? options.maximumSize?.turned : options.maximumSize
        let stated = aperture?.pixelAspectRatio ?? stream.statedPixelAspectRatio
        let aspect = stated ?? frame.pixelAspectRatio ?? 1
        return (aperture?.part.size ?? PixelSize(width: frame.width, height: frame.height))
            .scaled(
                horizontally: options.apertureMode == .encodedPixels
                    ? 1 : min(max(aspect, 1 / 16), 16), vertically: 1
            )
            .fitted(in: box)
    }

    /// The container's word goes before the codec's.
    private static func orientation(
        of frame: borrowing Frame, in stream: MediaStream, _ options: PictureOptions
    ) -> Orientation {
        guard options.isTurned else { return .upright }
        return stream.orientation == .upright
            ? frame.ownOrientation ?? .upright : stream.orientation
    }

    private mutating func pixels(
        of frame: borrowing Frame, size: PixelSize, _ orientation: Orientation,
        _ options: PictureOptions
    ) throws(AVError) -> Frame {
        let isMapped = options.isToneMapped && !frame.isForScreens
        let scaled = try scaled(frame, to: size, isMapped ? .rgb48 : .rgba)
        let small = isMapped ? try mapped(scaled, as: frame) : scaled
        return try orientation == .upright ? small : small.turned(to: orientation)
    }

    private mutating func scaled(
        _ frame: borrowing Frame, to size: PixelSize, _ layout: Scaler.Layout
    ) throws(AVError) -> Frame {
        let target = Scaler.Target(width: size.width, height: size.height, layout: layout)
        if let result = try scaler?.scaledIfFitting(frame, to: target) { return result }
        let made = try Scaler(from: frame, to: target)
        let result = try made.scaled(frame)
        scaler = consume made
        return result
    }

    private mutating func mapped(
        _ scaled: borrowing Frame, as original: borrowing Frame
    ) throws(AVError) -> Frame {
        let source = Colours(original)
        if toneMapping?.source != source {
            toneMapping = (
                source,
                ToneMapping(source.transfer, peak: source.peak, source.primaries)
            )
        }
        let pixels = toneMapping?.mapping.mapped(scaled.packedBytes) ?? []
        return try Frame.rgba(pixels, width: scaled.width, height: scaled.height)
    }
}

extension Frame {
    /// Whether an ordinary screen shows its numbers as they are meant.
    var isForScreens: Bool { transfer == .standard && primaries == .standard }
}

extension CleanAperture {
    /// `nil` for a frame of another size than the file says.
    fileprivate func ifMeant(for frame: borrowing Frame) -> CleanAperture? {
        frame.width == whole.width && frame.height == whole.height ? self : nil
    }
}

extension Scaler {
    /// `nil` if the scaler is for another kind of picture.
    fileprivate func scaledIfFitting(
        _ frame: borrowing Frame, to target: Target
    ) throws(AVError) -> Frame? {
        fits(frame, to: target) ? try scaled(frame) : nil
    }
}

extension ThumbnailImage {
    fileprivate init(_ frame: consuming Frame, dynamicRange: DynamicRange) {
        self.init(
            width: frame.width, height: frame.height, pixels: frame.packedBytes,
            dynamicRange: dynamicRange)
    }
}

extension ThumbnailImage.DynamicRange {
    fileprivate init(_ transfer: Frame.Transfer) {
        self =
            switch transfer {
            case .standard: .standard
            case .perceptualQuantizer: .perceptualQuantizer
            case .hybridLogGamma: .hybridLogGamma
            }
    }
}
