import ArgumentParser
import PhonolithMediaModel

/// The command or option that is probably meant by an unknown word.
///
/// A word that does no harm never leads to one that deletes or replaces something: those are only suggested for a slip of
/// the finger.
enum MeantWords {
    /// The command that is meant, with those above it; `nil` where none is likely.
    ///
    /// - Parameters:
    ///   - path: The command in front of the word, if there is one.
    ///   - names: The commands that there are in its place.
    static func command(_ word: String, below path: [String], among names: [String]) -> String? {
        let word = word.lowercased()
        let known = path.isEmpty ? orders.merging(commands) { $1 } : below[path[0], default: [:]]
        if let meant = known[word] ?? (path == ["player"] ? nil : orders[word]) { return meant }
        return nearest(word, among: names).map { (path + [$0]).joined(separator: " ") }
    }

    /// The option that is meant, without `--`; `nil` where none is likely.
    static func option(_ word: String, among names: [String]) -> String? {
        if let meant = options[word]?.first(where: names.contains) { return meant }
        return nearest(word, among: names)
    }

    /// The name that is so near that it is one with a slip of the finger, or one that the word is a part of.
    private static func nearest(_ word: String, among names: [String]) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        return names.filter { isNear(word, $0) }.min { left, right in
            (left.editDistance(to: word), left) < (right.editDistance(to: word), right)
        }
    }

    private static func isNear(_ word: String, _ name: String) -> Bool {
        let isSwapped = word.sorted() == name.sorted()
        let distance = name.editDistance(to: word)
        if isDestructive(name) { return isSwapped || distance == 1 }
        return isSwapped || distance <= max(1, name.count / 3)
            || word.count >= 4 && name.contains(word)
    }

    private static func isDestructive(_ name: String) -> Bool {
        [
            "prune", "restore", "remove", "clear", "delete", "revoke", "force", "yes", "overwrite",
            "delete-data", "replace",
        ].contains(name)
    }

    /// Words of other players for what `player` and `queue` do.
    private static let orders = [
        "pause": "player pause", "stop": "player stop", "next": "player next",
        "skip": "player next", "prev": "player previous", "previous": "player previous",
        "back": "player previous", "toggle": "player toggle", "playpause": "player toggle",
        "play-pause": "player toggle", "status": "player status", "current": "player status",
        "now": "player status", "nowplaying": "player status", "now-playing": "player status",
        "resume": "player play", "unpause": "player play", "continue": "player play",
        "seek": "player seek", "forward": "player seek +10", "rewind": "player seek -10",
        "volume": "player volume", "vol": "player volume", "mute": "player volume 0",
        "louder": "player volume +5", "quieter": "player volume -5", "goto": "player goto",
        "go": "player goto", "jump": "player goto", "remote": "player", "control": "player",
        "shuffle": "queue mode --shuffle songs", "repeat": "queue mode --repeat all",
        "loop": "queue mode --repeat all", "device": "queue device", "enqueue": "queue add",
    ]

    private static let commands = [
        "find": "search", "index": "scan", "update": "scan", "rescan": "scan", "refresh": "scan",
        "server": "serve", "web": "serve", "tracks": "songs", "movies": "videos",
        "films": "videos", "info": "show", "cover": "artwork", "devices": "outputs",
        "favorite": "star", "favourite": "star", "love": "star", "import": "import-from",
        "login": "app-password", "users": "user", "ls": "songs", "version": "--version",
        "fav": "star", "favorites": favorites, "favourites": favorites, "favs": favorites,
        "starred": favorites, "loved": favorites, "liked": favorites, "top": "top-rated",
        "best": "top-rated", "popular": "most-played", "charts": "most-played",
        "recent": "recently-added", "latest": "recently-added", "newest": "recently-added",
        "tv": shows, "shows": shows, "episodes": shows, "series": shows,
    ]

    private static let favorites = "songs --where 'isFavorite = true'"
    private static let shows = "videos --where 'mediaType = tvShow'"

    /// The same for what is below a command.
    private static let below = [
        "queue": [
            "list": "queue show", "ls": "queue show", "append": "queue add",
            "rm": "queue remove", "del": "queue remove", "delete": "queue remove",
            "mv": "queue move",
            "shuffle": "queue mode --shuffle songs", "repeat": "queue mode --repeat all",
            "devices": "outputs", "output": "queue device", "play": "player play",
        ],
        "player": [
            "prev": "player previous", "back": "player previous", "skip": "player next",
            "resume": "player play", "unpause": "player play", "playpause": "player toggle",
            "play-pause": "player toggle", "current": "player status", "show": "player status",
            "vol": "player volume", "jump": "player goto", "skipto": "player goto",
            "forward": "player seek +10", "rewind": "player seek -10", "quit": "player stop",
            "device": "queue device", "shuffle": "queue mode --shuffle songs",
            "repeat": "queue mode --repeat all", "queue": "queue show",
        ],
        "capture": [
            "list": "capture devices", "ls": "capture devices", "picture": "capture photo",
            "film": "capture video", "movie": "capture video",
        ],
        "playlist": [
            "ls": "playlist list", "append": "playlist add", "new": "playlist create",
            "rm": "playlist delete", "del": "playlist delete",
        ],
        "roots": [
            "ls": "roots list", "add": "scan", "rm": "roots remove", "del": "roots remove",
            "delete": "roots remove", "mv": "roots move",
        ],
        "user": [
            "ls": "user list", "create": "user add", "new": "user add", "rm": "user remove",
            "del": "user remove", "delete": "user remove",
        ],
    ]

    /// Other words for options, in the order of what is likely.
    private static let options: [String: [String]] = [
        "port": ["listen"], "bind": ["listen"], "address": ["listen"], "loop": ["repeat"],
        "random": ["shuffle"], "sink": ["device"], "output-device": ["device"],
        "audio-device": ["device"], "input": ["device"], "vol": ["volume"], "speed": ["rate"],
        "seek": ["start"], "from": ["start"], "position": ["start"], "begin": ["start"],
        "sub-lang": ["subtitle-language"], "slang": ["subtitle-language"],
        "sub-language": ["subtitle-language"], "alang": ["audio-language"],
        "audio-lang": ["audio-language"], "novideo": ["no-video"], "vo": ["no-video"],
        "json": ["format"], "csv": ["format"], "out": ["output"], "db": ["library"],
        "database": ["library"], "username": ["user"], "tls-cert": ["tls-certificate"],
        "cert": ["tls-certificate"], "certificate": ["tls-certificate"], "key": ["tls-key"],
        "size": ["max-size"], "replaygain": ["replay-gain"], "gapless": ["crossfade"],
        "eq": ["equalizer"], "time": ["at", "start", "duration"],
    ]
}

extension String {
    /// The parser's message, with the option that is probably meant instead of the one that is written most alike.
    ///
    /// - Parameter root: The command above all.
    func withFittingSuggestion(ofOptionsOf root: any ParsableCommand.Type) -> String {
        let pattern = /Unknown option '--(?<name>[a-zA-Z-]+)'(?:\. Did you mean '[^']*'\?)?\n/
        guard let match = firstMatch(of: pattern),
            let usage = self[match.range.upperBound...].firstMatch(
                of: /Usage: phonolith(?<path>(?: [a-z][a-z-]*)*)/)
        else { return self }
        let names = root.optionNames(below: usage.path.split(separator: " "))
        let meant = MeantWords.option(match.name.lowercased(), among: names)
        return replacingCharacters(
            in: match.range,
            with:
                "Unknown option '--\(match.name)'\(meant.map { ". Did you mean '--\($0)'?" } ?? "")\n"
        )
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
