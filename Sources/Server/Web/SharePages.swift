import Catalog
import HTTPTypes
import Hummingbird
import Logging
import MediaModel
import Streaming

/// The pages of shares, which need no password: who knows the address may listen. A song is sent only while it is in
/// the share, the share has not expired, and the user who made it still sees the song.
struct SharePages: Sendable {
    let access: Access

    /// What the addresses of shares begin with.
    static let path = "/share/"

    /// - Parameter path: What the URL has after ``path``: a token, and for the bytes of a song `/` and its place.
    func respond(to request: Request, path: Substring, _ facts: RequestFacts) async -> Response {
        do {
            return try await answer(request, path, facts)
        } catch is AccessRefusal {
            return HTMLPage(
                title: "Not found", body: "<p>This link does not exist, or has expired.</p>"
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
            let items = try await library.perform { try $0.items(of: share.id) }
            if request.method == .get { access.uses.note(visitOf: share.id) }
            return page(of: share, items, at: String(path))
        case 2:
            guard let place = Int(parts[1]),
                let item = try await library.perform({ try $0.item(at: place, of: share.id) })
            else { throw AccessRefusal.unknownKey }
            return try await bytes(of: item, request, library, facts)
        default: throw AccessRefusal.unknownKey
        }
    }

    private func page(of share: Share, _ items: [MediaItem], at path: String) -> Response {
        let rows = items.enumerated().map { place, item in
            let element = item.isVideo ? "video" : "audio"
            let names = [item.shownTitle, item.artist, item.albumTitle].compactMap(\.self)
            return """
                <li>\(names.joined(separator: " – ").htmlEscaped)
                <\(element) controls preload="none" src="\(path.htmlEscaped)/\(place)"></\(element)></li>
                """
        }
        return HTMLPage(
            title: share.description ?? "Shared by \(share.userName)",
            body: "<ol>\n" + rows.joined(separator: "\n") + "\n</ol>"
        ).response()
    }

    /// The item as `stream` sends it: of a part of a file no more than that.
    private func bytes(
        of item: MediaItem, _ request: Request, _ library: Library, _ facts: RequestFacts
    ) async throws -> Response {
        do {
            var answer = try await library.stream(item, item.wishOfBrowsers)
            answer.headers[.cacheControl] = "private, no-cache"
            return answer.response(
                to: RequestConditions(request.headers), isHead: request.method == .head)
        } catch MediaRefusal.unreadable {
            return .plain(.notFound, "The file cannot be read right now.\n")
        } catch MediaRefusal.busy {
            return .plain(
                .tooManyRequests, "Too many files are being converted.\n",
                headers: [.retryAfter: String(MediaForms.retryAfter)])
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
