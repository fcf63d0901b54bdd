public import ArgumentParser
import PhonolithCommandLineInterface
public import PhonolithLibraryPlayback
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithRecording
import PhonolithStore
import PhonolithUsers

struct PlayItems<Screen: FilmScreen>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "play", abstract: "Play music and films from files, URLs or the library.",
            discussion: """
                Arguments can be ids of items, paths of files, folders and playlists, and http(s) URLs of files, radio stations and \
                playlists. Without arguments, the filters select items from the library. Without filters, playback resumes the last \
                queue.

                  phonolith play ~/Music/Homogenic
                  phonolith play --artist "Björk" --shuffle albums
                  phonolith play --playlist "Road Trip"
                  phonolith play a.flac b.flac --output wav:both.wav
                  phonolith play ~/Music --device "Kitchen Speakers"
                  phonolith play ~/Music --equalizer rock --limiter
                  phonolith play ~/Music --category playback
                  phonolith play film.mkv --audio-language ja --subtitle-language de,en
                  phonolith play https://example.com/talk.mp3 --save talk.mp3
                  phonolith play https://example.com/radio.m3u --save-folder ~/Music/Radio

                On a terminal you can control playback with keys; press ? for a list. Files need no library; if they are in the \
                library, their plays are counted there. Other players are left alone, unless --category says otherwise: those that \
                play are paused, and go on at the end.
                """)
    }
    @Argument(
        help: ArgumentHelp(
            "Items, files or URLs to play, in this order.", valueName: "id|path|url"),
        completion: .file())
    var names: [String] = []
    @Option(help: ArgumentHelp("Play a playlist in its order.", valueName: "name"))
    var playlist: String?
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(help: "Shuffle mode: off, songs, or albums (each in its own order).")
    var shuffle: PlayQueue.ShuffleMode?
    @Option(help: ArgumentHelp("Seed for a repeatable shuffle.", valueName: "number")) var seed:
        UInt64?
    @Option(name: .customLong("repeat"), help: "Repeat mode: none, one, or all.")
    var repeating: PlayQueue.RepeatMode?
    @Option(
        help: ArgumentHelp(
            "Output: pulse (the sound server), null (no output, in real time; null:N for N times faster), or wav:FILE (a file, as fast as possible).",
            valueName: "pulse|null|wav:file"),
        transform: OutputName.init(text:))
    var output = OutputName(destination: .pulse)
    @Option(
        name: .customLong("device"), parsing: .singleValue,
        help: ArgumentHelp(
            "Output device of the sound server, by name, number or description; repeat to play the same on several. (default: the last choice, else that of the server)",
            valueName: "name|id"))
    var devices: [String] = []
    @Option(help: ArgumentHelp("Volume, 0 to 1.", valueName: "0…1")) var volume = 1.0
    @Option(help: ArgumentHelp("Speed, 0.5 to 2, without changing the pitch.", valueName: "0.5…2"))
    var rate = 1.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start the first item at this time: seconds or h:mm:ss.", valueName: "time"),
        transform: PlayTime.seconds)
    var start: Double?
    @Option(help: "ReplayGain mode: off, track, or album.")
    var replayGain = ReplayGain.Mode.off
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Gain added to that of ReplayGain, -30 to 30 dB.", valueName: "dB"))
    var replayGainPreamp = 0.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Gain of items without ReplayGain values, -30 to 30 dB.", valueName: "dB"))
    var untaggedGain = 0.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Crossfade between items, in seconds.", valueName: "seconds"))
    var crossfade = 0.0
    @OptionGroup(title: "Effects") var effects: EffectOptions
    @OptionGroup(title: "Other players") var others: SessionOptions
    @Flag(help: "Show lyrics in time with the music, on a terminal.") var lyrics = false
    @OptionGroup(title: "Films") var languages: LanguageOptions
    @Flag(help: "Play the sound of films, without a window.") var noVideo = false
    @Flag(help: "Show the covers of music in the window, too.") var cover = false
    @Flag(help: "Print each event as one line of JSON on standard output.") var events =
        false
    @Flag(help: "Do not register on D-Bus for media keys and desktop controls.")
    var noMpris = false
    @OptionGroup(title: "Saving streams") var saving: SavingOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup(title: "Library") var library: LibraryOptions

    func validate() throws {
        if playlist != nil, try !names.isEmpty || !filter.predicates.isEmpty {
            throw ValidationError(
                "--playlist plays a whole playlist; leave out the names and filters, or use --where 'inPlaylist = …'"
            )
        }
        guard devices.isEmpty || output.destination == .pulse else {
            throw ValidationError(
                "--device chooses a device of --output pulse; leave one of them out")
        }
        guard others.isEmpty || isHeard else {
            throw ValidationError(
                "--category, --mix and --duck are for sound that is heard; leave them out, or --output wav"
            )
        }
        guard (0...1).contains(volume) else {
            throw ValidationError("--volume takes 0 to 1, not \(volume)")
        }
        guard (0.5...2).contains(rate) else {
            throw ValidationError("--rate takes 0.5 to 2, not \(rate)")
        }
        for (name, gain) in [
            ("--replay-gain-preamp", replayGainPreamp), ("--untagged-gain", untaggedGain),
        ] where gain != 0 {
            guard (-30...30).contains(gain) else {
                throw ValidationError("\(name) takes -30 to 30 dB, not \(gain)")
            }
            guard replayGain != .off else {
                throw ValidationError("\(name) needs --replay-gain track or --replay-gain album")
            }
        }
        guard (0...30).contains(crossfade) else {
            throw ValidationError("--crossfade takes 0 to 30 seconds, not \(crossfade)")
        }
    }

    func run() throws {
        network.apply()
        let selection =
            if let playlist {
                try PlaySelection(playlist: playlist, in: library.open(for: .writing))
            } else {
                try PlaySelection(names, filter: filter, library: library)
            }
        if case .wave(let file) = output.destination {
            // Without a library there is none to protect.
            try ProtectedFiles(
                library: try? library.path, opened: selection.catalog,
                reading: selection.files(names)
            ).check(file)
        }
        let effects = try effects.effects
        let others = try others.session(
            usual: .playback, on: noMpris ? .none : .session, where: \.usesOutput)
        let opensWindow = try opensWindow(for: selection)
        // After the program may have been replaced, so that what is reported or asked is so once.
        let outputs =
            if !devices.isEmpty {
                try OutputDevices.names(of: devices)
            } else {
                try output.destination == .pulse
                    ? OutputDevices.chosen(in: selection.catalog) : []
            }
        let saver = try saving.saver(for: selection, library)
        try MainThread.waiting {
            try await play(
                selection, on: outputs, effects, others, saver, opensWindow: opensWindow)
        }
    }

    /// Decides whether pictures are shown, and continues in the program that shows them.
    private func opensWindow(for selection: PlaySelection) throws -> Bool {
        guard isHeard, !noVideo, try cover || selection.hasFilm else { return false }
        guard FilmDisplay.isPresent else {
            Terminal.tell("phonolith: no display for pictures; playing the sound")
            return false
        }
        if Screen.showsPictures { return true }
        do {
            try FilmDisplay.takeOver()
        } catch {
            Terminal.tell("phonolith: \(error); playing the sound")
            return false
        }
    }

    private func play(
        _ selection: PlaySelection, on outputs: [String], _ effects: AudioEffects,
        _ others: CommandSession?, _ saver: StreamSaver?, opensWindow: Bool
    ) async throws {
        let player = QueuePlayer(
            to: output.destination, catalog: isHeard ? selection.catalog : nil,
            keepsQueue: isHeard, programName: KeptQueue.player)
        if let saver { await player.setKeeping { saver.keeper(for: $0) } }
        await player.setOutputDevices(outputs)
        await player.setEffects(effects)
        await player.setPan(self.effects.balance)
        try await fill(player, with: selection)
        for problem in [selection.libraryProblem].compactMap(\.self)
            + selection.problems.map(\.message.oneLine)
        {
            Terminal.tell("phonolith: \(problem)")
        }
        let session = PlaySession(
            player, printsEvents: events, problemCount: selection.problems.count,
            lyrics: lyrics ? LyricsLookup(catalog: selection.catalog) : nil,
            hasStart: (start ?? 0) > 0)
        let screen =
            opensWindow ? await openScreen(for: player, selection.catalog, session) : nil
        let bus = noMpris || !isHeard ? nil : await selection.publish(player)
        var code = await session.run(in: others)
        await bus?.withdraw()
        await screen?.close()
        await player.close()
        if let lost = await player.playsLost {
            Terminal.tell("phonolith: \(lost.oneLine)")
            if code == .success { code = .problems }
        }
        if let saver {
            let isSaved = try await saving.finish(
                saver, wasInterrupted: code == .interrupted, library)
            if !isSaved, code == .success { code = .problems }
        }
        if code != .success { throw code }
    }

    private func openScreen(
        for player: QueuePlayer, _ catalog: Catalog?, _ session: PlaySession
    ) async -> Screen? {
        var wishes = FilmWishes { key in
            if key != .quit { return await player.obey(key) }
            await session.quit()
            return nil
        }
        wishes.audioLanguages = languages.audio
        wishes.subtitleLanguages = languages.subtitles
        if cover { wishes.cover = { PlaySelection.details(of: $0, in: catalog).picture } }
        do {
            return try await Screen.open(for: player, wishes)
        } catch {
            Terminal.tell("phonolith: \("\(error)".oneLine); playing the sound")
        }
        return nil
    }

    /// Writing to a file is not listening: media keys do not control it, nothing is counted, bookmarks are
    /// neither used nor changed, and the queue that is kept stays as it is.
    private var isHeard: Bool {
        if case .wave = output.destination { false } else { true }
    }

    private func fill(_ player: QueuePlayer, with selection: PlaySelection) async throws {
        await player.setVolume(volume)
        await player.setRate(rate)
        await player.setReplayGain(
            ReplayGain(
                replayGain, preamplification: replayGainPreamp, untaggedGain: untaggedGain))
        await player.setCrossfade(crossfade)
        await player.setAudioLanguages(languages.audio)
        let seed = seed ?? .random(in: 0 ... .max)
        if selection.isKeptQueue {
            let hasQueue =
                isHeard
                ? try await player.resumeKeptQueue(shuffleMode: shuffle, seed: seed)
                : try await copyQueue(selection, to: player)
            guard hasQueue else {
                throw Failure("the queue is empty; name something to play: phonolith play PATH")
            }
        } else {
            if selection.items.isEmpty {
                throw Failure("no items match; phonolith songs lists all songs")
            }
            await player.setQueue(with: isHeard ? selection.items : selection.wholeItems)
        }
        // Without these options a kept queue keeps its modes.
        if let repeating { await player.setRepeatMode(repeating) }
        if let shuffle, !(selection.isKeptQueue && isHeard) {
            await player.setShuffleMode(shuffle, seed: seed)
            if !selection.isKeptQueue, shuffle != .off {
                await player.beginAnywhere(seed: seed, mode: shuffle)
            }
        }
        if let start { await player.seek(to: start) }
    }

    /// Lets a player that has no library play what is kept, from the current entry's beginning.
    private func copyQueue(_ selection: PlaySelection, to player: QueuePlayer) async throws -> Bool
    {
        let items = try selection.keptItems()
        await player.setQueue(with: items)
        return !items.isEmpty
    }
}

extension PlayQueue.ShuffleMode: ExpressibleByArgument {}
extension PlayQueue.RepeatMode: ExpressibleByArgument {}
extension ReplayGain.Mode: ExpressibleByArgument {}
