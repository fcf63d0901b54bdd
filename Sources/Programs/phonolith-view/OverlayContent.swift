import PhonolithFilms
import PhonolithMediaModel

/// Texts over a film and their places: the answer to a key at the top, and a panel with the place in the film at the bottom.
struct OverlayContent: Hashable {
    // In pixels.
    var view: PixelSize
    // Lines; `nil` for none.
    var message: String?
    // `nil` for no panel.
    var progress: Progress?

    /// The place in the film.
    struct Progress: Hashable {
        // In whole seconds.
        var time: Int
        /// In whole seconds; `nil` if unknown.
        var duration: Int?
        var isPaused: Bool
        // In percent.
        var volume: Int

        /// How much of the film is over, 0...1; `nil` if unknown.
        var fraction: Double? {
            duration.flatMap { $0 > 0 ? min(1, max(0, Double(time) / Double($0))) : nil }
        }
    }

    // A rectangle, in pixels.
    struct Area: Hashable {
        var x: ClosedRange<Int>
        var y: ClosedRange<Int>
    }

    private var fontSize: Int { min(40, max(14, view.height / 22)) }
    private var margin: Int { fontSize / 2 }

    private var panel: Area {
        let bottom = max(0, view.height - margin)
        return Area(
            x: margin...max(margin, view.width - margin),
            y: max(0, bottom - fontSize * 12 / 5)...bottom)
    }

    /// The bar, which grows with the time; `nil` where the film's length is unknown.
    var bar: Area? {
        guard progress?.fraction != nil else { return nil }
        let (left, right) = (panel.x.lowerBound + margin, panel.x.upperBound - margin)
        let top = panel.y.lowerBound + fontSize * 8 / 5
        return Area(x: left...max(left, right), y: top...top + max(4, fontSize / 4))
    }

    /// The part of the film for a place on the bar or next to it; `nil` elsewhere.
    func fraction(atX x: Int, y: Int) -> Double? {
        guard let bar, bar.x.lowerBound < bar.x.upperBound,
            (bar.x.lowerBound - margin...bar.x.upperBound + margin).contains(x),
            (bar.y.lowerBound - margin...bar.y.upperBound + margin).contains(y)
        else { return nil }
        return fraction(ofX: x, in: bar)
    }

    /// The same for a pointer that has left the bar while it drags.
    func fraction(draggedToX x: Int) -> Double? { bar.map { fraction(ofX: x, in: $0) } }

    private func fraction(ofX x: Int, in bar: Area) -> Double {
        let length = Double(max(1, bar.x.upperBound - bar.x.lowerBound))
        return min(1, max(0, Double(x - bar.x.lowerBound) / length))
    }

    // MARK: - As a script

    /// A file of Advanced SubStation Alpha, whose units are pixels.
    var script: String {
        let header = """
            [Script Info]
            ScriptType: v4.00+
            PlayResX: \(view.width)
            PlayResY: \(view.height)
            WrapStyle: 2

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BorderStyle, Outline, Shadow, Alignment
            Style: Default,sans-serif,\(fontSize),&H00FFFFFF,&H00000000,1,\(max(1, fontSize / 12)),0,7

            [Events]
            Format: Layer, Start, End, Style, Text

            """
        return header
            + events.map { "Dialogue: 0,0:00:00.00,9:00:00.00,Default,\($0)\n" }.joined()
    }

    private var events: [String] {
        let text = message.map { [Self.text(SubtitleRenderer.plain($0), margin, margin)] } ?? []
        guard let progress else { return text }
        let (left, right) = (panel.x.lowerBound + margin, panel.x.upperBound - margin)
        let top = panel.y.lowerBound + fontSize / 4
        let place = Double(progress.time).clockText
        let length = progress.duration.map { " / " + Double($0).clockText } ?? ""
        var events = [
            Self.rectangle(panel, colour: "000000", transparency: "60"),
            Self.symbol(isPaused: progress.isPaused, left, top, fontSize),
            Self.text(place + length, left + fontSize * 5 / 4, top),
            Self.text("volume \(progress.volume) %", right, top, alignment: 9),
        ]
        if let bar, let fraction = progress.fraction {
            events.append(Self.rectangle(bar, colour: "808080", transparency: "40"))
            let length = Int(Double(bar.x.upperBound - bar.x.lowerBound) * fraction)
            let over = Area(x: bar.x.lowerBound...bar.x.lowerBound + length, y: bar.y)
            events.append(Self.rectangle(over, colour: "FFFFFF", transparency: "00"))
        }
        return text + events
    }

    private static func text(_ text: String, _ x: Int, _ y: Int, alignment: Int = 7) -> String {
        "{\\an\(alignment)\\pos(\(x),\(y))}\(text)"
    }

    private static func rectangle(_ area: Area, colour: String, transparency: String) -> String {
        let (right, bottom) = (area.x.upperBound, area.y.upperBound)
        let (left, top) = (area.x.lowerBound, area.y.lowerBound)
        return drawing(
            "m \(left) \(top) l \(right) \(top) \(right) \(bottom) \(left) \(bottom)",
            "\\1c&H\(colour)&\\1a&H\(transparency)&")
    }

    /// Two bars, or a triangle.
    private static func symbol(isPaused: Bool, _ x: Int, _ y: Int, _ size: Int) -> String {
        let (top, bottom, side) = (y + size / 5, y + size, size * 3 / 4)
        let third = side / 3
        return drawing(
            isPaused
                ? "m \(x) \(top) l \(x + third) \(top) \(x + third) \(bottom) \(x) \(bottom) "
                    + "m \(x + 2 * third) \(top) l \(x + side) \(top) \(x + side) \(bottom) "
                    + "\(x + 2 * third) \(bottom)"
                : "m \(x) \(top) l \(x + side) \((top + bottom) / 2) \(x) \(bottom)", "")
    }

    private static func drawing(_ path: String, _ style: String) -> String {
        "{\\an7\\pos(0,0)\\bord0\\shad0\(style)\\p1}\(path){\\p0}"
    }
}
