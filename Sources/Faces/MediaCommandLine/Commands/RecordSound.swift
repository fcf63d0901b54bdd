import ArgumentParser
import Catalog
import CommandLineInterface
import Files
import Foundation
import MediaModel
import Recording
import Worker

struct RecordSound: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record sound into a file.",
        discussion: """
            The extension of the file names the format: flac, wav, opus, m4a (AAC) or mp3. The input can also be the monitor of an \
            output; phonolith inputs lists them. Recording ends with Ctrl-C. The file can be played at any time.

              phonolith record memo.opus
              phonolith record radio.flac --device one.monitor --duration 1:00:00
              phonolith record tape.wav --start-on-sound=-40 --stop-on-silence 5

            On a terminal, the space bar pauses, m marks a chapter, q ends.
            """)
    @Argument(help: "File to record to.", completion: .file()) var file: PathArgument
    @Option(
        help: ArgumentHelp(
            "Input device, by name, number or description. (default: the server's choice)",
            valueName: "name|id"))
    var device: String?
    @Option(
        help: ArgumentHelp(
            "Record this long: seconds or h:mm:ss.", valueName: "time"),
        transform: PlayTime.seconds)
    var duration: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Begin with the first sound of this level, such as -40; 0 is full scale.",
            valueName: "dB"))
    var startOnSound: Double?
    @Option(
        help: ArgumentHelp(
            "End after silence of this length, which means below the level of --start-on-sound, else -50 dB.",
            valueName: "time"),
        transform: PlayTime.seconds)
    var stopOnSilence: Double?
    @Option(help: ArgumentHelp("Channels. (default: those of the device)", valueName: "count"))
    var channels: Int?
    @Option(
        help: ArgumentHelp("Sample rate. (default: that of the device)", valueName: "Hz"))
    var rate: Int?
    @Flag(help: "Add the file to the library; it must be in one of its roots.") var into = false
    @Flag(help: "Replace the file if it exists.") var overwrite = false
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        if let startOnSound, !(-160...0).contains(startOnSound) {
            throw ValidationError("--start-on-sound takes -160 to 0 dB, not \(startOnSound)")
        }
        if let channels, channels < 1 {
            throw ValidationError("--channels takes 1 or more, not \(channels)")
        }
        if let rate, !(1000...768_000).contains(rate) {
            throw ValidationError("--rate takes 1000 to 768000 Hz, not \(rate)")
        }
    }

    func run() throws {
        let path = file.path.absolute
        let protected = ProtectedFiles(library: try? library.path)
        try protected.check(path)
        let root = try into ? root(of: path) : nil
        var settings = settings
        settings.overwrites = try overwrite || mayReplace(path)
        let duration = duration
        let code = try MainThread.waiting { [settings] in
            try await RecordSession(AudioRecorder(to: path, settings: settings))
                .run(duration: duration)
        }
        if root != nil { try add(path) }
        if code != .success { throw code }
    }

    private var settings: AudioRecorderSettings {
        var settings = AudioRecorderSettings()
        settings.device = device
        settings.channelCount = channels
        settings.sampleRate = rate
        settings.startLevel = startOnSound
        settings.silenceDuration = stopOnSilence
        return settings
    }

    /// Asks on a terminal whether a file that exists is replaced.
    private func mayReplace(_ path: MediaPath) throws -> Bool {
        guard path.status != nil else { return false }
        guard isatty(STDIN_FILENO) == 1, Terminal.errorIsTerminal else {
            throw Failure("\(path): the file exists; choose another name, or use --overwrite")
        }
        Terminal.showStatusLine("\(path) exists. Replace it? [y/N] ".withoutControls)
        guard ["y", "yes"].contains(readLine()?.lowercased()) else { throw ExitCode.cannot }
        return true
    }

    /// The root that the file will be in.
    private func root(of path: MediaPath) throws -> MediaPath {
        let roots = try library.open(for: .reading).roots().map(\.path)
        let folder = path.parent.resolved ?? path.parent
        guard let root = roots.first(where: { folder == $0 || folder.isInside($0) }) else {
            throw Failure(
                "\(path): is in no root of the library; record into one of them, or scan its folder first: phonolith scan FOLDER"
            )
        }
        return root
    }

    private func add(_ path: MediaPath) throws {
        var request = ScanRequest(library: try library.path, folders: [path.parent])
        request.user = library.userName
        try Scan.scan(request) { event in
            if case .report(let report) = event {
                for problem in report.problems where problem.path == path {
                    throw Failure("\(path): cannot be added to the library: \(problem.reason)")
                }
            }
        }
    }
}
