import MediaModel

/// The boxes of an MP4 or QuickTime file (ISO 14496-12, 4.2), as far as they tell what is to be seen.
struct MovieHeaders {
    let file: HeaderFile

    /// More boxes beside each other are not looked at.
    private static let limit = 10_000

    private struct Box {
        var type: String
        var content: Range<Int>
    }

    /// - Parameter number: From 0, among the tracks with video.
    func aperture(ofVideo number: Int) -> CleanAperture? {
        // Behind it there may be thousands of fragments.
        guard let movie = boxes(in: 0..<file.size, upTo: "moov").last, movie.type == "moov" else {
            return nil
        }
        let tracks = boxes(in: movie.content, "trak")
            .compactMap { boxes(in: $0.content, "mdia").first }.filter(isVideo)
        guard tracks.indices.contains(number) else { return nil }
        return boxes(in: tracks[number].content, "minf")
            .flatMap { boxes(in: $0.content, "stbl") }.flatMap { boxes(in: $0.content, "stsd") }
            .lazy.compactMap(aperture).first
    }

    private func isVideo(_ media: Box) -> Bool {
        boxes(in: media.content, "hdlr").contains {
            Array(file.bytes(at: $0.content.lowerBound + 8, 4)) == Array("vide".utf8)
        }
    }

    /// That of the first description of samples (12.1.3 and 12.1.4): its boxes stand behind 78 bytes of it.
    private func aperture(_ descriptions: Box) -> CleanAperture? {
        let start = descriptions.content.lowerBound + 8
        guard start < descriptions.content.upperBound,
            let entry = boxes(in: start..<descriptions.content.upperBound).first,
            entry.content.count > 78
        else { return nil }
        let sizes = file.bytes(at: entry.content.lowerBound + 24, 4)
        let clap = boxes(in: (entry.content.lowerBound + 78)..<entry.content.upperBound, "clap")
        guard sizes.count == 4, let clap = clap.first,
            let whole = PixelRectangle(
                left: 0, top: 0, width: Int(sizes[0..<2].number), height: Int(sizes[2..<4].number))
        else { return nil }
        return aperture(file.bytes(at: clap.content.lowerBound, 32), of: whole.size)
    }

    /// Four fractions: width, height, and how far the middle of the part is from that of the whole, to the
    /// right and down.
    private func aperture(_ clap: [UInt8], of whole: PixelSize) -> CleanAperture? {
        guard clap.count == 32 else { return nil }
        let values = stride(from: 0, to: 32, by: 8).map { place in
            let divisor = clap[(place + 4)..<(place + 8)].number
            let value = Int32(truncatingIfNeeded: clap[place..<(place + 4)].number)
            return divisor == 0 ? Double.nan : Double(value) / Double(divisor)
        }
        guard values.allSatisfy({ $0.isFinite && abs($0) < 65_536 }) else { return nil }
        let (width, height) = (values[0].rounded(), values[1].rounded())
        let left = ((Double(whole.width) - values[0]) / 2 + values[2]).rounded()
        let top = ((Double(whole.height) - values[1]) / 2 + values[3]).rounded()
        return PixelRectangle(
            left: Int(left), top: Int(top), width: Int(width), height: Int(height)
        ).flatMap { CleanAperture(of: whole, part: $0) }
    }

    private func boxes(in range: Range<Int>, _ type: String) -> [Box] {
        boxes(in: range).filter { $0.type == type }
    }

    private func boxes(in range: Range<Int>, upTo last: String? = nil) -> [Box] {
        var boxes: [Box] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound, boxes.count < Self.limit {
            let head = file.bytes(at: start, 16)
            guard head.count >= 8 else { break }
            var (size, length) = (head[0..<4].number, 8)
            if size == 1, head.count == 16 { (size, length) = (head[8..<16].number, 16) }
            let rest = range.upperBound - start
            let whole = size == 0 || size > UInt64(rest) ? rest : Int(size)
            guard whole >= length else { break }
            boxes.append(
                Box(
                    type: String(decoding: head[4..<8], as: UTF8.self),
                    content: (start + length)..<(start + whole)))
            start += whole
            if boxes.last?.type == last { break }
        }
        return boxes
    }
}
