import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

enum SystemEndpoints {
    static let all = [
        Endpoint("ping") { _ in .nothing },
        Endpoint("getLicense") { _ in .payload("license", SubsonicObject("valid", .flag(true))) },
        Endpoint("getOpenSubsonicExtensions", role: .anybody) { _ in
            .payload(SubsonicObject("openSubsonicExtensions", .objects(extensions)))
        },
        Endpoint("getMusicFolders") { call in
            let roots = try await call.library.perform { try $0.roots.allOpen() }
            return .list(
                "musicFolders", of: "musicFolder",
                roots.map { root in
                    var folder = SubsonicObject("id", .integer(Int(root.id.rawValue)))
                    folder.add("name", root.path.lastComponent.description)
                    return folder
                })
        },
    ]

    /// The server's extensions of the protocol's core; only those that work are named.
    static let extensions = [
        ("apiKeyAuthentication", [1]), ("formPost", [1]), ("getPodcastEpisode", [1]),
        ("indexBasedQueue", [1]),
        ("playbackReport", [1]), ("songLyrics", [1, 2]), ("topSongsByArtistId", [1]),
        ("transcodeOffset", [1]), ("transcoding", [1]),
    ].map { name, versions in
        var object = SubsonicObject("name", .text(name))
        object.add("versions", .integers(versions))
        return object
    }
}
