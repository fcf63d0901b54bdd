import ArgumentParser
import CommandLineInterface

/// Where `phonolith` begins: it answers from the library, and becomes `phonolith-media` for the rest.
@main
enum Program {
    static func main() {
        Phonolith<NamesOnly>.runCommand { arguments in
            if MediaProgram.isNeeded(for: arguments) { try MediaProgram.takeOver() }
        }
    }
}

/// The commands that `phonolith-media` runs, by what the list of commands shows of them.
enum NamesOnly: MediaCommands {
    static var scan: any ParsableCommand.Type { Scan.self }
    static var check: any ParsableCommand.Type { Check.self }
    static var show: any ParsableCommand.Type { Show.self }
    static var artwork: any ParsableCommand.Type { Artwork.self }
    static var thumbnails: any ParsableCommand.Type { Thumbnails.self }
    static var play: any ParsableCommand.Type { Play.self }
    static var queue: any ParsableCommand.Type { Queue.self }
    static var prune: any ParsableCommand.Type { Prune.self }
    static var hidden: [any ParsableCommand.Type] { [] }

    private struct Scan: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "scan",
            abstract: "Read folders into the library, or bring it up to date.")
    }

    private struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Examine the library, and compare it with the disk.")
    }

    private struct Artwork: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "artwork",
            abstract: "Write a picture of an item to a file or to standard output.")
    }

    private struct Thumbnails: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "thumbnails", abstract: "Make pictures of videos at given times.")
    }

    private struct Play: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "play",
            abstract: "Play music: files, addresses, or items of the library.")
    }

    private struct Queue: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "queue", abstract: "Show or change the queue that play goes on with.")
    }

    private struct Prune: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prune", abstract: "Delete items whose files are gone, for ever.")
    }
}
