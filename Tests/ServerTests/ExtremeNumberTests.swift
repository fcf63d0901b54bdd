import PhonolithOpenSubsonic
import Testing

/// Numbers at the ends of what a request can say end no service, now or when what they stored is shown.
@Suite(.timeLimit(.minutes(20))) struct ExtremeNumberTests {
    private static let extremes = [
        "9223372036854775807", "-9223372036854775808", "1e300", "-1e300", "1000000000001",
        "18446744073709551616", "nan", "inf", "-1", "0",
    ]

    @Test("Bookmarks, reports and positions of any size are answered", arguments: extremes)
    func answered(_ number: String) async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let list = try await server.api("GET", "/items")
        let item = try #require(try list.json().objects("items").first?.text("persistentID"))
        _ = try await server.call("createBookmark", "id=tr-\(item)&position=\(number)")
        _ = try await server.call(
            "reportPlayback", "mediaId=tr-\(item)&mediaType=song&positionMs=\(number)&state=playing"
        )
        _ = try await server.api(
            "PUT", "/items/\(item)/bookmark", body: #"{"time":\#(number)}"#)
        let made = try await server.api(
            "POST", "/playlists", body: #"{"name":"list","items":["\#(item)"]}"#)
        let playlist = try #require(made.headers["location"]).split(separator: "/").last ?? ""
        let entries = "/playlists/\(playlist)/entries"
        _ = try await server.api("DELETE", "\(entries)?position=\(number)")
        _ = try await server.api(
            "POST", "\(entries)/move", body: #"{"from":\#(number),"to":\#(number)}"#)
        _ = try await server.api(
            "POST", entries, body: #"{"items":["\#(item)"],"position":\#(number)}"#)
        // A second later the position has gone on.
        server.clock.advance(by: .seconds(1))
        for endpoint in ["getBookmarks", "getNowPlaying", "getSong"] {
            #expect(try await server.call(endpoint, "id=tr-\(item)").status == 200, "\(endpoint)")
        }
        #expect(try await server.api("GET", "/items/\(item)").status == 200)
        await server.stop()
    }

    @Test("What is stored may be any number")
    func stored() {
        #expect((1e300).milliseconds == 1_000_000_000_000)
        #expect((-1.0).milliseconds == 0)
        #expect((1.234).milliseconds == 1234)
        #expect(
            [1e300, -1, 1.5, .nan, .infinity].map(\.wholeSeconds) == [
                1_000_000_000, 0, 2, 0, 1_000_000_000,
            ])
    }
}
