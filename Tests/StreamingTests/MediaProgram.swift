import Foundation
import PhonolithMediaModel
import PhonolithTestSupport

/// The program `phonolith-media`.
enum MediaProgram {
    static let path = MediaPath(BuiltProgram.url(of: "phonolith-media").path)
}
