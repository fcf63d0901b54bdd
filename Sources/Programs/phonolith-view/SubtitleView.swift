import CommandLineInterface
import Foundation
import Libav
import MediaModel
import Playback
import Subtitles
import Synchronization
import Thumbnails
import VideoPlayback

/// The subtitles over a film: which are chosen, and how they look now. For use by the window's thread.
struct SubtitleView {
    /// The overlay that was drawn last.
    private(set) var overlay = SubtitleOverlay(width: 1, height: 1)

    private var files: [SubtitleFile] = []
    private var folder = Folder()
    private var choice: Choice?
    private var isDecided = true
    private var loading = Loading()
    /// Whether what is shown may be of other subtitles than those that are chosen.
    private var isOfOtherChoice = false
    /// How many texts the renderer has.
    private var textCount = 0
    /// Which choice among the film's streams was the last before the one that is wanted; `nil` once its styles are there.
    private var olderNumber: Int?

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
    }

    /// The files beside the film, which a thread of its own looks for: disks may be slow.
    private final class Folder: Sendable {
        /// `nil` until they are found.
        let files = Mutex<[SubtitleFile]?>(nil)
    }

    /// A renderer that a thread of its own makes: finding the installed fonts may take seconds.
    private final class Loading: Sendable {
        let renderer = Mutex<Loaded?>(nil)
    }

    /// Sendable by proof: it is used by the thread that made it until it is in ``Loading``, and by the window's thread
    /// alone then.
    private final class Loaded: @unchecked Sendable {
        let renderer: SubtitleRenderer

        init(_ renderer: SubtitleRenderer) { self.renderer = renderer }
    }

    /// Another item plays.
    mutating func begin(_ item: PlayerItem?) {
        self = SubtitleView()
        isDecided = false
        guard case .file(let path)? = item?.source else { return folder.files.withLock { $0 = [] } }
        let folder = folder
        Thread {
            let files = SubtitleFile.find(besides: path).filter { file in
                if file.hasTexts { return true }
                Terminal.tell(
                    "phonolith: \(file.path): has no texts that can be read; it is passed over"
                        .oneLine)
                return false
            }
            folder.files.withLock { $0 = files }
        }.start()
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
    /// - Parameter time: In seconds from the item's beginning; `nil` without pictures.
    /// - Returns: Whether ``overlay`` is another.
    mutating func update(time: Double?, size: PixelSize, of output: PlayerVideoOutput) -> Bool {
        decide(of: output)
        loadStyles(of: output)
        guard let time, let loaded = loading.renderer.withLock({ $0 }) else { return clear() }
        if case .stream = choice { addTexts(of: output, to: loaded.renderer) }
        let stamps = loaded.renderer.stamps(
            at: time, width: size.width, height: size.height)
        defer { isOfOtherChoice = false }
        // Nothing is drawn yet, and was not before: the picture shown is of other subtitles.
        guard let stamps else { return isOfOtherChoice && clear() }
        overlay = SubtitleOverlay(width: size.width, height: size.height)
        for stamp in stamps { overlay.draw(stamp) }
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

    /// Without a choice of the user's, a file beside the film is shown, or what the film itself says is to be.
    private mutating func decide(of output: PlayerVideoOutput) {
        guard !isDecided, let tracks = output.tracks, let files = folder.files.withLock({ $0 })
        else { return }
        self.files = files
        isDecided = true
        let stream =
            tracks.subtitles.first { $0.isForced } ?? tracks.subtitles.first { $0.isDefault }
        choose(files.first.map(Choice.file) ?? stream.map(Choice.stream), of: output)
    }

    private mutating func choose(_ new: Choice?, of output: PlayerVideoOutput) {
        choice = new
        loading = Loading()
        isOfOtherChoice = true
        (textCount, olderNumber) = (0, nil)
        switch new {
        case .file(let file):
            output.selectSubtitles(nil)
            load { file.renderer() }
        case .stream(let track):
            olderNumber = output.subtitles(from: .max).number
            output.selectSubtitles(track.stream)
        case nil: output.selectSubtitles(nil)
        }
    }

    private func load(_ make: @escaping @Sendable () -> SubtitleRenderer?) {
        let loading = loading
        Thread {
            guard let renderer = make() else { return }
            let loaded = Loaded(renderer)
            loading.renderer.withLock { $0 = loaded }
        }.start()
    }

    /// Prepares for subtitles of the film itself when their styles are read.
    private mutating func loadStyles(of output: PlayerVideoOutput) {
        guard let older = olderNumber else { return }
        let read = output.subtitles(from: .max)
        guard read.number > older, let header = read.header else { return }
        olderNumber = nil
        load { SubtitleRenderer(header: header, fonts: read.fonts.map { ($0.name, $0.bytes) }) }
    }

    /// Hands over what was read since the last time.
    private mutating func addTexts(of output: PlayerVideoOutput, to renderer: SubtitleRenderer) {
        for event in output.subtitles(from: textCount).events {
            renderer.add(event.line, at: event.time, lasting: event.duration)
            textCount += 1
        }
    }
}
