package import PhonolithUsers

/// Why a request is refused before it is looked at.
package enum AccessRefusal: Error, Hashable, Sendable {
    /// There is no such user, or the password is another.
    case wrongCredentials
    /// A token is no proof of the main password, which the server cannot read.
    case tokenNotUsable
    /// There is no such app password or session.
    case unknownKey
    /// The user, of this name, is not an administrator.
    case notAdmin(String)
    /// An administrator does not let the user, of this name, do it.
    case lacksRight(String, UserRight)
    /// An app password that was not made for administration is not enough: its additions and changes would outlive
    /// its revocation.
    case needsMainPassword
    /// A request with a cookie does not come from the page.
    case notFromPage
    /// There were too many failures; seconds until the next try counts.
    case throttled(Int)
    /// Too many passwords are being checked for the client's address.
    case crowded

    /// Seconds until there may be room for another login.
    package static let retryAfter = 1
}
