// Makes pictures of a video as a program for Apple's systems does with AVAssetImageGenerator:
// make-thumbnails VIDEO FOLDER COUNT

import Foundation
import PhonolithThumbnails

func makeThumbnails(_ count: Int, of video: URL, in folder: URL) async throws {
    var generator = ThumbnailGenerator(url: video)
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
        case .failed(let error): print("\(number): \(error.reason)")
        case .cancelled: break
        }
    }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
    print("usage: make-thumbnails VIDEO FOLDER COUNT")
    exit(64)
}
// A file, or what a server has.
let video =
    URL(string: arguments[0]).flatMap { $0.scheme == nil ? nil : $0 }
    ?? URL(fileURLWithPath: arguments[0])
do {
    try await makeThumbnails(
        count, of: video,
        in: URL(fileURLWithPath: arguments[1], isDirectory: true))
} catch {
    print(error.localizedDescription)
    exit(1)
}
