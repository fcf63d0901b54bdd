package import PhonolithUsers

/// Where the pages of shares are.
package enum ShareAddress {
    /// The beginning of their paths.
    package static let pathPrefix = "/share/"

    /// The URL of a share's page.
    ///
    /// - Parameter origin: The beginning of this server's URLs for the client.
    package static func url(of share: Share, below origin: String) -> String {
        origin + pathPrefix + share.token
    }
}
