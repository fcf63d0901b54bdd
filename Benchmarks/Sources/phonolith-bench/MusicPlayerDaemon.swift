import Foundation

/// The Music Player Daemon over a folder of music, without sound, with a database of its own.
struct MusicPlayerDaemon: ~Copyable {
    private let process: pid_t
    private let socket: String

    /// Whether the daemon and its client are installed.
    static var isInstalled: Bool {
        ["mpd", "mpc"].allSatisfy { Command("sh", ["-c", "command -v \($0)"]).text() != nil }
    }

    /// Starts the daemon and lets it read the music for the first time.
    static func start(music: String, scratch: String) throws -> MusicPlayerDaemon {
        let configuration = """
            music_directory "\(music)"
            db_file "\(scratch)/mpd.db"
            log_file "\(scratch)/mpd.log"
            bind_to_address "\(scratch)/mpd.socket"
            zeroconf_enabled "no"
            audio_output {
                type "null"
                name "none"
            }
            """
        let path = scratch + "/mpd.conf"
        try configuration.write(toFile: path, atomically: true, encoding: .utf8)
        var command = Command("mpd", ["--no-daemon", path])
        command.complaints = scratch + "/mpd.complaints"
        let daemon = MusicPlayerDaemon(
            process: try command.start(),
            socket: scratch + "/mpd.socket")
        try daemon.awaitAnswer()
        _ = try daemon.client("--wait", "update")
        return daemon
    }

    private init(process: pid_t, socket: String) {
        self.process = process
        self.socket = socket
    }

    deinit {
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }

    /// Lets the daemon read all files again, whether they have changed or not.
    ///
    /// - Returns: How long it takes, in seconds.
    func rescan() throws -> Double { try client("--wait", "rescan") }

    /// How many tracks the daemon knows; they are said in `mpc stats` as `Songs:   20000`.
    func trackCount() -> Int {
        let text = Command("mpc", ["--host", socket, "stats"]).text() ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("Songs:") }
        return line.flatMap { Int($0.dropFirst(6).filter(\.isNumber)) } ?? 0
    }

    private func client(_ arguments: String...) throws -> Double {
        try Command("mpc", ["--host", socket] + arguments).run().seconds
    }

    private func awaitAnswer() throws {
        for _ in 0..<100 {
            if FileManager.default.fileExists(atPath: socket), (try? client("status")) != nil {
                return
            }
            usleep(100_000)
        }
        throw BenchmarkError("mpd does not answer; see \(socket.dropLast(6))log")
    }
}
