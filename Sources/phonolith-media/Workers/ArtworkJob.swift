import Foundation
import MediaModel
import Thumbnails

/// A picture that is to be made smaller.
struct ArtworkJob: Codable, Sendable {
    var picture: Data
    /// In pixels.
    var longestEdge: Int

    /// Makes it. Blocks its thread.
    func answer() -> ArtworkAnswer {
        #if DEBUG
            FaultInjection.shared.strike(at: "artwork")
        #endif
        do throws(ArtworkThumbnailError) {
            let made = try ArtworkThumbnails(cacheFolder: nil).shrunk(
                Array(picture), to: PixelSize(width: longestEdge, height: longestEdge))
            return .made(made.map { .init(bytes: Data($0.bytes), mimeType: $0.mimeType) })
        } catch {
            return .failed(error.description)
        }
    }
}

/// What became of it.
enum ArtworkAnswer: Codable, Sendable {
    /// The smaller one; `nil` where the picture is small enough.
    case made(Made?)
    case failed(String)

    struct Made: Codable, Sendable {
        var bytes: Data
        var mimeType: String
    }
}
