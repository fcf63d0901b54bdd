import Foundation
import PhonolithAccess
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithServer
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Scans that the server runs, and events.
@Suite(.timeLimit(.minutes(20))) struct ScanAndEventTests {
    /// A program that stands for `phonolith-media`: it has read its order, and reports.
    private func script(_ text: String) throws -> (path: MediaPath, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appendingPathComponent("phonolith-media")
        try makeProgram(at: program, running: "read -r order\n\(text)")
        return (MediaPath(program.path), folder)
    }

    /// Waits until the server scans no more.
    private func end(_ server: TestServer) async throws -> [String: Any] {
        var scan: [String: Any] = [:]
        try await eventually("the scan ends") {
            scan = try await server.api("GET", "/scans").json()
            return scan["isScanning"] as? Bool == false
        }
        return scan
    }

    @Test("A scan of all roots is run, and its report is shown to administrators")
    func scan() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        try server.add("full/full.mp3", as: "b.mp3")
        let user = try server.addUser("anna")
        let begun = try await server.payload("startScan").object("scanStatus")
        #expect(begun["scanning"] as? Bool == true)
        let scan = try await end(server)
        #expect(scan["failure"] == nil)
        #expect(scan.object("report")["added"] as? Int == 1)
        #expect(scan.object("report")["unchanged"] as? Int == 1)
        let seen = try await server.send(
            "GET", "/api/v1/scans", headers: ["Authorization": "Bearer \(user)"])
        #expect(try seen.json()["report"] == nil)
        let started = try await server.api("POST", "/scans", body: #"{"full":true}"#)
        #expect(started.status == 202)
        #expect(try await end(server).object("report")["changed"] as? Int == 2)
        await server.stop()
    }

    /// Reports its progress, and goes on when it may.
    private static let waiting = """
        echo '{"event":{"_0":{"progress":{"_0":{"done":5,"total":10,"folder":"/m","added":2,"changed":0}}}}}'
        while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.1; done
        echo '{"event":{"_0":{"report":{"_0":{"added":3,"changed":0,"moved":0,"missing":0,"unchanged":7,\
        "unreadable":0,"returned":0,"hasUnmountedFolders":false,"duration":[0,0],"isInterrupted":false,"problems":[],"solvedProblems":[],\
        "knownProblems":0,"unavailable":[]}}}}}'
        """

    private func letGo(_ folder: URL) throws {
        try Data().write(to: folder.appendingPathComponent("go"))
    }

    /// Waits until the server has heard of a scan's progress.
    private func progress(_ server: TestServer) async throws -> [String: Any] {
        var scan: [String: Any] = [:]
        try await eventually("the scan reports its progress") {
            scan = try await server.api("GET", "/scans").json()
            return !scan.object("progress").isEmpty
        }
        return scan
    }

    @Test("A scan shows how far it is; its numbers are for administrators")
    func progressOfScan() async throws {
        let (program, folder) = try script(Self.waiting)
        let server = try await TestServer.start([:], over: .socket) { $0.media.program = program }
        let anna = try server.addUser("anna")
        let connection = try RawConnection(port: try #require(server.url.port))
        connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(server.secret)\r\n\r\n"
        )
        _ = try await server.api("POST", "/scans")
        let scan = try await progress(server)
        #expect(scan["isScanning"] as? Bool == true && scan["fractionDone"] as? Double == 0.5)
        #expect(scan.object("progress")["done"] as? Int == 5)
        #expect(scan.object("progress")["total"] as? Int == 10)
        #expect(await connection.read(until: "\"fractionDone\":0.5").contains("event: scan"))
        let seen = try await server.send(
            "GET", "/api/v1/scans", headers: ["Authorization": "Bearer \(anna)"]
        ).json()
        #expect(seen["fractionDone"] as? Double == 0.5 && seen["progress"] == nil)
        try letGo(folder)
        let report = try await end(server)
        #expect(report["progress"] == nil && report.object("report")["added"] as? Int == 3)
        await server.stop()
    }

    @Test("Scans of the worker that watches are shown, too")
    func progressOfWatch() async throws {
        let (program, folder) = try script(
            "trap 'exit 0' INT\n" + Self.waiting + "\nwhile :; do sleep 0.1; done")
        let server = try await TestServer.start([:]) {
            $0.media.program = program
            $0.watches = true
        }
        #expect(try await progress(server)["isScanning"] as? Bool == true)
        try letGo(folder)
        let report = try await end(server)
        #expect(report.object("report")["added"] as? Int == 3 && report["dateEnded"] != nil)
        await server.stop()
    }

    @Test("Who listens sees what the jukebox does, without what is closed to the listener")
    func player() async throws {
        let server = try await TestServer.start(
            ["a.flac": "full/full.flac"], more: ["other/b.mp3": "full/full.mp3"], over: .socket)
        let anna = try server.addUser("anna")
        let items = try server.catalog.items.all(matching: MediaQuery())
        let root = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
        let hidden = try #require(items.first { $0.location.root == root.path }).persistentID
        let seen = try #require(items.first { $0.location.root != root.path }).persistentID
        try server.catalog.users.setRoots(
            closed: [root.id], for: server.catalog.users.user(named: "anna"))
        let connection = try RawConnection(port: try #require(server.url.port))
        connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(anna)\r\n\r\n"
        )
        #expect(await connection.read(until: "event: scan").contains("text/event-stream"))
        let queue = #"{"items":["\#(hidden)","\#(seen)"]}"#
        #expect(try await server.api("PATCH", "/jukebox", body: queue).status == 200)
        let event = await connection.read(until: "\"volume\"")
        #expect(event.contains("event: player"))
        #expect(event.contains("\"items\":[\"\(seen)\"]"), "\(event)")
        await server.stop()
    }

    @Test("While another process scans, a scan waits, names it, and is made afterwards")
    func heldLock() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        try server.add("full/full.mp3", as: "b.mp3")
        var lock: ScanLock? = try ScanLock(library: server.catalog.path)
        _ = try await server.api("POST", "/scans", body: "{}")
        try await eventually("the scan waits") {
            let scan = try await server.api("/scans").json()
            let other = scan.text("waitsFor") ?? ""
            return scan["isScanning"] as? Bool == true
                && other.contains("process \(getpid()) is scanning into it")
        }
        let status = try await server.payload("getScanStatus").object("scanStatus")
        #expect(status["scanning"] as? Bool == true)
        withExtendedLifetime(lock) {}
        lock = nil
        let scan = try await end(server)
        #expect(scan.text("failure") == nil && scan.text("waitsFor") == nil)
        #expect(scan.object("report")["added"] as? Int == 1)
        await server.stop()
    }

    @Test("A scan that is ordered beside the worker that watches is made, and the worker goes on")
    func besideWatch() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"]) { $0.watches = true }
        for name in ["b.mp3", "c.mp3", "d.mp3"] {
            try server.add("full/full.mp3", as: name)
            _ = try await server.api("POST", "/scans", body: #"{"full":true}"#)
            #expect(try await end(server).text("failure") == nil)
            try await eventually("\(name) is there") {
                try server.catalog.items.all(matching: MediaQuery()).contains {
                    $0.location.path.description.hasSuffix("/" + name)
                }
            }
        }
        await server.stop()
    }

    @Test("A scan whose worker does not work, or is not there, says why")
    func failures() async throws {
        let (program, _) = try script("echo 'phonolith-media is broken' >&2; exit 2")
        let server = try await TestServer.start([:]) { $0.media.program = program }
        _ = try await server.api("POST", "/scans", body: "{}")
        #expect(try await end(server).text("failure") == "phonolith-media is broken")
        await server.stop()
        let bare = try await TestServer.start([:]) { $0.media.program = "/nowhere/phonolith-media" }
        #expect(try await bare.error("startScan") == nil)
        let failure = try #require(try await end(bare).text("failure"))
        #expect(failure.contains("/nowhere/phonolith-media: cannot start"), "\(failure)")
        await bare.stop()
    }

    @Test("When the server ends, a scan is asked to finish; one that does not is ended")
    func endingDuringScan() async throws {
        let (program, folder) = try script(
            "trap 'touch \"$(dirname \"$0\")/asked\"' INT\n"
                + "echo $$ > \"$(dirname \"$0\")/number\"\nwhile :; do sleep 0.1; done")
        let server = try await TestServer.start([:]) { $0.media.program = program }
        _ = try await server.api("POST", "/scans")
        let number = folder.appendingPathComponent("number")
        var worker: pid_t?
        try await eventually("the worker starts") {
            // Not there until the worker has started.
            let text = try? String(contentsOf: number, encoding: .utf8)
            worker = text.flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
            return worker != nil
        }
        async let end: Void = server.stop()
        let asked = folder.appendingPathComponent("asked").path
        try await eventually("the worker is asked to finish") {
            FileManager.default.fileExists(atPath: asked)
        }
        #expect(kill(try #require(worker), 0) == 0)
        server.clock.advance(by: ScanRunner.endingTime)
        await end
        #expect(kill(try #require(worker), 0) != 0)
    }

    @Test("Scans of folders come to an end, however many are ordered at once")
    func manyFolders() async {
        let log = RecordedLog()
        let scans = ScanRunner(
            program: "/bin/true", library: "/nowhere/library.sqlite", logger: log.logger,
            uptime: { .zero })
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await scans.scan("/nowhere") } }
        }
        #expect(log.lines.count { $0.contains("cannot scan folder") } == 20)
    }

    @Test("Who listens sees changes of the library and scans as they happen")
    func events() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"], over: .socket)
        let connection = try RawConnection(port: try #require(server.url.port))
        connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(server.secret)\r\n\r\n"
        )
        #expect(await connection.read(until: "event: scan").contains("text/event-stream"))
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        try server.catalog.values.setRating(5, of: item.persistentID)
        #expect(await connection.read(until: "event: library").contains("lastModified"))
        _ = try await server.api("POST", "/scans")
        #expect(await connection.read(until: "dateEnded").contains("event: scan"))
        await server.stop()
    }

    @Test("All listeners share one connection to the library")
    func manyListeners() async throws {
        let server = try await TestServer.start([:], over: .socket)
        let port = try #require(server.url.port)
        func listen() async throws -> RawConnection {
            let connection = try RawConnection(port: port)
            connection.send(
                "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(server.secret)\r\n\r\n"
            )
            #expect(await connection.read(until: "event: scan").contains("event: library"))
            return connection
        }
        /// How often this process has the library's file open.
        func openings() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
                // Others close theirs meanwhile.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))
                    == server.catalog.path
            }
        }
        // A reader for each thread at most.
        let most = try openings() + Catalog.readerCount
        var connections: [RawConnection] = []
        for _ in 0..<(Catalog.readerCount + 5) { connections.append(try await listen()) }
        #expect(try openings() <= most)
        try server.catalog.access.setRights([.stream], of: .owner)
        for connection in connections {
            #expect(await connection.read(until: "event: library").contains("lastModified"))
        }
        await server.stop()
    }

    @Test("Events end when the app password is revoked")
    func revokedListener() async throws {
        let server = try await TestServer.start([:], over: .socket)
        let anna = try server.addUser("anna")
        func password() throws -> AppPassword? {
            try server.catalog.access.account(named: "anna")?.appPasswords.first
        }
        // Its use is noted in the library, once; a listener would see that as a change.
        _ = try await server.send("GET", "/rest/ping?apiKey=\(anna)")
        try await eventually("the use is noted") { try password()?.dateUsed != nil }
        let connection = try RawConnection(port: try #require(server.url.port))
        connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Bearer \(anna)\r\n\r\n")
        #expect(await connection.read(until: "event: scan").contains("text/event-stream"))
        let id = try #require(try password()).id
        #expect(
            try server.catalog.access.revokeAppPassword(
                id, of: server.catalog.users.user(named: "anna").id))
        // Nothing more, and the end.
        #expect(await !connection.read().contains("event:"))
        await server.stop()
    }

    @Test("Folders are shown as they are on disk")
    func folders() async throws {
        let server = try await TestServer.start()
        let roots = try await server.api("GET", "/folders").json().objects("items")
        let root = try #require(roots.first?.text("persistentID"))
        let contents = try await server.api("GET", "/folders/\(root)").json()
        #expect(contents.objects("folders").map { $0.text("name") } == ["Björk"])
        #expect(contents.objects("items").count == 1)
        #expect(try await server.api("GET", "/folders/9999").status == 404)
        await server.stop()
    }

    @Test("A folder of very many items is sent whole, in the order of their names")
    func longFolder() async throws {
        let names = (1000..<2100).map { "\($0).mp3" }
        let server = try await TestServer.start(
            Dictionary(uniqueKeysWithValues: names.map { ($0, "empty/empty.mp3") }))
        let roots = try await server.api("GET", "/folders").json().objects("items")
        let root = try #require(roots.first?.text("persistentID"))
        let contents = try await server.api("GET", "/folders/\(root)").json()
        let paths = contents.objects("items").compactMap { $0.text("path") }
        #expect(paths.map { String($0.split(separator: "/").last ?? "") } == names)
        #expect(contents.text("name") == "music")
        await server.stop()
    }
}
