import PhonolithMediaModel

/// A kind of command of media keys, panels and programs on the bus; the counterpart of `MPRemoteCommand`.
public enum RemoteCommand: String, Hashable, Sendable, CaseIterable {
    /// Plays.
    case play
    /// Pauses.
    case pause
    /// Pauses what plays, and plays what is paused.
    case togglePlayPause
    /// Stops.
    case stop
    /// Goes to the next item.
    case nextTrack
    /// Goes to the item before, or to the beginning of this one.
    case previousTrack
    /// Goes forward or back in the item.
    case skip
    /// Goes to a time of the item.
    case changePlaybackPosition
    /// Changes the speed.
    case changePlaybackRate
    /// Changes the repeat mode.
    case changeRepeatMode
    /// Shuffles, or restores the order.
    case changeShuffleMode
    /// Changes the volume.
    case changeVolume
    /// Plays what is at an address.
    case open
    /// Ends the player.
    case quit
}

/// A command that came, with what it asks for; the counterpart of `MPRemoteCommandEvent`.
public enum RemoteCommandEvent: Hashable, Sendable {
    /// Plays.
    case play
    /// Pauses.
    case pause
    /// Pauses what plays, and plays what is paused.
    case togglePlayPause
    /// Stops.
    case stop
    /// Goes to the next item.
    case nextTrack
    /// Goes to the item before.
    case previousTrack
    /// Goes forward by seconds, or back where they are negative.
    case skip(by: Double)
    /// Goes to a time, in seconds from the item's beginning.
    case changePlaybackPosition(to: Double)
    /// Changes the speed; 1 is normal.
    case changePlaybackRate(to: Double)
    /// Changes the repeat mode.
    case changeRepeatMode(to: PlayQueue.RepeatMode)
    /// Changes the shuffle mode.
    case changeShuffleMode(to: PlayQueue.ShuffleMode)
    /// Changes the volume: 0...1.
    case changeVolume(to: Double)
    /// Plays what is at an address, as the client wrote it.
    case open(String)
    /// Ends the player.
    case quit

    /// Its kind.
    public var command: RemoteCommand {
        switch self {
        case .play: .play
        case .pause: .pause
        case .togglePlayPause: .togglePlayPause
        case .stop: .stop
        case .nextTrack: .nextTrack
        case .previousTrack: .previousTrack
        case .skip: .skip
        case .changePlaybackPosition: .changePlaybackPosition
        case .changePlaybackRate: .changePlaybackRate
        case .changeRepeatMode: .changeRepeatMode
        case .changeShuffleMode: .changeShuffleMode
        case .changeVolume: .changeVolume
        case .open: .open
        case .quit: .quit
        }
    }
}

/// The answer of a handler; the counterpart of `MPRemoteCommandHandlerStatus`.
public enum RemoteCommandStatus: Hashable, Sendable {
    /// The handler has done what was asked for; the player does nothing.
    case success
    /// The player does what it does without a handler.
    case passedToPlayer
    /// Nothing was done, for a reason, which the client is told.
    case commandFailed(String)
}

/// The commands that a player on the bus takes, and the handlers beside the player's own.
struct RemoteCommands: Sendable {
    typealias Handler = @Sendable (RemoteCommandEvent) -> RemoteCommandStatus

    var disabled: Set<RemoteCommand> = []
    var handlers: [RemoteCommand: Handler] = [:]

    /// Whether a command can be given: the player's own view, unless it is disabled or handled otherwise.
    func allows(_ command: RemoteCommand, else isPossible: Bool) -> Bool {
        !disabled.contains(command) && (handlers[command] != nil || isPossible)
    }

    /// Decides about a request of a client.
    ///
    /// - Parameter current: The entry that plays; a time of another one is not for this player any more.
    func status(
        of request: BusRequest, current: PlayQueue.Entry.ID?
    ) -> RemoteCommandStatus {
        guard let event = request.event else { return .passedToPlayer }
        if disabled.contains(event.command) {
            return .commandFailed("the player does not take the command \(event.command.rawValue)")
        }
        if case .command(.setPosition(_, let entry)) = request, entry != current {
            return .passedToPlayer
        }
        return handlers[event.command].map { $0(event) } ?? .passedToPlayer
    }
}

extension BusRequest {
    /// The request in the words of programs; `nil` for what no client can ask for.
    var event: RemoteCommandEvent? {
        switch self {
        case .quit: .quit
        case .open(let address): .open(address)
        case .command(let command):
            switch command {
            case .play: .play
            case .pause: .pause
            case .togglePlayPause: .togglePlayPause
            case .stop: .stop
            case .next: .nextTrack
            case .previous: .previousTrack
            case .seek(let change): .skip(by: change)
            case .setPosition(let time, _): .changePlaybackPosition(to: time)
            case .setRate(let rate): .changePlaybackRate(to: rate)
            case .setRepeat(let mode): .changeRepeatMode(to: mode)
            case .setShuffle(let mode): .changeShuffleMode(to: mode)
            case .setVolume(let volume): .changeVolume(to: max(0, min(1, volume)))
            case .changeVolume, .nextRepeatMode, .nextShuffleMode, .open: nil
            }
        }
    }
}
