package import PhonolithStore
import PhonolithUsers

extension CatalogError {
    /// The message to clients where the library cannot be used for now, without its path; `nil` for other errors.
    package var forClients: String? {
        switch code {
        case .busy: "another program is writing to the library; try again when it has finished"
        case .cannotOpen: "the library cannot be reached; try again later"
        case .diskFull: "the disk of the library is full; try again when there is space"
        case .overtaken: "the library was changed meanwhile; try again"
        case .stopped: "the library took too long to answer; ask for less at a time"
        default: nil
        }
    }
    /// Seconds until the next try.
    package static let retryAfter = 10
}
