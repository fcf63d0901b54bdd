package import PhonolithLibav
internal import PhonolithMediaModel

/// The picture of subtitles that is laid over a film's, as large as the view.
package struct SubtitleOverlay {
    // In pixels.
    package let width: Int
    // In pixels.
    package let height: Int
    /// RGBA, rows from the top; colours are not multiplied by alpha.
    package private(set) var pixels: [UInt8]
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

    /// Draws a part of subtitles that are pictures over what is there, scaled to a place. Each pixel is the mean of those that it
    /// covers, or between the nearest two.
    package mutating func draw(
        _ part: SubtitlePicture.Part, x: Double, y: Double, width: Double, height: Double
    ) {
        let columns = Weights(of: part.size.width, from: x, over: width, upTo: self.width)
        let rows = Weights(of: part.size.height, from: y, over: height, upTo: self.height)
        let colours = (0..<256).map { index in
            let bytes = part.palette[index * 4..<index * 4 + 4].map(Float.init)
            return SIMD4(bytes[0] * bytes[3], bytes[1] * bytes[3], bytes[2] * bytes[3], bytes[3])
        }
        for (row, vertical) in zip(rows.places, rows.sources) {
            for (column, horizontal) in zip(columns.places, columns.sources) {
                var sum = SIMD4<Float>()
                for (sourceRow, rowWeight) in vertical {
                    for (sourceColumn, weight) in horizontal {
                        let index = part.pixels[sourceRow * part.size.width + sourceColumn]
                        sum += colours[Int(index)] * (rowWeight * weight)
                    }
                }
                let alpha = Int(sum.w.rounded())
                guard alpha > 0 else { continue }
                func channel(_ sum: Float, _ weight: Float) -> UInt8 {
                    UInt8(min(255, (sum / weight).rounded()))
                }
                let colour = (channel(sum.x, sum.w), channel(sum.y, sum.w), channel(sum.z, sum.w))
                blend(colour, min(255, alpha), at: (row * self.width + column) * 4)
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

/// How much each pixel of a row takes of the pixels of another, longer or shorter one.
private struct Weights {
    /// The pixels of the row.
    let places: Range<Int>
    /// The pixels of the other row that each consists of, and their parts.
    let sources: [[(index: Int, part: Float)]]

    /// - Parameters:
    ///   - count: The pixels of the other row.
    ///   - start: Where its first one begins.
    ///   - length: How many pixels it covers.
    ///   - end: Where the row ends.
    init(of count: Int, from start: Double, over length: Double, upTo end: Int) {
        let first = max(0, Int(start.rounded(.down)))
        places = first..<max(first, min(end, Int((start + length).rounded(.up))))
        let step = Double(count) / length
        sources = places.map { place in
            let centre = (Double(place) + 0.5 - start) * step
            let half = max(step, 1) / 2
            let (from, to) = (max(0, centre - half), min(Double(count), centre + half))
            guard from < to else { return [] }
            return (Int(from)..<Int(to.rounded(.up))).map { index in
                let covered = min(to, Double(index + 1)) - max(from, Double(index))
                return (index, Float(covered / (to - from)))
            }
        }
    }
}
