package import Catalog

extension CatalogError {
    /// What clients are told of a library that another program is writing to; where it is, is not theirs to know.
    package static let busyForClients =
        "another program is writing to the library; try again when it has finished"
    /// Seconds until the next try.
    package static let retryAfter = 10
}
