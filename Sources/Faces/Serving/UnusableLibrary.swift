package import Catalog

extension CatalogError {
    /// What clients are told of a library that cannot be used for now; where it is, is not theirs to know. `nil` for other errors.
    package var forClients: String? {
        switch code {
        case .busy: "another program is writing to the library; try again when it has finished"
        case .cannotOpen: "the library cannot be reached; try again later"
        default: nil
        }
    }
    /// Seconds until the next try.
    package static let retryAfter = 10
}
