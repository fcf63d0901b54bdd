import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithFilms
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithThumbnails
import Synchronization

/// The subtitles over a film: which are chosen, and how they look now. For use by the window's thread.
struct SubtitleView {
    /// The overlay that was drawn last.
    private(set) var overlay = SubtitleOverlay(width: 1, height: 1)

    private var files: [SubtitleFile] = []
    private var folder = Folder()
    private var choice: Choice?
    private var isDecided = true
    private var loading = RendererLoading()
    /// Whether what is shown may be of other subtitles than those that are chosen.
    private var isOfOtherChoice = false
    /// How many texts the renderer has.
    private var textCount = 0
    /// Which choice among the film's streams was the last before the one that is wanted; `nil` once its styles are there.
    private var olderNumber: Int?
    /// The picture that was drawn last, where subtitles are pictures.
    private var drawnPicture: PictureSubtitles?

    /// Subtitles that can be chosen.
    private enum Choice: Hashable {
        case file(SubtitleFile)
        case stream(FilmTracks.Track)

        var name: String {
            switch self {
            case .file(let file): file.label ?? file.path.lastComponent.description
            case .stream(let track): track.name ?? "\(track.stream)"
            }
        }

        var traits: SubtitleTraits {
            switch self {
            case .file(let file): SubtitleTraits(file)
            case .stream(let track): SubtitleTraits(track)
            }
        }
    }

    /// The files beside the film, which a thread of its own looks for: disks may be slow.
    private final class Folder: Sendable {
        /// `nil` until they are found.
        let files = Mutex<[SubtitleFile]?>(nil)
    }

    mutating func begin(_ item: PlayerItem?) {
        self = SubtitleView()
        isDecided = false
        guard case .file(let path)? = item?.source else { return folder.files.withLock { $0 = [] } }
        let folder = folder
        BlockingThread.start(named: "subtitles") {
            let files = SubtitleFile.find(besides: path).filter { file in
                if file.hasTexts { return true }
                Terminal.tell(
                    "phonolith: \(file.path): has no texts that can be read; it is passed over"
                        .oneLine)
                return false
            }
            folder.files.withLock { $0 = files }
        }
    }

    /// Chooses the subtitles after those that are chosen, and none after the last.
    ///
    /// - Returns: Their name.
    mutating func chooseNext(of output: PlayerVideoOutput) -> String {
        let choices = choices(of: output)
        guard !choices.isEmpty else { return "none in this film" }
        choose(Stepping.track(after: choice, in: choices, allowsNone: true), of: output)
        return choice?.name ?? "off"
    }

    /// Draws them anew where they have changed.
    ///
    /// - Parameters:
    ///   - time: In seconds from the item's beginning; `nil` without pictures.
    ///   - place: Where the film is in the window.
    ///   - languages: By which they are chosen.
    /// - Returns: Whether ``overlay`` is another.
    mutating func update(
        time: Double?, size: PixelSize, place: ScalingMode.Placement, of output: PlayerVideoOutput,
        by languages: () -> SubtitleLanguages
    ) -> Bool {
        decide(of: output, by: languages)
        if case .stream(let track) = choice, track.isOfPictures {
            return update(time: time, of: output) { picture in
                PictureSubtitles(picture: picture, view: size, film: place)
            }
        }
        loadStyles(of: output)
        guard let time, let renderer = loading.renderer else { return clear() }
        if case .stream = choice { addTexts(of: output, to: renderer) }
        let stamps = renderer.stamps(at: time, width: size.width, height: size.height)
        defer { isOfOtherChoice = false }
        // Nothing is drawn yet, and was not before: the picture shown is of other subtitles.
        guard let stamps else { return isOfOtherChoice && clear() }
        overlay = SubtitleOverlay(width: size.width, height: size.height)
        for stamp in stamps { overlay.draw(stamp) }
        return true
    }

    private mutating func update(
        time: Double?, of output: PlayerVideoOutput,
        _ placed: (SubtitlePicture?) -> PictureSubtitles
    ) -> Bool {
        let new = placed(time.flatMap(output.subtitlePicture))
        guard new != drawnPicture else { return false }
        guard new.picture != nil || !overlay.isEmpty else { return false }
        drawnPicture = new
        overlay = new.overlay
        return true
    }

    private mutating func clear() -> Bool {
        guard !overlay.isEmpty else { return false }
        overlay = SubtitleOverlay(width: 1, height: 1)
        return true
    }

    private func choices(of output: PlayerVideoOutput) -> [Choice] {
        files.map(Choice.file) + (output.tracks?.subtitles ?? []).map(Choice.stream)
    }

    /// Without a choice of the user's, the subtitles are shown that ``SubtitleLanguages`` choose.
    private mutating func decide(
        of output: PlayerVideoOutput, by languages: () -> SubtitleLanguages
    ) {
        guard !isDecided, let tracks = output.tracks, let files = folder.files.withLock({ $0 })
        else { return }
        self.files = files
        isDecided = true
        let choices = files.map(Choice.file) + tracks.subtitles.map(Choice.stream)
        choose(languages().choice(among: choices.map(\.traits)).map { choices[$0] }, of: output)
    }

    private mutating func choose(_ new: Choice?, of output: PlayerVideoOutput) {
        choice = new
        loading = RendererLoading()
        isOfOtherChoice = true
        (textCount, olderNumber, drawnPicture) = (0, nil, nil)
        switch new {
        case .file(let file):
            output.selectSubtitles(nil)
            loading.begin { file.renderer() }
        case .stream(let track) where track.isOfPictures: output.selectSubtitles(track.stream)
        case .stream(let track):
            olderNumber = output.subtitles(from: .max).number
            output.selectSubtitles(track.stream)
        case nil: output.selectSubtitles(nil)
        }
    }

    /// Prepares for subtitles of the film itself when their styles are read.
    private mutating func loadStyles(of output: PlayerVideoOutput) {
        guard let older = olderNumber else { return }
        let read = output.subtitles(from: .max)
        guard read.number > older, let header = read.header else { return }
        olderNumber = nil
        loading.begin {
            SubtitleRenderer(header: header, fonts: read.fonts.map { ($0.name, $0.bytes) })
        }
    }

    /// Hands over what was read since the last time.
    private mutating func addTexts(of output: PlayerVideoOutput, to renderer: SubtitleRenderer) {
        for event in output.subtitles(from: textCount).events {
            renderer.add(event.line, at: event.time, lasting: event.duration)
            textCount += 1
        }
    }
}
