// Makes pictures of a video as a program for Apple's systems does with AVAssetImageGenerator:
// make-thumbnails VIDEO FOLDER COUNT

import Foundation
import PhonolithMediaModel
import PhonolithThumbnails

func makeThumbnails(_ count: Int, of video: MediaPath, in folder: URL) async throws {
    var generator = ThumbnailGenerator(path: video)
    generator.maximumSize = PixelSize(width: 320, height: 320)
    // The exact pictures. With the tolerances it has by itself it takes the nearest key frames, which is quicker.
    generator.requestedTimeToleranceBefore = 0
    generator.requestedTimeToleranceAfter = 0

    let times = ThumbnailTimes.spread(count, over: try await generator.duration)
    var number = 0
    for await result in generator.images(at: times) {
        number += 1
        switch result.outcome {
        case .succeeded(let image, let actualTime):
            let name = "\(number).jpg"
            try Data(image.encoded(as: .jpeg)).write(to: folder.appendingPathComponent(name))
            print("\(name): \(image.width) × \(image.height), \(actualTime) s")
        case .failed(let error): print("\(number): \(error)")
        case .cancelled: break
        }
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
    print("usage: make-thumbnails VIDEO FOLDER COUNT")
    exit(64)
}
do {
    try await makeThumbnails(
        count, of: MediaPath(arguments[0]),
        in: URL(fileURLWithPath: arguments[1], isDirectory: true))
} catch {
    print("\(arguments[0]): \(error)")
    exit(1)
}
