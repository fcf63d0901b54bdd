import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans

enum PictureRoutes {
    static let all = [
        APIRoute(
            .get, "/albums/{id}/artwork", "Get the picture of an album.",
            parameters: RenditionRoutes.pictureParameters, answer: .bytes("image/*"), artwork)
    ]

    private static func artwork(_ call: APICall) async throws -> Response {
        let id: MediaAlbumID = try call.id()
        let found = try await call.library.perform { catalog in
            let album = try catalog.collections.all([id.rawValue], groupedBy: .album).first
            return try album?.artworkSHA256.flatMap { hash in
                try catalog.artworks.picture(sha256: hash).map { (hash, $0) }
            }
        }
        guard let (hash, picture) = found else {
            throw Problem(.notFound, "the album \(id) has no picture")
        }
        return try await RenditionRoutes.sized(
            picture.bytes, hash: hash, mimeType: picture.mimeType, call)
    }
}
