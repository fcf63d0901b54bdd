package import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithStore
import PhonolithUsers

/// The key that app passwords are encrypted with. It is next to the library, not in it: a copy of the library alone
/// betrays none of them.
package struct SecretKey: Sendable {
    private let key: [UInt8]

    /// Why there is no key.
    package enum Failure: Error, CustomStringConvertible {
        case unusable(MediaPath)
        case unwritable(MediaPath, WholeFile.Failure)
        /// Other machines may have it.
        case missing(MediaPath)

        package var description: String {
            switch self {
            case .unusable(let path):
                "\(path): contains no key; restore the key file that was backed up with the library, or delete this file and the app passwords"
            case .unwritable(let path, let reason):
                "\(path): cannot be written: \(reason); \(reason.remedy)"
            case .missing(let path):
                "\(path): the key of the library's app passwords is missing; copy it from a machine that serves the library, or revoke them: phonolith app-password revoke ID"
            }
        }
    }

    /// Reads the key of a library; makes one where there is none. Blocks its thread.
    ///
    /// A new key opens no app password of before: these are revoked first, unless other machines use the library, which may
    /// have the key.
    ///
    /// - Parameter onLoss: Called with a line about those that are revoked, if there are any.
    /// - Throws: ``Failure``, and `CatalogError`.
    package init(of catalog: Catalog, onLoss: (String) -> Void) throws {
        let path = Catalog.keyPath(ofLibrary: catalog.path)
        if path.status == nil {
            if catalog.isOnServer, try catalog.access.hasAppPasswords() {
                throw Failure.missing(path)
            }
            if let line = try catalog.access.revokeAllAppPasswords(without: path) { onLoss(line) }
            try Self.make(at: path)
        }
        try self.init(at: path)
    }

    private init(at path: MediaPath) throws(Failure) {
        // Unreadable or too short, the remedy is the same, and the error names it.
        guard let bytes = try? path.allBytes(upTo: Catalog.keyLength),
            bytes.count == Catalog.keyLength
        else {
            throw .unusable(path)
        }
        key = bytes
    }

    private static func make(at path: MediaPath) throws(Failure) {
        do throws(WholeFile.Failure) {
            try WholeFile.write(SecretBytes.random(Catalog.keyLength), to: path, rights: 0o600)
        } catch {
            throw .unwritable(path, error)
        }
    }

    package func seal(_ secret: String) throws -> [UInt8] {
        try SealedBytes.seal(Array(secret.utf8), key: key)
    }

    /// A code of a text that only who has the key can make, in hexadecimal.
    func code(of text: String) throws -> String {
        Array(try Cryptography.code(of: Array(text.utf8), key: key).prefix(16)).hexadecimal
    }

    /// Decrypts a secret; `nil` for one that was encrypted with another key.
    package func open(_ sealed: [UInt8]) -> String? {
        SealedBytes.open(sealed, key: key).map { String(decoding: $0, as: UTF8.self) }
    }
}

// Functions for secret bytes.
package enum SecretBytes {
    package static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    }

    /// Compares without telling by the time it takes where they differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package static func sha256(_ text: String) -> [UInt8] {
        ContentDigest(of: Array(text.utf8)).bytes
    }

    /// Of the protocol's tokens, in lower case hexadecimal.
    package static func md5(_ text: String) throws -> [UInt8] {
        Array(try Cryptography.md5(Array(text.utf8)).hexadecimal.utf8)
    }

    /// A secret that can be typed and is in URLs as it is: 26 letters and digits that are not mistaken for each
    /// other, which are 130 bits.
    package static func word() -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return String(random(26).map { letters[Int($0 & 31)] })
    }
}
