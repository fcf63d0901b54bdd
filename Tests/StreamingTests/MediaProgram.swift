import Foundation
import MediaModel

/// The program `phonolith-media`, which is built beside the tests.
enum MediaProgram {
    static let path = MediaPath(
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("phonolith-media").path)
}
