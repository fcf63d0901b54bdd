import Foundation

/// Eight clients that do a server no good, each from an address of its own and each doing one thing over and over, until
/// they are given up.
struct HostileClients: ~Copyable {
    private let sessions: [pid_t]

    /// - Parameters:
    ///   - server: Begins all addresses: `http://127.0.0.1:4533`.
    ///   - secret: The app password of an ordinary user; half of the clients need none.
    ///   - songs: Ids of songs, at least two, of some minutes.
    ///   - folder: Holds what is sent.
    init(against server: String, secret: String, songs: [String], folder: String) throws {
        let files = HostileFiles(folder: folder, songs: songs)
        try files.write()
        sessions = try Self.scripts(files, songs).enumerated().map { number, script in
            let curl = "curl --silent --output /dev/null --interface 127.0.1.\(number + 1)"
            // A session of its own: whatever it has started ends with it.
            var command = Command("setsid", ["bash", "-c", "while :; do\n\(script)\ndone"])
            command.environment = [
                "server": server, "curl": curl, "secret": secret,
                "key": "apiKey=\(secret)&c=hostile&f=json",
            ]
            command.complaints = "/dev/null"
            return try command.start()
        }
    }

    deinit {
        for session in sessions {
            kill(-session, SIGKILL)
            waitpid(session, nil, 0)
        }
    }

    /// What each does, as scripts of a shell that has `$server`, `$key` and `$curl`.
    private static func scripts(_ files: HostileFiles, _ songs: [String]) -> [String] {
        [
            // Bodies that become hundreds of megabytes where they are taken apart, without credentials.
            "$curl --max-time 20 --data @\(files.form) $server/rest/ping",
            // Passwords for names that nobody has, each of which would cost a third of a second to check.
            "$curl --max-time 20 \"$server/rest/ping?u=nobody$RANDOM&p=wrong&c=x&f=json\"",
            // Passwords for one name in ever other disguises.
            "$curl --max-time 20 \"$server/rest/ping?u=owner%00$RANDOM&p=wrong&c=x&f=json\"",
            // Connections that are silent once they are answered.
            """
            for _ in {1..50}; do $curl --limit-rate 1 --max-time 20 $server/ & done
            wait
            """,
            // Filters that would take ten seconds, by a client that leaves at once, and by one that stays.
            """
            for _ in {1..7}; do
                $curl --max-time 0.1 --get --data-urlencode where@\(files.filter) "$server/api/v1/items" \
                    --header "Authorization: Bearer $secret"
            done
            """,
            // Transcodes that nobody reads.
            """
            for id in \(songs.joined(separator: " ")); do
                $curl --limit-rate 50 --max-time 15 "$server/rest/stream?$key&format=wav&id=$id" &
            done
            wait
            """,
            // A playlist of a hundred thousand entries, and all of it again and again.
            """
            $curl --max-time 60 --data @\(files.playlist) "$server/rest/createPlaylist?$key&name=long"
            for id in pl-{1..9}; do $curl --max-time 60 "$server/rest/getPlaylist?$key&id=$id"; done
            """,
            // Changes, as many as can be.
            "for id in \(songs.joined(separator: " ")); do $curl --max-time 20 \"$server/rest/star?$key&id=$id\"; done",
        ]
    }
}

/// What hostile clients send.
private struct HostileFiles {
    let folder: String
    let songs: [String]

    var form: String { folder + "/hostile-form" }
    var filter: String { folder + "/hostile-filter" }
    var playlist: String { folder + "/hostile-playlist" }

    func write() throws {
        try String(repeating: "&a", count: 5 << 20).write(
            toFile: form, atomically: true, encoding: .utf8)
        let pattern = "path matches '(.*)*(.*)*(.*)*N!'"
        try Array(repeating: pattern, count: 200).joined(separator: " or ").write(
            toFile: filter, atomically: true, encoding: .utf8)
        try String(repeating: "songId=\(songs[0])&", count: 100_000).write(
            toFile: playlist, atomically: true, encoding: .utf8)
    }
}
