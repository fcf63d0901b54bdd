import FoundationEssentials
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import PhonolithWorker

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

/// Messages that users write to all others.
enum ChatEndpoints {
    static let all = [
        Endpoint("getChatMessages", [.optional("since", .integer)], messages),
        Endpoint("addChatMessage", [.required("message")], right: .comment, add),
    ]

    /// In characters; a longer message is cut.
    private static let longestMessage = 2000

    private static func messages(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let since = call.integer("since") ?? 0
        let messages = try await call.library.perform { try $0.chat.messages(after: since) }
        return .list(
            "chatMessages", of: "chatMessage",
            messages.map { message in
                var object = SubsonicObject("username", .text(message.userName))
                object.add("time", message.time)
                object.add("message", message.text)
                return object
            })
    }

    private static func add(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let text = String(try call.text("message").prefix(longestMessage))
        let time = Int(Date().timeIntervalSince1970 * 1000)
        try await call.library.perform { try $0.chat.add(text, at: time) }
        return .nothing
    }
}

enum ScanEndpoints {
    static let all = [
        Endpoint("getScanStatus") { .payload("scanStatus", try await status($0)) },
        Endpoint("startScan", [.optional("fullScan", .flag)], role: .admin) { call in
            do throws(WorkerError) {
                try call.service.scans.start(isFull: call.flag("fullScan") ?? false)
            } catch {
                throw SubsonicError(.generic, error.description)
            }
            return .payload("scanStatus", try await status(call))
        },
    ]

    private static func status(_ call: SubsonicCall) async throws -> SubsonicObject {
        let scan = call.service.scans.status
        let count = try await call.library.perform { try $0.items.count(matching: MediaQuery()) }
        var status = SubsonicObject("scanning", .flag(scan.isScanning))
        status.add("count", count)
        status.addOpen("lastScan", scan.dateEnded?.iso8601)
        return status
    }
}
