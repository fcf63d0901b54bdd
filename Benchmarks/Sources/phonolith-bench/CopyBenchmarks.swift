import Foundation

/// The cost of copying a whole library from the service: page by page as OpenSubsonic's programs do, and as one list with a
/// record a line.
struct CopyBenchmarks {
    /// The program `phonolith`.
    let program: String
    /// A copy, which the service may change.
    let database: String
    let tracks: Int
    let port: Int

    private static let pageSize = 500

    func outcomes() throws -> [Outcome] {
        let server = try MusicServer.phonolith(program, database: database, port: port)
        // Statements are prepared, and pages of the library are in memory, as with any that is in use.
        _ = try seconds(server, offset: 0)
        let first = Runs(
            try (0..<40).map { try seconds(server, offset: $0 * Self.pageSize) * 1000 })
        let anywhere = Runs(
            try (0..<20).map { try seconds(server, offset: tracks * $0 / 20) * 1000 })
        return [
            Outcome(
                what:
                    "`search3` with the empty text, \(tracks) tracks: a page of 500 after another",
                value: first.median, unit: .milliseconds, limit: .atMost(30),
                detail: "the first 40 pages: \(first.range)"),
            Outcome(
                what: "the same at any offset, the slowest", value: anywhere.largest,
                unit: .milliseconds, limit: .atMost(100),
                detail: "20 pages along the list: \(anywhere.range)"),
        ] + (try records(server))
    }

    /// Sent and received.
    private func seconds(_ server: borrowing MusicServer, offset: Int) throws -> Double {
        let query =
            "query=%22%22&artistCount=0&albumCount=0&songCount=\(Self.pageSize)&songOffset=\(offset)"
        let text = Command(
            "curl",
            [
                "--silent", "--output", "/dev/null", "--write-out", "%{http_code} %{time_total}",
                server.address + server.path("search3", query),
            ]
        ).text()
        let answer = text?.split(separator: " ") ?? []
        guard answer.count == 2, answer[0] == "200", let seconds = Double(answer[1]) else {
            throw BenchmarkError("\(server.address): search3?\(query): \(text ?? "")")
        }
        return seconds
    }

    private func records(_ server: borrowing MusicServer) throws -> [Outcome] {
        let before = server.process.residentMegabytes
        var most = before
        let list = database + ".ndjson"
        defer { unlink(list) }
        let headers = (server.headers + ["Accept: application/x-ndjson"])
            .flatMap { ["--header", $0] }
        let run = Command(
            "curl", headers + ["--silent", "--output", list, server.address + "/api/v1/songs"])
        var seconds = 0.0
        let start = ContinuousClock.now
        try run.run { _ in
            most = max(most, server.process.residentMegabytes)
            usleep(20_000)
        }
        seconds = Double((ContinuousClock.now - start) / .seconds(1))
        let count = Command("wc", ["-l", list]).text()?.split(separator: " ").first
            .flatMap { Int($0) }
        guard count == tracks else {
            throw BenchmarkError("\(server.address): \(count ?? 0) records of \(tracks) tracks")
        }
        return [
            Outcome(
                what: "all songs as NDJSON, \(tracks) tracks: a record",
                value: seconds * 1e6 / Double(tracks), unit: .microseconds, limit: .atMost(30),
                detail: "\(seconds.text) s in all"),
            Outcome(
                what: "memory while it is sent ÷ before", value: most / before, unit: .ratio,
                limit: .atMost(2), detail: "\(before.text) MB, at most \(most.text) MB"),
        ]
    }
}
