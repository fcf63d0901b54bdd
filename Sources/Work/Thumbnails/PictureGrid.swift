public import PhonolithMediaModel

/// How many pictures are beside and below each other.
public struct GridShape: Hashable, Sendable {
    /// From 1.
    public var columns: Int
    /// From 1.
    public var rows: Int

    /// Creates a shape.
    ///
    /// - Precondition: Both are 1 or more.
    public init(columns: Int, rows: Int) {
        precondition(columns > 0 && rows > 0, "a sheet has at least one picture")
        self.columns = columns
        self.rows = rows
    }

    /// The number of pictures that fit.
    public var count: Int { columns * rows }
}

/// The positions of pictures on a sheet: in rows from the upper left.
public struct GridLayout: Hashable, Sendable {
    /// The number of columns and rows.
    public let shape: GridShape
    /// The size of each picture.
    public let tile: PixelSize
    /// Whether there is room around the pictures, and a line for the time under each.
    public let isContactSheet: Bool

    /// Lays out sprites, edge to edge, or a contact sheet.
    public init(_ shape: GridShape, tile: PixelSize, isContactSheet: Bool) {
        self.shape = shape
        self.tile = tile
        self.isContactSheet = isContactSheet
    }

    /// The size of a sheet with a number of pictures; a sheet that is not full has no empty rows.
    public func size(of count: Int) -> PixelSize {
        let rows = max(1, min(shape.rows, (count + shape.columns - 1) / shape.columns))
        let columns = rows > 1 ? shape.columns : max(1, min(shape.columns, count))
        return PixelSize(
            width: gap + columns * (tile.width + gap),
            height: gap + rows * (tile.height + caption + gap))
    }

    /// The upper left corner of a picture on its sheet.
    ///
    /// - Parameter index: From 0, less than the shape's count.
    public func place(of index: Int) -> (x: Int, y: Int) {
        (
            gap + index % shape.columns * (tile.width + gap),
            gap + index / shape.columns * (tile.height + caption + gap)
        )
    }

    /// Between pictures and around them, in pixels.
    var gap: Int { isContactSheet ? max(4, tile.width / 40) : 0 }
    /// How large the characters of the time are, in pixels of theirs.
    var textScale: Int { max(1, tile.width / 120) }
    /// The height of the line under a picture.
    var caption: Int { isContactSheet ? (DigitFont.height + 4) * textScale : 0 }
}

/// A sheet of pictures under construction.
public struct PictureSheet: Sendable {
    /// The positions of the pictures.
    public let layout: GridLayout
    private var canvas: PictureCanvas

    /// An empty sheet.
    ///
    /// - Parameter count: How many pictures will be on it.
    public init(_ layout: GridLayout, count: Int) {
        self.layout = layout
        let size = layout.size(of: count)
        canvas = PictureCanvas(
            width: size.width, height: size.height,
            filledWith: layout.isContactSheet ? (24, 24, 24, 255) : (0, 0, 0, 255))
    }

    /// Puts a picture in its place; a smaller one in the middle of it.
    ///
    /// - Parameters:
    ///   - index: From 0, less than the shape's count.
    ///   - time: The time under the picture in a contact sheet, in seconds.
    public mutating func add(_ image: ThumbnailImage, at index: Int, time: Double) {
        let place = layout.place(of: index)
        canvas.draw(
            image, x: place.x + max(0, layout.tile.width - image.width) / 2,
            y: place.y + max(0, layout.tile.height - image.height) / 2, box: layout.tile)
        guard layout.isContactSheet else { return }
        canvas.write(
            ThumbnailTimes.clock(time), centre: place.x + layout.tile.width / 2,
            y: place.y + layout.tile.height + 2 * layout.textScale, scale: layout.textScale)
    }

    /// The sheet as it is now.
    public var image: ThumbnailImage { canvas.image }
}

/// A WebVTT file that maps time ranges to parts of sprite sheets.
public struct SpriteTrack: Sendable {
    private var cues: [(start: Double, target: String)] = []

    /// Creates an empty track.
    public init() {}

    /// Adds a picture.
    ///
    /// - Parameters:
    ///   - time: From when on it is shown, in seconds; later than that of the picture added before.
    ///   - sheet: The bytes of the sheet's file name, relative to the track.
    public mutating func add(
        at time: Double, sheet: [UInt8], x: Int, y: Int, width: Int, height: Int
    ) {
        cues.append((time, PercentEncoding.encoded(sheet) + "#xywh=\(x),\(y),\(width),\(height)"))
    }

    /// The file. The first picture is shown from the beginning, each up to the next, the last up to the end.
    ///
    /// - Parameter end: Of the video, in seconds.
    public func text(endingAt end: Double) -> String {
        let starts = cues.indices.map { $0 == 0 ? 0 : cues[$0].start }
        return cues.indices.reduce(into: "WEBVTT\n") { text, index in
            let next =
                index + 1 < starts.count ? starts[index + 1] : max(end, starts[index] + 0.001)
            text +=
                "\n\(Self.stamp(starts[index])) --> \(Self.stamp(next))\n\(cues[index].target)\n"
        }
    }

    // `00:01:05.500` (WebVTT, 4.1).
    private static func stamp(_ seconds: Double) -> String {
        let parts = ThumbnailTimes.parts(of: seconds)
        return [parts.hours, parts.minutes, parts.seconds].map { $0.padded(2) }
            .joined(separator: ":") + "." + parts.milliseconds.padded(3)
    }
}
