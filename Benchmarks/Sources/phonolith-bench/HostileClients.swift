import Foundation

/// Clients that attack a server, each from its own address and each in one way, until the value is destroyed.
struct HostileClients: ~Copyable {
    private let sessions: [pid_t]

    /// How many attack at once.
    static let count = 13

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
            """
            for form in \(files.endlessForm) \(files.form); do
                $curl --max-time 20 --data @$form $server/rest/ping
            done
            """,
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
            // Logins with names of a megabyte that fold to eighteen times as many letters, and of plain ones.
            """
            for name in \(files.foldingLogin) \(files.plainLogin); do
                for _ in {1..6}; do \(login("$name", seconds: 60)) & done
            done
            wait
            """,
            // Logins of a megabyte, many at once: from this address, and from four others.
            "python3 \(files.slowLogins) ${server##*:} \(files.slowLogin) 127.0.2.1",
            "python3 \(files.slowLogins) ${server##*:} \(files.slowLogin) 127.0.3.1 127.0.3.2 127.0.3.3 127.0.3.4",
            // Searches of 300 KB, by clients that leave at once.
            """
            for _ in {1..7}; do
                $curl --max-time 0.5 --data @\(files.search) "$server/rest/search3?$key"
            done
            """,
            // Connections that stay open and idle after an answer, as many as five addresses may have.
            """
            python3 \(files.idleConnections) ${server##*:}
            """,
        ]
    }

    private static func login(_ file: String, seconds: Int) -> String {
        """
        $curl --max-time \(seconds) --data @\(file) \
        --header "Content-Type: application/json" $server/api/v1/session
        """
    }
}

/// Request bodies and filters of the attacks.
private struct HostileFiles {
    let folder: String
    let songs: [String]

    /// More parameters than are taken, and as many as are, in ten megabytes each.
    var endlessForm: String { folder + "/hostile-endless-form" }
    var form: String { folder + "/hostile-form" }
    var filter: String { folder + "/hostile-filter" }
    var playlist: String { folder + "/hostile-playlist" }
    var foldingLogin: String { folder + "/hostile-folding-login" }
    var plainLogin: String { folder + "/hostile-plain-login" }
    var slowLogin: String { folder + "/hostile-slow-login" }
    var slowLogins: String { folder + "/hostile-logins.py" }
    var search: String { folder + "/hostile-search" }
    var idleConnections: String { folder + "/hostile-idle.py" }

    func write() throws {
        try String(repeating: "&a", count: 5 << 20).write(
            toFile: endlessForm, atomically: true, encoding: .utf8)
        try String(repeating: "id=\(String(repeating: "a", count: 100))&", count: 99_999).write(
            toFile: form, atomically: true, encoding: .utf8)
        let pattern = "path matches '(.*)*(.*)*(.*)*N!'"
        try Array(repeating: pattern, count: 200).joined(separator: " or ").write(
            toFile: filter, atomically: true, encoding: .utf8)
        try String(repeating: "songId=\(songs[0])&", count: 100_000).write(
            toFile: playlist, atomically: true, encoding: .utf8)
        for (file, letter, count) in [
            (foldingLogin, "\u{FDFA}", 300_000), (plainLogin, "a", 1_000_000),
            (slowLogin, "b", 1_000_000),
        ] {
            let name = String(repeating: letter, count: count)
            try #"{"user":"\#(name)","password":"x"}"#.write(
                toFile: file, atomically: true, encoding: .utf8)
        }
        try ("query=" + String(repeating: "\u{FDFA}", count: 100_000)).write(
            toFile: search, atomically: true, encoding: .utf8)
        try Self.loginScript.write(toFile: slowLogins, atomically: true, encoding: .utf8)
        try Self.idleScript.write(toFile: idleConnections, atomically: true, encoding: .utf8)
    }

    /// Sends 190 logins at once from each of some addresses, the last byte three seconds after the others. One program, because
    /// as many as there are logins would take the processor from the server.
    private static let loginScript = """
        import socket, sys, time
        body = open(sys.argv[2], "rb").read()
        head = f"POST /api/v1/session HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: application/json\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n"
        connections = []
        for address in sys.argv[3:]:
            for _ in range(190):
                try:
                    new = socket.socket()
                    new.settimeout(5)
                    new.bind((address, 0))
                    new.connect(("127.0.0.1", int(sys.argv[1])))
                    new.sendall(head.encode() + body[:-1])
                    connections.append(new)
                except OSError: pass
        time.sleep(3)
        for known in connections:
            try:
                known.sendall(body[-1:])
                known.recv(1000)
            except OSError: pass
        """

    /// Opens 210 connections of each of five addresses, has a request answered on each, keeps them for half a minute, and opens
    /// those again that were closed.
    private static let idleScript = """
        import socket, sys, time
        connections = {}
        end = time.time() + 30
        while time.time() < end:
            for key in ((a, n) for a in range(1, 6) for n in range(210)):
                try:
                    known = connections.get(key)
                    if known:
                        try:
                            if known.recv(65536, socket.MSG_DONTWAIT): continue
                        except BlockingIOError: continue
                        known.close()
                    new = socket.socket()
                    new.settimeout(2)
                    new.bind((f"127.0.4.{key[0]}", 0))
                    new.connect(("127.0.0.1", int(sys.argv[1])))
                    new.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
                    connections[key] = new
                except OSError: connections.pop(key, None)
            time.sleep(0.5)
        """
}
