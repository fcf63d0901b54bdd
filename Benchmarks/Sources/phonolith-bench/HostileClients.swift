import Foundation

/// Clients that attack a server, each from its own address and each in one way, until the value is destroyed.
struct HostileClients: ~Copyable {
    private let clients: [pid_t]

    /// How many attack at once: the ways of `hostile-clients.py`.
    static let count = 13

    /// - Parameters:
    ///   - port: Of a server on this machine.
    ///   - secret: The app password of an ordinary user; half of the clients need none.
    ///   - songs: Ids of songs, at least two, of some minutes.
    init(against port: Int, secret: String, songs: [String]) throws {
        guard let script = Bundle.module.path(forResource: "hostile-clients", ofType: "py") else {
            throw BenchmarkError("hostile-clients.py is missing beside the program")
        }
        clients = try (0..<Self.count).map { way in
            var command = Command(
                "python3", [script, "\(port)", "127.0.1.\(way + 1)", secret, "\(way)"] + songs)
            command.complaints = "/dev/null"
            return try command.start()
        }
    }

    deinit {
        for client in clients {
            kill(client, SIGKILL)
            waitpid(client, nil, 0)
        }
    }
}
