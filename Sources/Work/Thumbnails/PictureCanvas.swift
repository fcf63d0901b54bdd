internal import PhonolithMediaModel

/// A picture that others are put on.
struct PictureCanvas: Sendable {
    let width: Int
    let height: Int
    private var pixels: [UInt8]

    /// A colour: red, green, blue, and how opaque it is.
    typealias Colour = (UInt8, UInt8, UInt8, UInt8)

    init(width: Int, height: Int, filledWith colour: Colour) {
        self.width = width
        self.height = height
        pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
            for start in stride(from: 0, to: width * height * 4, by: 4) {
                (pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3]) = colour
            }
            count = width * height * 4
        }
    }

    var image: ThumbnailImage { ThumbnailImage(width: width, height: height, pixels: pixels) }

    /// Puts a picture with its upper left corner at a place; the part that does not fit in the box, or on the canvas, is
    /// left out.
    ///
    /// - Parameters:
    ///   - x: From 0.
    ///   - y: From 0.
    mutating func draw(_ image: ThumbnailImage, x: Int, y: Int, box: PixelSize) {
        let columns = min(image.width, box.width, width - x)
        guard columns > 0 else { return }
        for row in 0..<max(0, min(image.height, box.height, height - y)) {
            let (target, source) = (((y + row) * width + x) * 4, row * image.width * 4)
            pixels.replaceSubrange(
                target..<(target + columns * 4), with: image.pixels[source..<(source + columns * 4)]
            )
        }
    }

    /// Writes digits, colons and points in white, centred on a column.
    mutating func write(_ text: String, centre: Int, y: Int, scale: Int) {
        var x = centre - DigitFont.width(of: text) * scale / 2
        for character in text {
            let glyph = DigitFont.glyph(character)
            for (row, bits) in glyph.rows.enumerated() {
                for column in 0..<glyph.width where bits & (1 << (glyph.width - 1 - column)) != 0 {
                    fill(x: x + column * scale, y: y + row * scale, side: scale)
                }
            }
            x += (glyph.width + 1) * scale
        }
    }

    private mutating func fill(x: Int, y: Int, side: Int) {
        let square = (x: (x..<(x + side)), y: (y..<(y + side)))
        for row in square.y.clamped(to: 0..<height) {
            for column in square.x.clamped(to: 0..<width) {
                let start = (row * width + column) * 4
                for byte in start..<(start + 4) { pixels[byte] = 255 }
            }
        }
    }
}

/// Characters for times, 7 rows high, drawn for this project.
enum DigitFont {
    static let height = 7

    /// One character: a number for each row, whose bits are its pixels, the lowest on the right.
    struct Glyph {
        var width: Int
        var rows: [UInt8]
    }

    /// How wide a text is, with a column between characters.
    static func width(of text: String) -> Int {
        max(0, text.reduce(-1) { $0 + glyph($1).width + 1 })
    }

    /// A space for what is not there.
    static func glyph(_ character: Character) -> Glyph {
        if let digit = character.wholeNumberValue, digits.indices.contains(digit) {
            return Glyph(width: 5, rows: digits[digit])
        }
        switch character {
        case ":": return Glyph(width: 1, rows: [0, 0, 1, 0, 1, 0, 0])
        case ".": return Glyph(width: 1, rows: [0, 0, 0, 0, 0, 0, 1])
        default: return Glyph(width: 3, rows: [0, 0, 0, 0, 0, 0, 0])
        }
    }

    private static let digits: [[UInt8]] = [
        [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
        [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        [0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110],
        [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        [0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b01000, 0b01000],
        [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
    ]
}
