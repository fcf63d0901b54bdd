import Catalog
import HTTPTypes
import Hummingbird
import MediaModel
import Streaming

/// Pictures of albums.
enum PictureRoutes {
    static let all = [
        APIRoute(
            .get, "/albums/{id}/artwork", "Get the picture of an album.",
            parameters: [
                APIParameter(
                    "hash", .string,
                    "The beginning of artworkSha256; the right one lets the answer be kept for ever."
                ),
                APIParameter("size", .integer, "The longest edge, in pixels; never enlarged."),
            ], answer: .bytes("image/*"), artwork)
    ]

    private static func artwork(_ call: APICall) async throws -> Response {
        let id: PersistentID<Album> = try call.id()
        let found = try await call.library.perform { catalog in
            try catalog.pictureHash(of: .album(id)).flatMap { hash in
                try catalog.picture(sha256: hash).map { (hash, $0) }
            }
        }
        guard let (hash, picture) = found else {
            throw Problem(.notFound, "the album \(id) has no picture")
        }
        let isExact = call.text("hash").map(hash.hasPrefix) ?? false
        let size = try MadeFormRoutes.size(call)
        let sized = try await MadeFormRoutes.refusing {
            try await call.library.picture(
                picture.bytes, hash: hash, mimeType: picture.mimeType, size: size)
        }
        return call.respond(
            ByteAnswer(
                .memory(sized.bytes),
                Representation(length: sized.bytes.count, tag: sized.tag, modified: 0),
                mimeType: sized.mimeType,
                headers: [
                    .cacheControl: isExact
                        ? "private, max-age=31536000, immutable" : "private, no-cache"
                ]))
    }
}
