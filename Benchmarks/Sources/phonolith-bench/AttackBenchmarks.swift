import Foundation

/// Response times and memory of the service while hostile clients attack it.
struct AttackBenchmarks {
    /// The program `phonolith`.
    let program: String
    /// A copy of a library; a user is added.
    let database: String
    let tracks: Int
    let port: Int

    private static let seconds = 60
    private static let afterwards: UInt32 = 15

    func outcomes() throws -> [Outcome] {
        let secret = try hostileUser()
        let server = try MusicServer.phonolith(program, database: database, port: port)
        let songs = try songs(server)
        var memory: [Double] = []
        let clients = try HostileClients(against: port, secret: secret, songs: songs)
        let times = try ask(server) { memory.append(server.process.ownResidentMegabytes) }
        _ = consume clients
        sleep(Self.afterwards)
        let left = server.process.processes.count - 1
        return [
            Outcome(
                what:
                    "\(tracks) tracks, \(HostileClients.count) hostile clients: 99 % of an ordinary user's lists within",
                value: times.percentile99 * 1000, unit: .milliseconds, limit: .atMost(300),
                detail: "\(times.millisecondsText), longest \((times.worst * 1000).text) ms"),
            Outcome(
                what:
                    "\(tracks) tracks, \(HostileClients.count) hostile clients: most memory of the service",
                value: Runs(memory).largest, unit: .megabytes, limit: .atMost(250),
                detail: "\(server.process.ownResidentMegabytes.text) MB and \(left) workers"
                    + " \(Self.afterwards) s later"),
        ]
    }

    /// The times of an ordinary user's requests, in seconds: the first page of the albums, twenty times a second.
    private func ask(
        _ server: borrowing MusicServer, after each: () -> Void
    ) throws -> Runs {
        var times: [Double] = []
        let end = ContinuousClock.now + .seconds(Self.seconds)
        let path = server.address + server.path("getAlbumList2", "type=newest&size=50")
        while ContinuousClock.now < end {
            let answer =
                Command(
                    "curl",
                    [
                        "--silent", "--output", "/dev/null", "--max-time", "60", "--write-out",
                        "%{http_code} %{time_total}", path,
                    ]
                ).text() ?? "nothing"
            let parts = answer.split(separator: " ")
            guard parts.count == 2, parts[0] == "200", let time = Double(parts[1]) else {
                throw BenchmarkError(
                    "\(server.address): list \(times.count + 1) was answered by \(answer)")
            }
            times.append(time)
            each()
            usleep(50_000)
        }
        return Runs(times)
    }

    /// The app password of the user that the hostile clients log in as.
    private func hostileUser() throws -> String {
        let environment = ["PHONOLITH_LIBRARY": database]
        let file = database + ".password"
        try "a-password-for-benchmarks\n".write(toFile: file, atomically: true, encoding: .utf8)
        defer { unlink(file) }
        _ = try Command(
            program, ["user", "add", "mallory", "--password-stdin"], environment: environment
        ).reading(file).run()
        let secret = Command(
            program, ["app-password", "add", "mallory"], environment: environment
        ).text()
        guard let secret, !secret.isEmpty else {
            throw BenchmarkError("\(database): no app password could be made")
        }
        return secret.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func songs(_ server: borrowing MusicServer) throws -> [String] {
        let found = try server.answer(
            "search3", "query=Noise&songCount=8&artistCount=0&albumCount=0")
        let songs = ((found["searchResult3"] as? [String: Any])?["song"] as? [[String: Any]] ?? [])
            .compactMap { $0["id"] as? String }
        guard songs.count > 1 else { throw BenchmarkError("\(database): has no long songs") }
        return songs
    }
}
