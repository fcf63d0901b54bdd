import Foundation

/// Compares a library on a PostgreSQL server on the same machine with one in a file.
struct PostgresBenchmarks {
    let server: DatabaseServer
    /// The program `phonolith`.
    let program: String
    /// Two folders of music of the same size.
    let roots: [BenchmarkLibrary]
    /// The library that is asked.
    let library: ShelfLibrary
    /// Holds both folders of music.
    let base: String
    let runs: Int
    let port: Int

    private var tracks: Int { roots.map(\.shape.tracks).reduce(0, +) }
    /// Holds the library file that is compared with, and what the services write.
    private var folder: String { base + "/postgres" }
    private var file: String { folder + "/library.sqlite" }

    func outcomes() throws -> [Outcome] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for root in roots {
            try root.make()
            // Once, so that it is in the page cache.
            _ = try Command("find", [root.music, "-type", "f", "-exec", "cat", "{}", "+"]).run()
        }
        let (address, copying) = try copy()
        return try [scan()] + twoScanners() + [copying]
            + QueryBenchmarks(database: address, tracks: library.tracks, isServer: true).outcomes()
            + SearchBenchmarks(database: address, tracks: library.tracks, isServer: true).outcomes()
            + service(address)
    }

    // MARK: - Scans

    /// Files that take long to open: ``SlowOpen``, which lies beside this program.
    private static var slowOpen: String {
        let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return own.deletingLastPathComponent().path + "/libSlowOpen.so"
    }

    private func scan(
        _ roots: [BenchmarkLibrary], into database: String, isSlow: Bool = false
    ) -> Command {
        var environment = [
            "PHONOLITH_LIBRARY": database, "PHONOLITH_CONFIG": folder + "/no-config.json",
        ]
        if isSlow {
            environment["LD_PRELOAD"] = Self.slowOpen
            environment["SLOW_OPEN"] = base + "/"
        }
        return Command(
            program, ["scan", "--quiet"] + roots.map(\.music), environment: environment)
    }

    /// One scanner, with the library on the server and in a file by turns.
    private func scan() throws -> Outcome {
        var (onServer, inFile) = ([Double](), [Double]())
        for _ in 0..<runs {
            for suffix in ["", "-wal", "-shm", "-lock", ".lock"] { unlink(file + suffix) }
            inFile.append(try scan(roots, into: file).run().seconds)
            onServer.append(
                try scan(roots, into: server.makeDatabase("bench_scan")).run().seconds)
        }
        let (server, file) = (Runs(onServer), Runs(inFile))
        return Outcome(
            what: "PostgreSQL: speed of a scan ÷ that into a file", value: file.best / server.best,
            unit: .ratio, limit: .atLeast(0.5),
            detail: "\(tracks) tracks: PostgreSQL \(server.text); SQLite \(file.text)")
    }

    /// One scanner for two folders, and one for each at the same time.
    private func twoScanners() throws -> [Outcome] {
        try [(isSlow: false, least: 0.9), (isSlow: true, least: 1.6)].map { isSlow, least in
            var (alone, together) = ([Double](), [Double]())
            for _ in 0..<runs {
                let database = try server.makeDatabase("bench_scan")
                alone.append(try scan(roots, into: database, isSlow: isSlow).run().seconds)
                together.append(try scanTogether(isSlow: isSlow))
            }
            let (one, two) = (Runs(alone), Runs(together))
            return Outcome(
                what: "PostgreSQL: speed of two scanners ÷ that of one"
                    + (isSlow ? ", where opening a file takes 2 ms" : ""),
                value: one.best / two.best, unit: .ratio, limit: .atLeast(least),
                detail: "\(tracks) tracks: one \(one.text); two \(two.text)")
        }
    }

    private func scanTogether(isSlow: Bool) throws -> Double {
        let database = try server.makeDatabase("bench_scan")
        let clock = ContinuousClock()
        let start = clock.now
        let processes = try roots.map { try scan([$0], into: database, isSlow: isSlow).start() }
        var failures = 0
        for process in processes {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            if status != 0 { failures += 1 }
        }
        guard failures == 0 else { throw BenchmarkError("a scan beside another one failed") }
        return start.duration(to: clock.now) / .seconds(1)
    }

    // MARK: - Asking

    /// The library, copied from its file.
    ///
    /// - Returns: Its address, and what copying cost.
    private func copy() throws -> (String, Outcome) {
        let address = try server.makeDatabase("bench_library")
        let run = try Command(
            program, ["copy-library", library.database, address],
            environment: ["PHONOLITH_CONFIG": folder + "/no-config.json"]
        ).run()
        return (
            address,
            Outcome(
                what: "PostgreSQL: copy-library, \(library.tracks) tracks", value: run.seconds,
                unit: .seconds, limit: library.tracks > 100_000 ? nil : .atMost(60),
                detail: "from a file, compared at the end; one run")
        )
    }

    /// The service over both, asked by eight clients in the same way.
    private func service(_ address: String) throws -> [Outcome] {
        guard WebLoad.isInstalled else { return [] }
        for suffix in ["", "-wal", "-shm", ".key"] { unlink(file + suffix) }
        _ = try Command(
            program, ["backup", file], environment: ["PHONOLITH_LIBRARY": library.database]
        ).run()
        let inFile = try answers(over: file, port)
        let onServer = try answers(over: address, port + 1)
        return zip(inFile, onServer).map { file, server in
            Outcome(
                what: "PostgreSQL: `\(file.name)`, \(library.tracks) tracks, 8 clients:"
                    + " 99 % within ÷ SQLite's",
                value: server.answers.percentile99 / file.answers.percentile99, unit: .ratio,
                limit: .atMost(2),
                detail: "PostgreSQL \(server.answers.text); SQLite \(file.answers.text)")
        }
    }

    private func answers(
        over database: String, _ port: Int
    ) throws -> [(name: String, answers: WebLoad.Answers)] {
        let server = try MusicServer.phonolith(
            program, database: database, scratch: folder + "/\(port)", port: port)
        let albums = try server.albums(200).compactMap { $0["id"] as? String }
        let requests = [
            (
                "/api/v1/songs",
                ["", "&sort=year", "&sort=title"].map { "/api/v1/songs?limit=50\($0)" }
            ),
            ("/api/v1/albums", (0..<20).map { "/api/v1/albums?limit=50&offset=\($0 * 50)" }),
            ("getAlbum", albums.map { server.path("getAlbum", "id=\($0)") }),
        ]
        return try requests.map { name, paths in
            let load = WebLoad(
                server: server.address, paths: paths, headers: server.headers, clients: 8,
                seconds: 10, folder: folder)
            // The first run warms the connections and their statements.
            _ = try load.run()
            let answers = try load.run()
            guard answers.failures == 0 else {
                throw BenchmarkError("\(server.address): \(answers.failures) requests failed")
            }
            return (name, answers)
        }
    }
}

extension PhonolithBench {
    /// Measurements of a library on a PostgreSQL server; nothing without one.
    func postgres() throws -> [Outcome] {
        guard let server = DatabaseServer.current else {
            say("PostgreSQL is not installed; skipping what needs it")
            return []
        }
        guard let library = libraries.last else { return [] }
        _ = try kept(library)
        say("scanning into PostgreSQL, and asking it")
        return try PostgresBenchmarks(
            server: server, program: program,
            roots: [music(10_000, seed), music(10_000, seed + 3)], library: library,
            base: base, runs: runs, port: 14535
        ).outcomes()
    }
}
