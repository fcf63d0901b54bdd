import ArgumentParser
import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
package import PhonolithPlayback
import PhonolithRecording

/// How streams are saved while they play.
struct SavingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Save the stream in this file, byte for byte as the server sends it.",
            valueName: "file"),
        completion: .file())
    var save: PathArgument?
    @Option(
        help: ArgumentHelp(
            "Save each stream in this folder; of a radio station, each title as a file with tags.",
            valueName: "folder"),
        completion: .directory)
    var saveFolder: PathArgument?
    @Flag(help: "Add saved files to the library; they must be in one of its roots.")
    var into = false
    @Flag(help: "Replace the file of --save if it exists.") var overwrite = false

    func validate() throws {
        guard save == nil || saveFolder == nil else {
            throw ValidationError("--save and --save-folder exclude each other; choose one")
        }
        guard save != nil || saveFolder != nil || !into && !overwrite else {
            throw ValidationError("--into and --overwrite need --save or --save-folder")
        }
    }

    /// Checks that what is played can be saved there, and asks on a terminal whether a file is replaced.
    ///
    /// - Returns: `nil` if nothing is saved.
    /// - Throws: `Failure`, or `ExitCode` where the user keeps a file.
    func saver(for selection: PlaySelection, _ library: LibraryOptions) throws -> StreamSaver? {
        guard let given = save ?? saveFolder else { return nil }
        if save != nil, let refusal = Failure(ifNotReplaceable: given, by: "a saved stream") {
            throw refusal
        }
        let path = given.path.absolute
        try checkSources(selection.items)
        let file = fileOptions(library)
        let place: StreamSaver.Place
        if save != nil {
            _ = try file.prepare(path)
            place = .file(path)
        } else {
            if into { try file.checkRoot(of: path.appending("title")) }
            place = .folder(path)
        }
        do {
            try StreamSaver.check(place)
        } catch {
            throw Failure("\(path): cannot be written: \(error); \(error.remedy)")
        }
        return StreamSaver(to: place) { event in
            switch event {
            case .saved(let path): Terminal.tell("phonolith: saved \(path)".oneLine)
            case .failed(let reason): Terminal.tell("phonolith: \(reason.oneLine)")
            }
        }
    }

    /// Waits for the rest of what is saved, unless the user ends it, and adds it to the library.
    ///
    /// - Returns: Whether all is saved.
    func finish(_ saver: StreamSaver, wasInterrupted: Bool, _ library: LibraryOptions) async throws
        -> Bool
    {
        if wasInterrupted { saver.cancel() }
        let signals = EndingSignals.handle { saver.cancel() }
        defer { signals.restore() }
        let report = Task {
            // The last bytes of what was heard to its end are no rest to report.
            try await Task.sleep(for: .seconds(1))
            for address in saver.pending {
                Terminal.tell(
                    "phonolith: saving the rest of \(address.oneLine); Ctrl-C ends it, and the same command continues it"
                )
            }
        }
        let outcome = await saver.finish()
        report.cancel()
        if into {
            var folders: Set<MediaPath> = []
            for path in outcome.saved where folders.insert(path.parent).inserted {
                try fileOptions(library).add(path)
            }
        }
        return outcome.problemCount == 0
    }

    private func checkSources(_ items: [PlayerItem]) throws {
        func isStream(_ item: PlayerItem) -> Bool {
            if case .url = item.source { true } else { false }
        }
        guard let first = items.first(where: isStream) ?? items.first else {
            throw Failure("nothing to save; name the URL of a stream: phonolith play URL")
        }
        guard isStream(first) else {
            throw Failure(
                "\(first.name): is a file on this computer; only what a server sends can be saved")
        }
        guard save == nil || items.count == 1 else {
            throw Failure(
                "--save writes one stream, not \(items.count) items; use --save-folder FOLDER")
        }
    }

    private func fileOptions(_ library: LibraryOptions) -> RecordedFileOptions {
        var options = RecordedFileOptions()
        (options.into, options.overwrite, options.library) = (into, overwrite, library)
        return options
    }
}

/// How servers are dealt with.
struct NetworkOptions: ParsableArguments {
    @Flag(help: "Accept https servers whose certificate cannot be verified.") var insecure = false

    /// Has the whole process act so.
    func apply() { NetworkAccess.verifiesCertificates = !insecure }
}

/// The name of an output.
package struct OutputName: CustomStringConvertible {
    package var destination: AudioDestination

    init(destination: AudioDestination) { self.destination = destination }

    init(text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("pulse", 1): destination = .pulse
        case ("null", 1): destination = .null(speed: 1)
        case ("null", 2):
            guard let speed = Double(parts[1]), speed > 0 else {
                throw ValidationError("after null: comes a speed, such as null:10")
            }
            destination = .null(speed: speed)
        case ("wav", 2): destination = .wave(MediaPath(argument: parts[1]))
        default: throw ValidationError("write pulse, null, null:10 or wav:FILE")
        }
    }

    package var description: String { "pulse" }
}

/// A time as options have it.
enum PlayTime {
    /// Seconds from `90`, `1:30` or `1:02:03`.
    ///
    /// - Throws: `ValidationError`.
    static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(clockText: text), seconds <= 1e7 else {
            throw ValidationError("'\(text)' is not a time; write 90, 1:30 or 1:02:03")
        }
        return seconds
    }
}
