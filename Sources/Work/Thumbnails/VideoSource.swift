import FoundationEssentials
import PhonolithLibav
import PhonolithMediaModel

/// The place of a video.
enum VideoSource: Hashable, Sendable {
    case file(MediaPath)
    /// What a server has, read by ranges where it knows them.
    case address(String)
    /// An address of a kind that is not read.
    case unknown(String)

    init(_ url: URL) {
        switch url.scheme?.lowercased() {
        case "file": self = MediaPath(fileURL: url).map(VideoSource.file) ?? .unknown("\(url)")
        case "http", "https": self = .address(url.absoluteString)
        default: self = .unknown(url.absoluteString)
        }
    }

    /// The file; `nil` for what a server has.
    var path: MediaPath? { if case .file(let path) = self { path } else { nil } }

    /// In words.
    var name: String {
        switch self {
        case .file(let path): path.description
        case .address(let address), .unknown(let address): address
        }
    }

    /// Opens the video. Blocks its thread.
    func open() throws(ThumbnailError) -> Demuxer {
        if let path, let reason = VideoFile.refusal(of: path) {
            throw ThumbnailError(.cannotOpen, reason)
        }
        do {
            return switch self {
            case .file(let path): try Demuxer.open(path)
            case .address(let address):
                try Demuxer.open(address, interruption: ReadInterruption())
            case .unknown:
                throw ThumbnailError(
                    .cannotOpen, "is no address that can be read; use file:, http: or https:")
            }
        } catch let error as AVError {
            throw .cannotOpen(error)
        } catch let error as ThumbnailError {
            throw error
        } catch {
            throw .noFrames
        }
    }
}
