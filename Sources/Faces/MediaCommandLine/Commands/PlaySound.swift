import ArgumentParser
import CommandLineInterface
import Playback

struct PlaySound: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound", abstract: "Play a short sound, such as a signal.",
        discussion: """
            The sound is played over everything else, at the volume that the desktop gives to sounds of events. It lasts at most \
            30 seconds; phonolith play plays longer ones.

              phonolith sound bell.wav
              phonolith sound bell.wav --device "Kitchen Speakers"
            """)
    @Argument(help: "Audio file.") var file: PathArgument
    @Option(
        help: ArgumentHelp(
            "Output device of the sound server, by name, number or description. (default: the server's choice)",
            valueName: "name|id"))
    var device: String?
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let name = try device.map { try OutputDevices.names(of: [$0]) }?.first
        let path = file.path
        do {
            try MainThread.waiting { try await SystemSound.load(path).play(on: name) }
        } catch {
            throw Failure("\(error)")
        }
    }
}
