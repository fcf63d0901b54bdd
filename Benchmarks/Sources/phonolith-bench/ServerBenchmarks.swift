import Foundation

/// The service's response times, alone and with many clients, and beside Supysonic over the same files.
struct ServerBenchmarks {
    /// The program `phonolith`.
    let program: String
    /// A library of many tracks, and one that Supysonic reads in minutes.
    let large: ShelfLibrary
    let small: ShelfLibrary
    /// One that is copied as a whole; `nil` where that is not measured.
    let largest: ShelfLibrary?
    /// Holds what the servers write.
    let folder: String
    let port: Int

    /// The seconds of each run.
    private static let (alone, crowd) = (3, 10)
    private static let endurance = 500_000.0
    /// The requests after which what is kept in memory on purpose is there: pages of the database, statements.
    private static let warming = 50_000.0

    func outcomes() throws -> [Outcome] {
        guard WebLoad.isInstalled else {
            throw BenchmarkError("wrk is not installed: apt-get install wrk")
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try comparison() + crowded() + attacked() + copies()
    }

    // MARK: - Requests

    /// A request as both servers understand it, over albums and words of their own.
    private struct Request {
        var name: String
        var paths: [String]
    }

    private func requests(_ server: borrowing MusicServer) throws -> [Request] {
        let albums = try server.albums(200)
        let ids = albums.compactMap { $0["id"] as? String }
        let words = Set(
            albums.compactMap { ($0["artist"] as? String)?.split(separator: " ").first }
        ).compactMap { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) }
        return [
            Request(name: "ping", paths: [server.path("ping")]),
            Request(
                name: "getAlbumList2",
                paths: (0..<20).map {
                    server.path(
                        "getAlbumList2", "type=alphabeticalByName&size=50&offset=\($0 * 50)")
                }),
            Request(
                name: "search3",
                paths: words.sorted().map {
                    server.path("search3", "query=\($0)&artistCount=20&albumCount=20&songCount=50")
                }),
            Request(name: "getAlbum", paths: ids.map { server.path("getAlbum", "id=\($0)") }),
        ]
    }

    private func run(
        _ server: borrowing MusicServer, _ paths: [String], clients: Int, seconds: Int
    ) throws -> WebLoad.Answers {
        let answers = try WebLoad(
            server: server.address, paths: paths, headers: server.headers, clients: clients,
            seconds: seconds, folder: folder
        ).run()
        guard answers.failures == 0, answers.requests > 0 else {
            throw BenchmarkError(
                "\(server.address)\(paths[0].prefix { $0 != "?" }): \(answers.failures) of"
                    + " \(answers.requests.text) requests failed")
        }
        return answers
    }

    // MARK: - Beside Supysonic

    private func comparison() throws -> [Outcome] {
        let ours = try rates(
            .phonolith(program, database: copy(small), port: port))
        guard let music = small.roots.first?.music else { return [] }
        let theirs = try rates(
            .supysonic(music, in: folder + "/supysonic-\(small.tracks)", port: port + 1))
        return zip(ours, theirs).map { ours, theirs in
            Outcome(
                what: "`\(ours.name)`, \(small.tracks) tracks, 8 clients: requests a second"
                    + " ÷ Supysonic's",
                value: ours.rate / theirs.rate, unit: .ratio,
                limit: .atLeast(ours.name == "ping" ? 5 : 10),
                detail: "\(ours.rate.text) ÷ \(theirs.rate.text); gunicorn with two workers")
        }
    }

    private func rates(_ server: consuming MusicServer) throws -> [(name: String, rate: Double)] {
        var rates: [(name: String, rate: Double)] = []
        for request in try requests(server) {
            let answers = try run(server, request.paths, clients: 8, seconds: Self.crowd / 2)
            rates.append((request.name, answers.rate))
        }
        return rates
    }

    // MARK: - Many tracks, many clients

    private func crowded() throws -> [Outcome] {
        let database = try copy(large)
        let songs = try addSongs(to: database)
        let server = try MusicServer.phonolith(program, database: database, port: port)
        let name = "\(large.tracks) tracks"
        var outcomes = [
            Outcome(
                what: "\(name): memory of the service at rest",
                value: server.process.residentMegabytes,
                unit: .megabytes, limit: .atMost(60), detail: "resident set after the start")
        ]
        var requests = try requests(server)
        requests.append(
            Request(
                name: "/api/v1/songs",
                paths: ["", "&sort=year", "&sort=dateAdded:desc"].map {
                    "/api/v1/songs?limit=50" + $0
                }))
        for request in requests {
            let alone = try run(server, request.paths, clients: 1, seconds: Self.alone)
            let crowd = try run(server, request.paths, clients: 50, seconds: Self.crowd)
            outcomes += [
                Outcome(
                    what: "`\(request.name)`, \(name), one client",
                    value: alone.median * 1000, unit: .milliseconds,
                    limit: .atMost(request.name == "ping" ? 1 : 10), detail: alone.text),
                Outcome(
                    what: "`\(request.name)`, \(name), 50 clients: 99 % within",
                    value: crowd.percentile99 * 1000, unit: .milliseconds, limit: .atMost(300),
                    detail: crowd.text),
            ]
        }
        outcomes.append(try streams(server, songs))
        outcomes += try endurance(server, requests.flatMap(\.paths), name)
        return outcomes
    }

    /// Hostile clients beside an ordinary one.
    func attacked() throws -> [Outcome] {
        let database = try copy(small)
        _ = try addSongs(to: database)
        return try AttackBenchmarks(
            program: program, database: database, tracks: small.tracks, port: port
        ).outcomes()
    }

    /// 200 clients that load whole songs.
    private func streams(
        _ server: borrowing MusicServer, _ songs: String
    ) throws -> Outcome {
        let found = try server.answer(
            "search3", "query=Noise&songCount=50&artistCount=0&albumCount=0")
        let ids = ((found["searchResult3"] as? [String: Any])?["song"] as? [[String: Any]] ?? [])
            .compactMap { $0["id"] as? String }
        guard !ids.isEmpty else { throw BenchmarkError("\(songs): was not scanned") }
        let before = server.process.processorSeconds
        let answers = try run(
            server, ids.map { server.path("stream", "id=\($0)") }, clients: 200,
            seconds: Self.crowd)
        let spent = server.process.processorSeconds - before
        return Outcome(
            what: "200 clients that load songs of 10 MB: processor time a MB",
            value: spent * 1000 / (answers.bytes / 1e6), unit: .milliseconds, limit: .atMost(1),
            detail: "\((answers.bytes / 1e6 / answers.seconds).text) MB a second; no answer waited"
                + " for more than ten seconds")
    }

    /// Half a million requests of all kinds: neither memory nor open files may grow.
    private func endurance(
        _ server: borrowing MusicServer, _ paths: [String], _ name: String
    ) throws -> [Outcome] {
        var requests = 0.0
        while requests < Self.warming {
            requests += try run(server, paths, clients: 50, seconds: Self.crowd).requests
        }
        let (memoryBefore, filesBefore) = (server.process.residentMegabytes, openFiles(server))
        while requests < Self.endurance {
            requests += try run(server, paths, clients: 50, seconds: 30).requests
        }
        // Connections are closed a moment after their clients.
        usleep(2_000_000)
        let (memoryAfter, filesAfter) = (server.process.residentMegabytes, openFiles(server))
        return [
            Outcome(
                what: "\(name): memory of the service under load", value: memoryAfter,
                unit: .megabytes, limit: .atMost(200),
                detail: "resident set after \(requests.text) requests of 50 clients"),
            Outcome(
                what: "500000 mixed requests: memory at the end ÷ after 50000",
                value: memoryAfter / memoryBefore, unit: .ratio, limit: .atMost(1.1),
                detail: "\(memoryBefore.text) MB, \(memoryAfter.text) MB; open files"
                    + " \(filesBefore), \(filesAfter)"),
        ]
    }

    func copies() throws -> [Outcome] {
        guard let largest else { return [] }
        return try CopyBenchmarks(
            program: program, database: copy(largest), tracks: largest.tracks, port: port
        ).outcomes()
    }

    /// Measures the web page with each library.
    func page() throws -> [Outcome] {
        try ([large] + (largest.map { [$0] } ?? [])).flatMap { library in
            try PageBenchmarks(
                program: program, database: copy(library), tracks: library.tracks, port: port
            ).outcomes()
        }
    }

    // MARK: - Libraries

    /// A copy, to which the service adds what it needs.
    private func copy(_ library: ShelfLibrary) throws -> String {
        _ = try library.keep()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let copy = folder + "/\(library.tracks).sqlite"
        for suffix in ["", "-wal", "-shm", ".key"] { unlink(copy + suffix) }
        _ = try Command(
            program, ["backup", copy], environment: ["PHONOLITH_LIBRARY": library.database]
        ).run()
        return copy
    }

    /// Adds songs of 10 MB to a library.
    ///
    /// - Returns: Their folder.
    private func addSongs(to database: String) throws -> String {
        let songs = folder + "/songs"
        try FileManager.default.createDirectory(atPath: songs, withIntermediateDirectories: true)
        for number in 1...20 {
            let path = "\(songs)/\(number).flac"
            if FileManager.default.fileExists(atPath: path) { continue }
            let source =
                number == 1
                ? ["-f", "lavfi", "-i", "anoisesrc=duration=60:amplitude=0.3:sample_rate=96000"]
                : ["-i", "\(songs)/1.flac", "-codec", "copy"]
            _ = try Command(
                "ffmpeg",
                ["-v", "error", "-y"] + source + ["-metadata", "title=Noise \(number)", path]
            ).run()
        }
        _ = try Command(
            program, ["scan", "--quiet", songs], environment: ["PHONOLITH_LIBRARY": database]
        ).run()
        return songs
    }

    // MARK: - The process

    private func openFiles(_ server: borrowing MusicServer) -> Int {
        let path = "/proc/\(server.process.root)/fd"
        return (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
    }
}
