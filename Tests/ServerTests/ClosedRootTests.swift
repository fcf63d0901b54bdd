import Foundation
import HTTPTypes
import PhonolithAccess
import PhonolithMediaModel
import PhonolithNativeAPI
import PhonolithOpenSubsonic
import PhonolithQueries
import PhonolithUsers
import Testing

/// Answers to a user without access to a root: the same as if the root did not exist.
@Suite(.timeLimit(.minutes(20))) struct ClosedRootTests {
    /// Values that show when something was changed or asked, but not what it was.
    private static let moments: Set<String> = [
        "lastModified", "lastScan", "lastScanned", "token", "expires", "dateUsed", "lastUsed",
    ]

    @Test("A root that is closed to a user changes nothing in what the user is answered")
    func sameAnswers() async throws {
        let server = try await TestServer.start([
            "Björk/Homogenic/1.flac": "full/full.flac", "loose.mp3": "empty/empty.mp3",
        ])
        let secret = try server.addUser("ben")
        let ben = try server.catalog.users.user(named: "ben")
        let item = try #require(
            try server.catalog.items.all(matching: MediaQuery()).first {
                $0.location.path.description.hasSuffix("1.flac")
            })
        let song = try await server.payload("getSong", "id=tr-\(item.persistentID)").object("song")
        let paths = subsonic(song) + native(item)
        #expect(paths.count > 70)
        var before: [String: String] = [:]
        for path in paths { before[path] = try await answer(server, path, secret) }
        // The same artists, albums, genres and years, so that each of them could count it.
        let root = try await server.addRoot(
            "hidden",
            [
                "Björk/Homogenic/1.flac": "full/full.flac", "2.mp3": "full/full.mp3",
                "3.mkv": "full/full.mkv", "4.mp3": "odd/podcast.mp3",
            ])
        try server.catalog.users.setRoots(closed: [root.id], for: ben)
        for path in paths {
            let after = try await answer(server, path, secret)
            #expect(after == before[path], "\(path)")
        }
        // To those to whom it is open it shows.
        let count = try await server.api("/songs?limit=0").json()["total"] as? Int
        #expect(count == 4)
        await server.stop()
    }

    /// All endpoints of OpenSubsonic that answer what is in the library, always the same.
    private func subsonic(_ song: [String: Any]) -> [String] {
        let chosenByChance = ["getRandomSongs", "getSimilarSongs", "getSimilarSongs2"]
        let ids = [
            "id": song.text("id"), "albumId": song.text("albumId"),
            "artistId": song.text("artistId"), "parent": song.text("parent"),
        ]
        return SubsonicEndpoints.all.filter {
            ($0.name.hasPrefix("get") || $0.name.hasPrefix("search")) && $0.role == .user
                && !chosenByChance.contains($0.name)
        }.flatMap { endpoint in
            ids.values.compactMap(\.self).sorted().map { id in
                let query = endpoint.parameters.compactMap { parameter in
                    value(of: parameter, id: id).map { "\(parameter.name)=\($0)" }
                }
                return "/rest/\(endpoint.name)?f=json&c=test&" + query.joined(separator: "&")
            }
        }
    }

    private func value(of parameter: Parameter, id: String) -> String? {
        switch parameter.name {
        case "id", "albumId", "artistId", "mediaId": id
        case "type": "alphabeticalByName"
        case "genre": "Folk"
        case "artist": "Bj%C3%B6rk"
        case "username": "ben"
        case "query": ""
        default: parameter.isRequired ? "1" : nil
        }
    }

    /// All resources of the native API that answer what is in the library.
    private func native(_ item: MediaItem) -> [String] {
        APIRoutes.all.filter {
            $0.method == .get && $0.role == .user && !$0.refusesAppPasswords && $0.path != "/events"
        }.map {
            "/api/v1" + $0.path.replacing(/\{\w+\}/, with: item.persistentID.description)
                + "?q=o&time=0"
        }
    }

    /// An answer in one form, without moments.
    private func answer(
        _ server: TestServer, _ path: String, _ secret: String
    ) async throws -> String {
        let isNative = path.hasPrefix("/api")
        let answer = try await server.send(
            "GET", isNative ? path : path + "&apiKey=\(secret)",
            headers: isNative ? ["Authorization": "Bearer \(secret)"] : [:])
        guard let json = try? JSONSerialization.jsonObject(with: answer.body) else {
            return "\(answer.status) \(answer.body.base64EncodedString())"
        }
        let data = try JSONSerialization.data(
            withJSONObject: Self.withoutMoments(json), options: [.sortedKeys, .fragmentsAllowed])
        return "\(answer.status) \(String(decoding: data, as: UTF8.self))"
    }

    private static func withoutMoments(_ json: Any) -> Any {
        switch json {
        case let object as [String: Any]:
            object.filter { !moments.contains($0.key) }.mapValues(withoutMoments)
        case let list as [Any]: list.map(withoutMoments)
        default: json
        }
    }
}
