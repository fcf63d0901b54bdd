import HTTPTypes
import Hummingbird
import Logging
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStreaming
import PhonolithUsers

/// The pages of shares, which need no password: anyone with the address may listen. A song is sent only while it is in
/// the share, the share has not expired, and the user who made it still sees the song.
struct SharePages: Sendable {
    let access: Access
    /// Where the page's files are: a path without a slash at its end.
    let assets: String

    /// - Parameter path: The part of the URL after `ShareAddress.pathPrefix`: a token, then for the bytes of a song `/` and
    ///   its place, and for its picture `/cover`.
    func respond(to request: Request, path: Substring, _ facts: RequestFacts) async -> Response {
        do {
            return try await answer(request, path, facts)
        } catch is AccessRefusal {
            return HTMLPage(
                title: "Not found", assets: assets,
                body: "<h1>Not found</h1>\n<p>This link does not exist, or has expired.</p>"
            ).response(.notFound)
        } catch {
            facts.logger.error("request failed", metadata: ["error": "\(error)"])
            return .plain(.internalServerError)
        }
    }

    private func answer(
        _ request: Request, _ path: Substring, _ facts: RequestFacts
    ) async throws -> Response {
        guard request.method == .get || request.method == .head else {
            return .plain(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let (share, library) = try await access.share(withToken: String(parts.first ?? ""))
        switch parts.count {
        case 1:
            let items = try await library.perform { try $0.shares.items(of: share.id) }
            if request.method == .get { access.uses.note(visitOf: share.id) }
            return SharePage(
                share: share, items: items, token: String(path), origin: facts.linkOrigin
            )
            .page(assets: assets).response()
        case 2, 3:
            guard let place = Int(parts[1]), parts.count == 2 || parts[2] == "cover",
                let item = try await library.perform({ try $0.shares.item(at: place, of: share.id) }
                )
            else { throw AccessRefusal.unknownKey }
            return try await refusing(facts) {
                parts.count == 2
                    ? try await bytes(of: item, request, library)
                    : try await cover(of: item, request, library)
            }
        default: throw AccessRefusal.unknownKey
        }
    }

    /// The item as `stream` sends it: of a part of a file no more than that.
    private func bytes(
        of item: MediaItem, _ request: Request, _ library: ServedCatalog
    ) async throws -> Response {
        var answer = try await library.stream(item, item.wishOfBrowsers)
        answer.headers[.cacheControl] = "private, no-cache"
        return answer.response(
            to: RequestConditions(request.headers), isHead: request.method == .head)
    }

    /// In pixels, on its longest edge.
    private static let coverSize = 640

    private func cover(
        of item: MediaItem, _ request: Request, _ library: ServedCatalog
    ) async throws -> Response {
        let id = item.persistentID
        guard let found = try await library.perform({ try $0.artworks.picture(of: id, kind: nil) })
        else {
            throw AccessRefusal.unknownKey
        }
        let picture = try await library.picture(
            found.bytes, hash: found.artwork.sha256, mimeType: found.artwork.mimeType,
            size: Self.coverSize)
        return ByteAnswer(
            picture.bytes, tag: picture.tag, mimeType: picture.mimeType
        ).response(to: RequestConditions(request.headers), isHead: request.method == .head)
    }

    private func refusing(
        _ facts: RequestFacts, _ make: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await make()
        } catch MediaRefusal.unreadable {
            return .plain(.notFound, "The file cannot be read right now.\n")
        } catch MediaRefusal.elsewhere {
            return .plain(.serviceUnavailable, "The file is on another machine.\n")
        } catch MediaRefusal.busy {
            return .plain(
                .tooManyRequests, "Too many files are being converted.\n",
                headers: [.retryAfter: String(MediaRenditions.retryAfter)])
        } catch MediaRefusal.failed(let reason) {
            facts.logger.warning("cannot convert", metadata: ["reason": "\(reason)"])
            return .plain(.unprocessableContent, "The file cannot be converted.\n")
        }
    }
}

extension MediaItem {
    /// Sound that browsers do not play is sent to them as MP3.
    fileprivate var wishOfBrowsers: StreamWish {
        let codecs = ["mp3", "aac", "flac", "opus", "vorbis"]
        let isPlayed =
            isVideo || facts.codec.map { codecs.contains($0) } ?? true || facts.container == "wav"
        return StreamWish(format: isPlayed ? nil : "mp3")
    }
}
