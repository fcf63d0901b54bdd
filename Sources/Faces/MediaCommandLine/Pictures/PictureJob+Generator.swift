import FoundationEssentials
import PhonolithMediaModel
import PhonolithThumbnails
import PhonolithWorker

extension PictureJob {
    /// The generator with the job's wishes.
    var generator: ThumbnailGenerator {
        var generator = ThumbnailGenerator(
            path: MediaPath(bytes: video),
            threads: min(8, ProcessInfo.processInfo.activeProcessorCount))
        generator.maximumSize = maximumSize.map { PixelSize(width: $0.width, height: $0.height) }
        generator.requestedTimeToleranceBefore = toleranceBefore ?? .infinity
        generator.requestedTimeToleranceAfter = toleranceAfter ?? .infinity
        generator.timeLimit = .seconds(timeLimit)
        return generator
    }

    var fileFormat: ThumbnailImage.FileFormat { .init(rawValue: format) ?? .jpeg }
}
