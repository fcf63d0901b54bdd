import Foundation

/// Eight clients that attack a server, each from its own address and each in one way, until the value is destroyed.
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
            // A session of its own: all that it has started ends with it.
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

    /// One attack per client, as shell scripts with the variables `$server`, `$key`, `$secret` and `$curl`.
    private static func scripts(_ files: HostileFiles, _ songs: [String]) -> [String] {
        [
            // Bodies that become hundreds of megabytes where they are taken apart, without credentials.
            "$curl --max-time 20 --data @\(files.form) $server/rest/ping",
            // Logins with unknown names, each of which would take a third of a second to check.
            "$curl --max-time 20 \"$server/rest/ping?u=nobody$RANDOM&p=wrong&c=x&f=json\"",
            // Logins with one name in many spellings.
            "$curl --max-time 20 \"$server/rest/ping?u=owner%00$RANDOM&p=wrong&c=x&f=json\"",
            // Connections that stay open and idle after the answer.
            """
            for _ in {1..50}; do $curl --limit-rate 1 --max-time 20 $server/ & done
            wait
            """,
            // Filters that would take ten seconds, by clients that leave at once.
            """
            for _ in {1..7}; do
                $curl --max-time 0.1 --get --data-urlencode where@\(files.filter) "$server/api/v1/items" \
                    --header "Authorization: Bearer $secret"
            done
            """,
            // Transcodes whose output is not read.
            """
            for id in \(songs.joined(separator: " ")); do
                $curl --limit-rate 50 --max-time 15 "$server/rest/stream?$key&format=wav&id=$id" &
            done
            wait
            """,
            // A playlist of a hundred thousand entries, read again and again.
            """
            $curl --max-time 60 --data @\(files.playlist) "$server/rest/createPlaylist?$key&name=long"
            for id in pl-{1..9}; do $curl --max-time 60 "$server/rest/getPlaylist?$key&id=$id"; done
            """,
            // As many changes as possible.
            "for id in \(songs.joined(separator: " ")); do $curl --max-time 20 \"$server/rest/star?$key&id=$id\"; done",
        ]
    }
}

/// Request bodies and filters of the attacks.
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
