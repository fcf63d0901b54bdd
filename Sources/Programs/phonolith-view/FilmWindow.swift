import PhonolithFilms
import PhonolithMediaCommandLine
import PhonolithPlayback

/// The window in which films are shown; the sound goes on without it.
final class FilmWindow: FilmScreen {
    static let showsPictures = true

    private let window: WindowThread

    private init(_ window: WindowThread) { self.window = window }

    static func open(for player: QueuePlayer, _ wishes: FilmWishes) async throws -> FilmWindow {
        let output = await PlayerVideoOutput(player) { $0.isFilm }
        let controls = WindowControls(player: player, output: output, wishes: wishes)
        return FilmWindow(
            try await WindowThread.start(withoutDisplay: "playing the sound") {
                FilmView($0, controls)
            })
    }

    func close() async { await window.close() }
}
