package import ArgumentParser

/// The commands that `phonolith-media` runs, by what the list of commands shows of them.
package enum NamesOnly: MediaCommands {
    package static var check: any ParsableCommand.Type { Check.self }
    package static var show: any ParsableCommand.Type { Show.self }
    package static var artwork: any ParsableCommand.Type { Artwork.self }
    package static var thumbnails: any ParsableCommand.Type { Thumbnails.self }
    package static var loudness: any ParsableCommand.Type { Loudness.self }
    package static var play: any ParsableCommand.Type { Play.self }
    package static var queue: any ParsableCommand.Type { Queue.self }
    package static var outputs: any ParsableCommand.Type { Outputs.self }
    package static var inputs: any ParsableCommand.Type { Inputs.self }
    package static var record: any ParsableCommand.Type { Record.self }
    package static var sound: any ParsableCommand.Type { Sound.self }
    package static var capture: any ParsableCommand.Type { Capture.self }
    package static var prune: any ParsableCommand.Type { Prune.self }
    package static var completions: any ParsableCommand.Type { Completions.self }
    package static var hidden: [any ParsableCommand.Type] { [] }

    private struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check the library and compare it with the disk.")
    }

    private struct Artwork: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "artwork",
            abstract: "Extract cover art.")
    }

    private struct Thumbnails: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "thumbnails", abstract: "Create thumbnails of videos.")
    }

    private struct Loudness: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "loudness",
            abstract: "Measure loudness of tracks without ReplayGain tags.")
    }

    private struct Play: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "play",
            abstract: "Play music and films from files, URLs or the library.")
    }

    private struct Queue: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "queue", abstract: "Show or edit the queue.")
    }

    private struct Outputs: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "outputs", abstract: "List the output devices of the sound server.")
    }

    private struct Inputs: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "inputs", abstract: "List the input devices of the sound server.")
    }

    private struct Record: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "record", abstract: "Record sound into a file.")
    }

    private struct Sound: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sound", abstract: "Play a short sound, such as a signal.")
    }

    private struct Capture: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "capture", abstract: "Take photos and films with a camera.")
    }

    private struct Prune: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prune", abstract: "Permanently delete items whose files are gone.")
    }

    private struct Completions: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "completions",
            abstract: "Print a completion script for your shell.")
    }
}
