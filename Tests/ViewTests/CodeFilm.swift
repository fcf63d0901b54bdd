import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithTestSupport
import PhonolithThumbnails

/// Films whose frames show their number, from 0, as eight bars: white ones are the bits that are set, the lowest on
/// the left.
enum CodeFilm {
    static let size = PixelSize(width: 160, height: 120)
    static let frameRate = 25.0

    /// A film of some seconds, with sound, in a folder.
    static func make(
        _ name: String, in folder: URL, seconds: Double = 8, options: [String] = [],
        filter: String = ""
    ) throws -> URL {
        let film = folder.appendingPathComponent(name)
        _ = try output(
            of: [
                "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
                graph(seconds: seconds) + filter, "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=\(seconds)",
            ] + (options.isEmpty ? ["-c:v", "libx264", "-g", "50", "-qp", "12"] : options)
                + [film.path])
        return film
    }

    /// The pictures, as a graph of FFmpeg's filters.
    static func graph(seconds: Double) -> String {
        // Two pixels to a bar, which take the filter a fraction of the time, and then the size of the film.
        "color=black:s=16x12:r=25:d=\(seconds),format=yuv420p,"
            + "geq=lum='if(mod(floor(N/pow(2,floor(X*8/W))),2),235,16)':cb=128:cr=128,"
            + "scale=\(size.width):\(size.height):flags=neighbor"
    }

    /// The number on a picture, by the brightness at places from 0 to 1 in it.
    static func number(_ brightness: (_ x: Double, _ y: Double) -> Int) -> Int {
        (0..<8).reduce(0) { number, bit in
            brightness((Double(bit) + 0.5) / 8, 0.5) > 128 ? number | 1 << bit : number
        }
    }
}

extension VideoFrame {
    /// The number that it shows, if its brightness is in plane 0 or its pixels are packed.
    var number: Int {
        let size = storedSize
        let bytes = pixelFormat == .rgba ? 4 : 1
        return withPlane(0) { start, stride in
            CodeFilm.number { x, y in
                Int(
                    start[
                        Int(y * Double(size.height)) * stride + Int(x * Double(size.width)) * bytes]
                )
            }
        } ?? -1
    }
}

extension Screenshot {
    /// The number on a picture that is at a place on the screen.
    func number(at place: ScalingMode.Placement) -> Int {
        CodeFilm.number { x, y in
            brightness(
                x: place.x + Int(x * Double(place.size.width)),
                y: place.y + Int(y * Double(place.size.height)))
        }
    }
}

/// A folder that is removed with the value.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-view-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
