import Foundation
import FoundationNetworking
import PhonolithAccess
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

extension ByTheClock.WholePrograms {
    /// The jukebox of a service that plays by a sound server.
    @Suite("The devices of the jukebox", .serialized, .timeLimit(.minutes(20)))
    final class JukeboxOutputTests {
        private let sound: PulseServer
        private let folder: URL
        private let catalog: Catalog
        private let secret: String
        private var program: ServerProgram?

        init() async throws {
            sound = try await PulseServer()
            folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
                .appendingPathComponent("phonolith-jukebox-\(UUID().uuidString)")
            let music = folder.appendingPathComponent("music")
            try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: Fixtures.url(of: "sweep/long.ogg"), to: music.appendingPathComponent("a.ogg"))
            catalog = try Catalog.open(
                at: folder.appendingPathComponent("library.sqlite").path, for: .creating)
            _ = try await LibraryScanner(catalog: catalog).scan(
                [MediaPath(music.path)], options: ScanOptions())
            let key = try SecretKey(of: catalog) { Issue.record("\($0)") }
            secret = try Access.addAppPassword(
                label: "test", of: catalog.users.all()[0], in: catalog, key: key
            ).secret
        }

        deinit {
            program = nil
            try? FileManager.default.removeItem(at: folder)
        }

        /// Runs the service until the end of a test, or until it is started again.
        private func serve() async throws -> JukeboxCaller {
            if let program {
                program.terminate()
                _ = try await program.end()
            }
            let library = folder.appendingPathComponent("library.sqlite").path
            let started = try ServerProgram(
                ["serve", "--quiet", "--library", library, "--listen", "127.0.0.1:0"],
                environment: ["PULSE_SERVER": sound.address])
            program = started
            return JukeboxCaller(url: try await started.address(), secret: secret)
        }

        /// The names of the sinks that are played on.
        private func sinks() throws -> [String] {
            func lines(_ kind: String) throws -> [[Substring]] {
                try sound.control("list", "short", kind).split(separator: "\n")
                    .map { $0.split(separator: "\t") }
            }
            let names = try lines("sinks").reduce(into: [:]) { $0[$1[0]] = String($1[1]) }
            return try lines("sink-inputs").compactMap { names[$0[1]] }.sorted()
        }

        @Test("devices are listed, chosen while it plays, and remembered for the user")
        func choosing() async throws {
            var jukebox = try await serve()
            try sound.control(
                "load-module", "module-null-sink", "sink_name=three",
                "sink_properties=device.description=Kitchen")
            let listed = try await jukebox.send("GET", "/outputs")
            let outputs = try #require(listed.body["items"] as? [[String: Any]])
            #expect(outputs.map { $0["name"] as? String } == ["one", "two", "three"])
            #expect(outputs.map { $0["isDefault"] as? Bool } == [true, false, false])
            #expect(outputs.last?["description"] as? String == "Kitchen")

            // One of the numbers next to zero, which the libraries of this process take for zero.
            let quietest = try await jukebox.send("PATCH", text: #"{"volume":2.2e-309}"#)
            #expect(quietest.status == 200)
            _ = try await jukebox.send("PATCH", body: ["volume": 1])

            let item = try #require(catalog.items.all(matching: MediaQuery()).first).persistentID
            let playing = try await jukebox.send(
                "PATCH", body: ["items": ["\(item)"], "currentIndex": 0])
            #expect(playing.body["outputs"] as? [String] == [])
            try await eventually("it plays on the default") { try sinks() == ["one"] }
            let moved = try await jukebox.send("PATCH", body: ["outputs": ["kitchen", "three"]])
            #expect(moved.body["outputs"] as? [String] == ["three"])
            try await eventually("it plays on the other") { try sinks() == ["three"] }
            #expect(try catalog.queue.chosenOutputs() == ["three"])

            jukebox = try await serve()
            let again = try await jukebox.send("GET")
            #expect(again.body["outputs"] as? [String] == ["three"])
            #expect(try await jukebox.send("PATCH", body: ["outputs": []]).status == 200)
            #expect(try catalog.queue.chosenOutputs() == [])
        }

        @Test("a device that does not exist is refused with the nearest names, without a change")
        func unknownDevice() async throws {
            let jukebox = try await serve()
            let refused = try await jukebox.send(
                "PATCH", body: ["outputs": ["onn"], "volume": 0.5])
            #expect(refused.status == 400)
            #expect(
                refused.body["detail"] as? String
                    == "onn: no such device; the nearest are one, two")
            #expect(try await jukebox.send("GET").body["volume"] as? Double == 1)
            #expect(try catalog.queue.chosenOutputs() == [])
        }

        @Test("a device that was chosen and is gone is named, and the default is used")
        func goneDevice() async throws {
            try catalog.queue.chooseOutputs(["gone", "two"])
            let jukebox = try await serve()
            let state = try await jukebox.send("GET").body
            #expect(state["outputs"] as? [String] == ["two"])
            #expect(state["missingOutputs"] as? [String] == ["gone"])
            let chosen = try await jukebox.send("PATCH", body: ["outputs": ["one"]]).body
            #expect(chosen["outputs"] as? [String] == ["one"])
            #expect(chosen["missingOutputs"] == nil)
        }

        @Test("listeners to events get the devices when they change")
        func events() async throws {
            let jukebox = try await serve()
            _ = try await jukebox.send("GET")
            let connection = try RawConnection(
                port: try #require(URL(string: jukebox.url)?.port))
            connection.send(
                "GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(secret)\r\n\r\n")
            #expect(await connection.read(until: "event: player").contains("text/event-stream"))
            _ = try await jukebox.send("PATCH", body: ["outputs": ["two"]])
            #expect(
                await connection.read(until: #""outputs":["two"]"#).contains("event: player"))
        }

        /// What plays, in both APIs: the text of the answer, and whether it is an error.
        private static let plays = ["PATCH", "jukeboxControl start", "jukeboxControl skip"]

        private func play(
            _ way: String, _ jukebox: JukeboxCaller
        ) async throws -> (isError: Bool, text: String) {
            if way == "PATCH" {
                let answer = try await jukebox.send("PATCH", body: ["isPlaying": true])
                return (answer.status != 200, answer.body["detail"] as? String ?? "\(answer)")
            }
            let action = way.split(separator: " ")[1] == "start" ? "start" : "skip&index=0"
            let text = try await jukebox.subsonic("jukeboxControl?action=\(action)")
            return (text.contains(#""status":"failed""#), text)
        }

        @Test(
            "where there is no sound server, it does not play and says why, and plays when there is one",
            arguments: plays)
        func noServerToPlayOn(way: String) async throws {
            sound.stop()
            let jukebox = try await serve()
            let item = try #require(catalog.items.all(matching: MediaQuery()).first).persistentID
            _ = try await jukebox.send("PATCH", body: ["items": ["\(item)"]])
            for _ in 1...2 {
                let answer = try await play(way, jukebox)
                #expect(answer.isError, "\(answer)")
                #expect(answer.text.contains("start PulseAudio or PipeWire"), "\(answer)")
                #expect(try await jukebox.send("GET").body["isPlaying"] as? Bool == false)
                let status = try await jukebox.subsonic("jukeboxControl?action=status")
                #expect(status.contains(#""playing":false"#), "\(status)")
            }
            try await sound.start()
            try await eventually("it plays") {
                let answer = try await play(way, jukebox)
                return !answer.isError
            }
            try await eventually("it is heard") { try sinks() == ["one"] }
            #expect(try await jukebox.send("GET").body["isPlaying"] as? Bool == true)

            // And when it goes while it plays.
            sound.stop()
            try await eventually("it is known to be gone") {
                try await jukebox.send("GET").body["failure"] != nil
            }
            #expect(try await jukebox.send("GET").body["isPlaying"] as? Bool == false)
            let answer = try await play(way, jukebox)
            #expect(answer.isError, "\(answer)")
            let program = try #require(program)
            program.terminate()
            let said = try await program.end()
            #expect(
                "\(said)".split(separator: "the jukebox cannot play").count > 3, "\(said)")
            self.program = nil
        }

        @Test("without a sound server, it says why there are no devices")
        func noServer() async throws {
            sound.stop()
            let jukebox = try await serve()
            for answer in [
                try await jukebox.send("GET", "/outputs"),
                try await jukebox.send("PATCH", body: ["outputs": ["one"]]),
            ] {
                #expect(answer.status == 503)
                let detail = answer.body["detail"] as? String
                #expect(detail?.contains("start PulseAudio or PipeWire") == true, "\(answer)")
            }
        }
    }
}

/// A client of the routes of the jukebox.
private struct JukeboxCaller {
    let url: String
    let secret: String

    /// The text of an answer of the other API.
    func subsonic(_ call: String) async throws -> String {
        let separator = call.contains("?") ? "&" : "?"
        let address = "\(url)/rest/\(call)\(separator)f=json&c=t&apiKey=\(secret)"
        let (data, _) = try await URLSession.shared.data(from: #require(URL(string: address)))
        return String(decoding: data, as: UTF8.self)
    }

    func send(
        _ method: String, _ path: String = "", body: [String: Any]? = nil, text: String? = nil
    ) async throws -> (status: Int, body: [String: Any]) {
        var request = URLRequest(url: try #require(URL(string: "\(url)/api/v1/jukebox\(path)")))
        request.httpMethod = method
        request.setValue("Bearer \(secret)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody =
            try body.map { try JSONSerialization.data(withJSONObject: $0) }
            ?? text.map { Data($0.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, object ?? [:])
    }
}
