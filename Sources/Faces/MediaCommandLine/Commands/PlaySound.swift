import ArgumentParser
import Dispatch
import PhonolithCommandLineInterface
import PhonolithPlayback

struct PlaySound: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sound", abstract: "Play a short sound, such as a signal.",
        discussion: """
            The sound is played over everything else, at the volume that the desktop gives to sounds of events. It lasts at most \
            30 seconds; phonolith play plays longer ones.

              phonolith sound bell.wav
              phonolith sound bell.wav --device "Kitchen Speakers"
              phonolith sound announcement.wav --duck
            """)
    @Argument(help: "Audio file.") var file: PathArgument
    @Option(
        help: ArgumentHelp(
            "Output device of the sound server, by name, number or description. (default: the server's choice)",
            valueName: "name|id"))
    var device: String?
    @OptionGroup(title: "Other players") var others: SessionOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        if "\(file)".contains("://") {
            throw Failure("\(file): sound plays files; play an address with phonolith play")
        }
        let name = try device.map { try OutputDevices.names(of: [$0]) }?.first
        let path = file.path
        let others = try others.session(usual: .ambient, where: \.usesOutput)
        try MainThread.waiting {
            let sound = try await SystemSound.load(path)
            guard let others else { return try await sound.play(on: name) }
            try await play(sound, on: name, others)
        }
    }

    /// Plays while others pause; they go on also if the user ends it.
    private func play(
        _ sound: SystemSound, on device: String?, _ others: CommandSession
    ) async throws {
        let playing = Task {
            try await others.begin()
            try await sound.play(on: device)
        }
        let signals = EndingSignals.handle { playing.cancel() }
        let result = await playing.result
        await others.end()
        signals.restore()
        try result.get()
        if playing.isCancelled { throw ExitCode.interrupted }
    }
}
