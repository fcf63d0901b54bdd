import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

struct Player: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "player", abstract: "Control the program that plays the queue.",
        discussion: """
            The orders go to the phonolith play that plays the queue of the user, on this machine or another one that uses the same \
            library; a session bus is not needed. Without a library they go to the player on the session bus. The exit code is 2 \
            if nothing plays.

              phonolith player toggle
              phonolith player seek +30
              phonolith player seek 1:15:00
              phonolith player goto 3
              phonolith player volume -5
              phonolith player status --json
            """,
        subcommands: [
            Status.self, Play.self, Pause.self, Toggle.self, Next.self, Previous.self, Seek.self,
            GoTo.self, Volume.self, Stop.self,
        ], defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show what is playing.")
        @OptionGroup var remote: PlayerOptions

        func run() throws {
            let report = try remote.order(.report)
            if !remote.json { for line in report.lines { try StandardOutput.writeLine(line) } }
        }
    }

    struct Play: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "play", abstract: "Play on, from where it was paused.")
        @OptionGroup var remote: PlayerOptions
        var order: PlayerOrder { .play }
    }

    struct Pause: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Pause.")
        @OptionGroup var remote: PlayerOptions
        var order: PlayerOrder { .pause }
    }

    struct Toggle: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "toggle", abstract: "Pause, or play on.")
        @OptionGroup var remote: PlayerOptions
        var order: PlayerOrder { .toggle }
    }

    struct Next: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "next",
            abstract: "Skip to the next entry; after the last one the queue ends.")
        @OptionGroup var remote: PlayerOptions
        var order: PlayerOrder { .next }
    }

    struct Previous: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "previous",
            abstract: "Go back to the beginning, and in its first 3 seconds to the previous entry.")
        @OptionGroup var remote: PlayerOptions
        var order: PlayerOrder { .previous }
    }

    struct Seek: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "seek", abstract: "Go forward, back, or to a time.",
            discussion: """
                With + or - it goes forward or back by so much, else to the time.

                  phonolith player seek +10
                  phonolith player seek -1:30
                  phonolith player seek 1:02:03
                """)
        @Argument(help: "Seconds, m:ss or h:mm:ss; +TIME forward, -TIME back.") var time: String
        @OptionGroup var remote: PlayerOptions

        var order: PlayerOrder {
            get throws {
                let seconds = try PlayTime.seconds(
                    time.first.map { "+-".contains($0) } == true ? String(time.dropFirst()) : time)
                return switch time.first {
                case "+": .seek(by: seconds)
                case "-": .seek(by: -seconds)
                default: .setTime(seconds)
                }
            }
        }
    }

    struct GoTo: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "goto", abstract: "Play the entry at a position of the queue.")
        @Argument(help: "Position in phonolith queue, from 1.") var position: Int
        @OptionGroup var remote: PlayerOptions
        var order: PlayerOrder { .goTo(position) }
    }

    struct Volume: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "volume", abstract: "Set the volume, or turn it up or down.",
            discussion: """
                  phonolith player volume 80
                  phonolith player volume +5
                  phonolith player volume -5
                """)
        @Argument(help: "Percent, 0 to 100; +N louder, -N quieter.") var percent: String
        @OptionGroup var remote: PlayerOptions

        var order: PlayerOrder {
            get throws {
                let text = percent.hasSuffix("%") ? String(percent.dropLast()) : percent
                guard let number = Int(text), (-100...100).contains(number) else {
                    throw ValidationError(
                        "'\(percent)' is not a volume; write 0 to 100 for percent, or +5 or -5 to change it"
                    )
                }
                let isChange = text.first.map { "+-".contains($0) } == true
                let volume = Double(number) / 100
                return isChange ? .changeVolume(by: volume) : .setVolume(volume)
            }
        }
    }

    struct Stop: OrderCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop",
            abstract: "Stop, and go back to the beginning of the entry; play begins it again.")
        @OptionGroup var remote: PlayerOptions
        var order: PlayerOrder { .stop }
    }
}

/// A command that is one order to the player.
protocol OrderCommand: ParsableCommand {
    var remote: PlayerOptions { get }
    /// Throws `ValidationError` if what was typed is no order.
    var order: PlayerOrder { get throws }
}

extension OrderCommand {
    func validate() throws { _ = try order }
    func run() throws { try remote.order(order) }
}

/// Where an order goes, and how its answer is shown.
struct PlayerOptions: ParsableArguments {
    @Flag(help: "Print the state of the player afterwards as one JSON object.") var json = false
    @OptionGroup var library: LibraryOptions

    /// Has the player obey, and prints its state where JSON is asked for.
    @discardableResult
    func order(_ order: PlayerOrder) throws -> PlayerReport {
        let report: PlayerReport?
        do {
            report =
                if let catalog = try library.openIfThere(for: .writing) {
                    try catalog.queue.order(order)
                } else {
                    try MainThread.waiting { try await BusRemote()?.order(order) }
                }
        } catch let refusal as QueueEdit.Refusal {
            throw Failure(refusal.description)
        }
        guard let report else {
            throw Failure("nothing plays this queue; phonolith play plays it")
        }
        if json { try StandardOutput.writeLine(Record(report).json) }
        return report
    }
}

extension PlayerReport {
    fileprivate var lines: [String] {
        let place = position.map { position in "\(position)\(count.map { "/\($0)" } ?? "")" }
        let name =
            streamTitle
            ?? item.map { item in
                item.artist.map { "\($0) – \(item.name)" } ?? item.name
            }
        let clock = duration.map { "\(time.clockText) / \($0.clockText)" } ?? time.clockText
        var settings = ["volume \(Int((volume * 100).rounded()))%"]
        if rate != 1 { settings.append("speed \(MediaValue.number(rate).plainText)") }
        if shuffleMode != .off { settings.append("shuffle \(shuffleMode.rawValue)") }
        if repeatMode != .none { settings.append("repeat \(repeatMode.rawValue)") }
        let head = [state, place, name, streamTitle == nil ? nil : stationName].compactMap(\.self)
        return [
            head.joined(separator: "  ").withoutControls,
            "\(clock)  \(settings.joined(separator: ", "))",
        ]
    }
}

extension Record {
    /// The state of a player, with the keys of `queue` and of events.
    fileprivate init(_ report: PlayerReport) {
        let item = report.item
        let (path, url) = item?.source.place ?? (nil, nil)
        self.init([
            ("state", .text(report.state)), ("position", report.position.map(MediaValue.integer)),
            ("count", report.count.map(MediaValue.integer)), ("time", .thousandths(report.time)),
            ("persistentID", item?.persistentID.map { .text($0.description) }),
            ("title", item?.title.map { .text($0) }), ("artist", item?.artist.map { .text($0) }),
            ("albumTitle", item?.albumTitle.map { .text($0) }),
            ("playbackDuration", report.duration.map(MediaValue.number)),
            ("path", path.map { .text($0.description) }), ("url", url.map { .text($0) }),
            ("streamTitle", report.streamTitle.map { .text($0) }),
            ("stationName", report.stationName.map { .text($0) }),
            ("volume", .number(report.volume)), ("rate", .number(report.rate)),
            ("repeatMode", .text(report.repeatMode.rawValue)),
            ("shuffleMode", .text(report.shuffleMode.rawValue)),
        ])
    }
}
