/// The picture of subtitles that is laid over a film's, as large as the view.
package struct SubtitleOverlay {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// RGBA, rows from the top; colours are not multiplied by alpha.
    package private(set) var pixels: [UInt8]
    /// Whether nothing is drawn.
    package private(set) var isEmpty = true

    /// A picture with nothing on it.
    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: 0, count: width * height * 4)
    }

    /// Draws over what is there (Porter and Duff's "over").
    package mutating func draw(_ stamp: SubtitleRenderer.Stamp) {
        let (left, top) = (max(0, -stamp.x), max(0, -stamp.y))
        let columns = left..<max(left, min(stamp.width, width - stamp.x))
        for row in top..<max(top, min(stamp.height, height - stamp.y)) {
            let source = stamp.coverage + row * stamp.stride
            var place = ((stamp.y + row) * width + stamp.x + columns.lowerBound) * 4
            for column in columns {
                let alpha = Int(source[column]) * Int(stamp.opacity) / 255
                if alpha > 0 { blend(stamp.colour, alpha, at: place) }
                place += 4
            }
        }
    }

    private mutating func blend(_ colour: (UInt8, UInt8, UInt8), _ alpha: Int, at place: Int) {
        isEmpty = false
        let below = Int(pixels[place + 3]) * (255 - alpha) / 255
        let whole = alpha + below
        func mixed(_ new: UInt8, _ old: UInt8) -> UInt8 {
            UInt8((Int(new) * alpha + Int(old) * below) / whole)
        }
        pixels[place] = mixed(colour.0, pixels[place])
        pixels[place + 1] = mixed(colour.1, pixels[place + 1])
        pixels[place + 2] = mixed(colour.2, pixels[place + 2])
        pixels[place + 3] = UInt8(whole)
    }
}
