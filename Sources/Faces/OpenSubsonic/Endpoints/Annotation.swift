import FoundationEssentials
import PhonolithAccess
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// Plays and ratings of songs.
enum AnnotationEndpoints {
    static let all = [
        Endpoint(
            "scrobble",
            [
                .list("id", isRequired: true), .list("time", .integer),
                .optional("submission", .flag),
            ], scrobble),
        Endpoint("setRating", [.required("id"), .required("rating", .integer)], setRating),
    ]

    private static func scrobble(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let songs = try await call.seenSongs("id")
        let (caller, client) = (call.caller, call.client)
        guard call.flag("submission") ?? true else {
            if let song = songs.last {
                call.service.nowPlaying.begin(
                    song, by: caller, with: client, at: call.service.uptime())
            }
            return .nothing
        }
        let times = try call.integers("time").map(moment)
        try await call.library.perform { catalog in
            try catalog.transaction {
                for (index, song) in songs.enumerated() {
                    let time = index < times.count ? times[index] : nil
                    _ = try catalog.values.notePlay(
                        of: song, at: time ?? .now, by: client, isReport: time != nil)
                }
            }
        }
        call.service.nowPlaying.end(by: caller, with: client)
        return .nothing
    }

    /// The protocol has milliseconds; some programs send seconds, which would be in 1970. Times ahead count as now.
    private static func moment(_ number: Int) throws(SubsonicError) -> Date {
        guard (0...lastMoment).contains(number) else {
            throw .wrong("time", "\(number)", expected: "milliseconds since 1970")
        }
        let seconds = number < 100_000_000_000 ? number : number / 1000
        return min(Date(secondsSince1970: seconds), .now)
    }

    /// The end of the year 9999, in milliseconds since 1970.
    private static let lastMoment = 253_402_300_799_999

    private static func setRating(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let rating = call.integer("rating") ?? 0
        guard (0...5).contains(rating) else {
            throw SubsonicError.wrong("rating", "\(rating)", expected: "0 to 5")
        }
        let id = try call.id()
        let value = rating == 0 ? nil : rating
        try await call.library.perform { catalog in
            let thing = try catalog.standing(for: id)
            guard try catalog.has(thing) else {
                throw SubsonicError.notFound("Item", id.description)
            }
            switch thing {
            case .song(let song): try catalog.values.setRating(value, of: song)
            case .album(let album):
                try catalog.values.setRating(value, of: MediaGroup(.album, album.rawValue))
            case .artist(let artist):
                try catalog.values.setRating(value, of: MediaGroup(.artist, artist.rawValue))
            case .loose, .playlist, .folder, .station, .share, .podcast, .feed, .episode:
                throw SubsonicError(
                    .generic, "Only songs, albums, artists and folders of one of them can be rated")
            }
        }
        return .nothing
    }
}
