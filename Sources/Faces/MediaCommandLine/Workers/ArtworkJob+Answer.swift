import FoundationEssentials
import PhonolithMediaModel
import PhonolithThumbnails
import PhonolithWorker

extension ArtworkJob {
    /// Makes the smaller picture. Blocks its thread.
    func answer() -> ArtworkAnswer {
        do throws(ArtworkThumbnailError) {
            let made = try ArtworkThumbnails(cacheFolder: nil).shrunk(
                Array(picture), to: PixelSize(width: longestEdge, height: longestEdge))
            return .made(made.map { .init(bytes: Data($0.bytes), mimeType: $0.mimeType) })
        } catch {
            return .failed(error.description)
        }
    }
}
