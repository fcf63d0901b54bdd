import Foundation
import MediaModel
import TestSupport

/// The program `phonolith-media`.
enum MediaProgram {
    static let path = MediaPath(BuiltProgram.url(of: "phonolith-media").path)
}
