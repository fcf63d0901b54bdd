import Foundation

/// A server of music that speaks Subsonic, running on this machine until it is given up.
struct MusicServer: ~Copyable {
    let process: ProcessTree
    let address: String
    /// Headers that name the user, where the path does not.
    let headers: [String]
    /// Parameters that name the user, for the end of each query.
    private let credentials: String

    /// `phonolith serve` over a library.
    ///
    /// - Parameter scratch: The beginning of the names of its log and of its other files; the library's file if it
    ///   is in one.
    static func phonolith(
        _ program: String, database: String, scratch: String? = nil, port: Int
    ) throws -> MusicServer {
        let scratch = scratch ?? database
        var environment = [
            "PHONOLITH_LIBRARY": database, "PHONOLITH_CONFIG": scratch + ".no-config.json",
        ]
        if scratch != database { environment["PHONOLITH_KEY_FILE"] = scratch + ".key" }
        let password = Command(
            program, ["app-password", "add", "owner"], environment: environment
        ).text()?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let password, !password.isEmpty else {
            throw BenchmarkError("\(database): no app password could be made")
        }
        var command = Command(
            program, ["serve", "--listen", "127.0.0.1:\(port)"], environment: environment)
        // As it is used: with a line in the log for each request.
        command.complaints = scratch + ".log"
        return try start(
            command, port, "u=owner&p=\(password)", headers: ["Authorization: Bearer \(password)"])
    }

    /// Supysonic behind gunicorn with two workers, over a folder of music; installed and scanned into a folder that later
    /// runs use again.
    static func supysonic(_ music: String, in folder: String, port: Int) throws -> MusicServer {
        let files = FileManager.default
        let programs = folder + "/environment/bin"
        // Its programs look for their configuration in the home folder.
        let environment = ["HOME": folder]
        func run(_ program: String, _ arguments: [String]) throws {
            _ = try Command(program, arguments, environment: environment).run()
        }
        if !files.fileExists(atPath: folder + "/scanned") {
            try? files.removeItem(atPath: folder)
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try run("python3", ["-m", "venv", folder + "/environment"])
            try run(programs + "/pip", ["install", "-q", "supysonic", "gunicorn"])
            try """
            [base]
            database_uri = sqlite:///\(folder)/supysonic.db
            [webapp]
            cache_dir = \(folder)/cache
            """.write(toFile: folder + "/.supysonic", atomically: true, encoding: .utf8)
            try run(programs + "/supysonic-cli", ["user", "add", "owner", "-p", "secret"])
            try run(programs + "/supysonic-cli", ["folder", "add", "music", music])
            try run(programs + "/supysonic-cli", ["folder", "scan", "--foreground", "music"])
            try Data().write(to: URL(fileURLWithPath: folder + "/scanned"))
        }
        var command = Command(
            programs + "/gunicorn",
            [
                "--workers", "2", "--preload", "--bind", "127.0.0.1:\(port)",
                "supysonic.web:create_application()",
            ], environment: environment)
        command.complaints = folder + "/log"
        return try start(command, port, "u=owner&p=secret")
    }

    /// Starts the program, and waits until it answers.
    private static func start(
        _ command: Command, _ port: Int, _ credentials: String, headers: [String] = []
    ) throws -> MusicServer {
        let server = MusicServer(try command.start(), port, credentials, headers)
        for _ in 0..<300 {
            if (try? server.answer("ping", "")) != nil { return server }
            usleep(100_000)
        }
        throw BenchmarkError("\(command.program) does not answer; see \(command.complaints ?? "")")
    }

    private init(_ process: pid_t, _ port: Int, _ credentials: String, _ headers: [String]) {
        self.process = ProcessTree(root: process)
        address = "http://127.0.0.1:\(port)"
        self.headers = headers
        self.credentials = "\(credentials)&c=bench&v=1.16.1&f=json"
    }

    deinit {
        kill(process.root, SIGTERM)
        waitpid(process.root, nil, 0)
    }

    /// The path of a call, with the credentials.
    func path(_ endpoint: String, _ query: String = "") -> String {
        "/rest/\(endpoint).view?\(query.isEmpty ? "" : query + "&")\(credentials)"
    }

    /// The answer to a call, without its envelope.
    ///
    /// - Throws: ``BenchmarkError`` for an answer that is an error, too.
    func answer(_ endpoint: String, _ query: String) throws -> [String: Any] {
        let text = Command("curl", ["--silent", address + path(endpoint, query)]).text() ?? ""
        let envelope = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        guard let answer = envelope?["subsonic-response"] as? [String: Any],
            answer["status"] as? String == "ok"
        else { throw BenchmarkError("\(address): \(endpoint)?\(query): \(text.prefix(200))") }
        return answer
    }

    /// The first albums by name.
    func albums(_ count: Int) throws -> [[String: Any]] {
        let list = try answer("getAlbumList2", "type=alphabeticalByName&size=\(count)")
        let albums = (list["albumList2"] as? [String: Any])?["album"] as? [[String: Any]] ?? []
        guard !albums.isEmpty else { throw BenchmarkError("\(address): has no albums") }
        return albums
    }
}
