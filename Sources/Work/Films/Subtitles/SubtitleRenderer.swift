internal import CPhonolithAss
internal import Glibc

/// Draws text subtitles with the fonts of the system, as libass does.
///
/// Not for use by two threads at once.
package final class SubtitleRenderer {
    // Freed by `deinit`, the last one first.
    private let library: OpaquePointer
    private let renderer: OpaquePointer
    private var track: UnsafeMutablePointer<ASS_Track>

    /// A part of a picture in one colour.
    package struct Stamp {
        /// The distance from the left and the upper edge of the view, in pixels.
        package let x: Int
        package let y: Int
        // In pixels.
        package let width: Int
        package let height: Int
        package let colour: (UInt8, UInt8, UInt8)
        /// How opaque the colour is; 0...255.
        package let opacity: UInt8
        /// How much of each pixel is covered, rows from the top; belongs to the renderer until it draws again.
        package let coverage: UnsafePointer<UInt8>
        /// The distance from row to row of ``coverage``, in bytes.
        package let stride: Int
    }

    /// Prepares for subtitles. Blocks its thread: the installed fonts are found first, which may take seconds where
    /// the system has not noted it.
    ///
    /// - Parameters:
    ///   - header: The styles, as Matroska stores them; none for the usual ones.
    ///   - fonts: TrueType or OpenType fonts that are used like those of the system, by the names of their files.
    /// - Returns: `nil` if memory is short.
    package init?(header: [UInt8] = [], fonts: [(name: String, bytes: [UInt8])] = []) {
        guard let library = ass_library_init() else { return nil }
        // Faults in a file are not shown: the user cannot correct them.
        ass_set_message_cb(library, { _, _, _, _ in }, nil)
        guard let renderer = ass_renderer_init(library) else {
            ass_library_done(library)
            return nil
        }
        guard let track = ass_new_track(library) else {
            ass_renderer_done(renderer)
            ass_library_done(library)
            return nil
        }
        (self.library, self.renderer, self.track) = (library, renderer, track)
        // They are copied, and looked through by the call after.
        for font in fonts {
            Self.process(font.bytes) { ass_add_font(library, font.name, $0, $1) }
        }
        ass_set_fonts(
            renderer, nil, "sans-serif", CInt(ASS_FONTPROVIDER_AUTODETECT.rawValue), nil, 1)
        let text = header.isEmpty ? Array(Self.usualHeader.utf8) : header
        Self.process(text) { ass_process_codec_private(track, $0, $1) }
    }

    deinit {
        ass_free_track(track)
        ass_renderer_done(renderer)
        ass_library_done(library)
    }

    /// White with a dark outline, at the bottom.
    private static let usualHeader = """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 384
        PlayResY: 288
        ScaledBorderAndShadow: yes

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
        Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, \
        MarginV, Encoding
        Style: Default,sans-serif,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

        """

    /// Reads a whole file of Advanced SubStation Alpha.
    ///
    /// - Returns: Whether it is one.
    package func read(_ file: [UInt8]) -> Bool {
        var read: UnsafeMutablePointer<ASS_Track>?
        Self.process(file) { read = ass_read_memory(library, $0, Int($1), nil) }
        guard let read else { return false }
        ass_free_track(track)
        track = read
        return true
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - line: `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`, as Matroska stores it; each number of
    ///     the order only once.
    ///   - time: In seconds.
    ///   - duration: In seconds.
    package func add(_ line: String, at time: Double, lasting duration: Double) {
        let (start, length) = (Self.milliseconds(time), Self.milliseconds(duration))
        Self.process(Array(line.utf8)) { ass_process_chunk(track, $0, $1, start, length) }
    }

    /// Draws what is shown at a time.
    ///
    /// - Parameters:
    ///   - time: In seconds.
    ///   - width: Of the view, in pixels.
    ///   - height: Of the view, in pixels.
    /// - Returns: The stamps, the lowest first; `nil` if they are the same as the last time.
    package func stamps(at time: Double, width: Int, height: Int) -> [Stamp]? {
        ass_set_frame_size(renderer, CInt(width), CInt(height))
        var change = CInt(0)
        let first = ass_render_frame(renderer, track, Self.milliseconds(time), &change)
        guard change != 0 else { return nil }
        var stamps: [Stamp] = []
        var next = first
        while let image = next?.pointee {
            if image.w > 0, image.h > 0, let coverage = image.bitmap {
                stamps.append(Stamp(image, coverage))
            }
            next = image.next
        }
        return stamps
    }

    /// A text as it is to be read, without commands: braces, which begin them, become round brackets.
    package static func plain(_ text: some StringProtocol) -> String {
        var (result, isAfterBackslash) = ("", false)
        for character in text {
            // A word joiner, without width, keeps the two from being a command.
            if isAfterBackslash, "nNh".contains(character) { result += "\u{2060}" }
            isAfterBackslash = character == "\\"
            switch character {
            case "{": result += "("
            case "}": result += ")"
            case _ where character.isNewline: result += "\\N"
            default: result.append(character)
            }
        }
        return result
    }

    private static func process(
        _ bytes: [UInt8], _ body: (UnsafeMutablePointer<CChar>, CInt) -> Void
    ) {
        // libass writes to none of it, but has no word for that.
        var text = bytes.map(CChar.init(bitPattern:)) + [0]
        text.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { body(start, CInt(bytes.count)) }
        }
    }

    private static func milliseconds(_ seconds: Double) -> Int64 {
        Int64(max(-1e12, min(1e12, seconds.isNaN ? 0 : (seconds * 1000).rounded(.down))))
    }
}

extension SubtitleRenderer.Stamp {
    fileprivate init(_ image: ASS_Image, _ coverage: UnsafeMutablePointer<UInt8>) {
        x = Int(image.dst_x)
        y = Int(image.dst_y)
        width = Int(image.w)
        height = Int(image.h)
        // RGBA, in which 0 is opaque.
        colour = (
            UInt8(truncatingIfNeeded: image.color >> 24),
            UInt8(truncatingIfNeeded: image.color >> 16),
            UInt8(truncatingIfNeeded: image.color >> 8)
        )
        opacity = 255 - UInt8(truncatingIfNeeded: image.color)
        self.coverage = UnsafePointer(coverage)
        stride = Int(image.stride)
    }
}
