import Catalog
import Foundation
import MediaModel
import Server
import Testing

/// Scans that the server runs as another program, and events.
@Suite(.timeLimit(.minutes(15))) struct ScanAndEventTests {
    /// A program that stands for the command, which is tested with its own scans elsewhere: it writes down how it was
    /// called, and reports.
    private func script(_ text: String) throws -> (path: String, calls: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (program, calls) = (
            folder.appendingPathComponent("phonolith"), folder.appendingPathComponent("calls")
        )
        try "#!/bin/sh\necho \"$@\" >> '\(calls.path)'\n\(text)\n".write(
            to: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: program.path)
        return (program.path, calls)
    }

    /// Waits until the server scans no more.
    private func end(_ server: TestServer) async throws -> [String: Any] {
        while true {
            let scan = try await server.api("GET", "/scans").json()
            if scan["isScanning"] as? Bool == false { return scan }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("A scan is run by the command, and its report is shown to administrators")
    func scan() async throws {
        let (program, calls) = try script(#"echo '{"added":3,"problems":[]}'"#)
        let server = try await TestServer.start([:]) { $0.scanProgram = program }
        let user = try server.addUser("anna")
        let begun = try await server.payload("startScan", "fullScan=true").object("scanStatus")
        #expect(begun["scanning"] as? Bool == true)
        let report = try await end(server)
        #expect(report.object("report")["added"] as? Int == 3)
        #expect(report["failure"] == nil)
        let words = try String(contentsOf: calls, encoding: .utf8)
        #expect(words == "scan --json --progress --quiet --library \(server.catalog.path) --full\n")
        let seen = try await server.send(
            "GET", "/api/v1/scans", headers: ["Authorization": "Bearer \(user)"])
        #expect(try seen.json()["report"] == nil)
        let started = try await server.api("POST", "/scans")
        #expect(started.status == 202)
        _ = try await end(server)
        await server.stop()
    }

    /// Prints its progress, and goes on when it may.
    private static let waiting = """
        echo '{"progress":{"done":5,"total":10,"added":2,"changed":0}}'
        while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.1; done
        echo '{"added":3,"problems":[]}'
        """

    private func letGo(_ calls: URL) throws {
        try Data().write(to: calls.deletingLastPathComponent().appendingPathComponent("go"))
    }

    /// Waits until the server has heard of a scan's progress.
    private func progress(_ server: TestServer) async throws -> [String: Any] {
        while true {
            let scan = try await server.api("GET", "/scans").json()
            if !scan.object("progress").isEmpty { return scan }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test("A scan shows how far it is; its numbers are for administrators")
    func progressOfScan() async throws {
        let (program, calls) = try script(Self.waiting)
        let server = try await TestServer.start([:]) { $0.scanProgram = program }
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
        try letGo(calls)
        let report = try await end(server)
        #expect(report["progress"] == nil && report.object("report")["added"] as? Int == 3)
        await server.stop()
    }

    @Test("Scans of the program that watches are shown, too")
    func progressOfWatch() async throws {
        let (program, calls) = try script(Self.waiting + "\nexec sleep 60")
        let server = try await TestServer.start([:]) {
            $0.scanProgram = program
            $0.watches = true
        }
        #expect(try await progress(server)["isScanning"] as? Bool == true)
        try letGo(calls)
        let report = try await end(server)
        #expect(report.object("report")["added"] as? Int == 3 && report["dateEnded"] != nil)
        await server.stop()
    }

    @Test("Who listens sees what the jukebox does, without what is closed to the listener")
    func player() async throws {
        let server = try await TestServer.start(
            ["a.flac": "full/full.flac"], more: ["other/b.mp3": "full/full.mp3"])
        let anna = try server.addUser("anna")
        let items = try server.catalog.items(matching: MediaQuery())
        let root = try #require(
            try server.catalog.roots().first { $0.path.lastComponent == "other" })
        let hidden = try #require(items.first { $0.location.root == root.path }).persistentID
        let seen = try #require(items.first { $0.location.root != root.path }).persistentID
        try server.catalog.setRoots(closed: [root.id], for: server.catalog.user(named: "anna"))
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

    @Test("A scan that fails says why; without the command none is started")
    func failures() async throws {
        let (program, _) = try script("echo 'phonolith: the library is busy' >&2; exit 2")
        let server = try await TestServer.start([:]) { $0.scanProgram = program }
        _ = try await server.api("POST", "/scans", body: "{}")
        #expect(try await end(server).text("failure") == "phonolith: the library is busy")
        await server.stop()
        let bare = try await TestServer.start([:])
        #expect(try await bare.api("POST", "/scans").status == 503)
        #expect(try await bare.error("startScan") == 0)
        await bare.stop()
    }

    @Test("Who listens sees changes of the library and scans as they happen")
    func events() async throws {
        let (program, _) = try script("echo '{}'")
        let server = try await TestServer.start(["a.flac": "full/full.flac"]) {
            $0.scanProgram = program
        }
        let connection = try RawConnection(port: try #require(server.url.port))
        connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(server.secret)\r\n\r\n"
        )
        #expect(await connection.read(until: "event: scan").contains("text/event-stream"))
        let item = try #require(try server.catalog.items(matching: MediaQuery()).first)
        try server.catalog.setRating(5, of: item.persistentID)
        #expect(await connection.read(until: "event: library").contains("lastModified"))
        _ = try await server.api("POST", "/scans")
        #expect(await connection.read(until: "dateEnded").contains("event: scan"))
        await server.stop()
    }

    @Test("Events end when the app password is revoked")
    func revokedListener() async throws {
        let server = try await TestServer.start([:])
        let anna = try server.addUser("anna")
        let connection = try RawConnection(port: try #require(server.url.port))
        connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                + "Authorization: Bearer \(anna)\r\n\r\n")
        #expect(await connection.read(until: "event: scan").contains("text/event-stream"))
        let account = try #require(try server.catalog.account(named: "anna"))
        let id = try #require(account.appPasswords.first?.id)
        #expect(try server.catalog.revokeAppPassword(id, of: account.user.id))
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
}
