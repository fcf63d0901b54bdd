import MediaModel

/// The elements of a Matroska file (RFC 9559, section 5.1), as far as they tell what is to be seen.
struct MatroskaHeaders {
    let file: HeaderFile

    private static let limit = 10_000

    private enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let cluster: UInt64 = 0x1F43_B675
        static let tracks: UInt64 = 0x1654_AE6B
        static let track: UInt64 = 0xAE
        static let video: UInt64 = 0xE0
        static let width: UInt64 = 0xB0
        static let height: UInt64 = 0xBA
        static let cropBottom: UInt64 = 0x54AA
        static let cropTop: UInt64 = 0x54BB
        static let cropLeft: UInt64 = 0x54CC
        static let cropRight: UInt64 = 0x54DD
        static let displayWidth: UInt64 = 0x54B0
        static let displayHeight: UInt64 = 0x54BA
    }

    private struct Element {
        var id: UInt64
        var content: Range<Int>
    }

    /// - Parameter number: From 0, among the tracks with video.
    func aperture(ofVideo number: Int) -> CleanAperture? {
        let videos = elements(in: 0..<file.size, ID.segment)
            .flatMap { elements(in: $0.content, ID.tracks) }
            .flatMap { elements(in: $0.content, ID.track) }
            .flatMap { elements(in: $0.content, ID.video) }
        guard videos.indices.contains(number) else { return nil }
        return aperture(numbers(in: videos[number]))
    }

    /// How large it is shown is said of what is left after cropping (section 5.1.4.1.28).
    private func aperture(_ video: [UInt64: Int]) -> CleanAperture? {
        guard
            let whole = PixelRectangle(
                left: 0, top: 0, width: video[ID.width] ?? 0, height: video[ID.height] ?? 0)
        else { return nil }
        let (left, right) = (video[ID.cropLeft] ?? 0, video[ID.cropRight] ?? 0)
        let (top, bottom) = (video[ID.cropTop] ?? 0, video[ID.cropBottom] ?? 0)
        guard
            let part = PixelRectangle(
                left: left, top: top, width: whole.size.width - left - right,
                height: whole.size.height - top - bottom)
        else { return nil }
        var shape: Double?
        if let width = video[ID.displayWidth], let height = video[ID.displayHeight], width > 0,
            height > 0
        {
            shape =
                Double(width) / Double(height) * Double(part.size.height)
                / Double(part.size.width)
        }
        return CleanAperture(of: whole.size, part: part, pixelAspectRatio: shape ?? 1)
    }

    /// The elements that are small numbers, by their ids.
    private func numbers(in parent: Element) -> [UInt64: Int] {
        Dictionary(
            elements(in: parent.content).compactMap { element in
                guard element.content.count <= 4 else { return nil }
                let bytes = file.bytes(at: element.content.lowerBound, element.content.count)
                return (element.id, Int(bytes.number))
            }, uniquingKeysWith: { first, _ in first })
    }

    private func elements(in range: Range<Int>, _ id: UInt64) -> [Element] {
        elements(in: range).filter { $0.id == id }
    }

    /// Up to the media, which are all the rest as a rule.
    private func elements(in range: Range<Int>) -> [Element] {
        var elements: [Element] = []
        var start = range.lowerBound
        while start < range.upperBound, elements.count < Self.limit,
            let element = element(at: start, before: range.upperBound), element.id != ID.cluster
        {
            elements.append(element)
            start = element.content.upperBound
        }
        return elements
    }

    /// An id of up to four bytes and a size of up to eight, whose first bits tell how many (RFC 8794, section
    /// 4). A size of all bits, and one that is too large, stand for the rest.
    private func element(at start: Int, before end: Int) -> Element? {
        let head = file.bytes(at: start, 12)
        guard let idLength = head.first.map({ $0.leadingZeroBitCount + 1 }), idLength <= 4,
            head.indices.contains(idLength)
        else { return nil }
        let sizeLength = head[idLength].leadingZeroBitCount + 1
        let content = start + idLength + sizeLength
        guard sizeLength <= 8, idLength + sizeLength <= head.count, content <= end else {
            return nil
        }
        let all = UInt64(1) << (7 * UInt64(sizeLength)) - 1
        let size = head[idLength..<(idLength + sizeLength)].number & all
        let isRest = size == all || size > UInt64(end - content)
        return Element(
            id: head[..<idLength].number, content: content..<(isRest ? end : content + Int(size)))
    }
}
