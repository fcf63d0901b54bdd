import FoundationEssentials
import PhonolithMediaModel

/// The hash of a password by scrypt (RFC 7914), with a salt of its own.
package struct PasswordHash: Hashable, Sendable, LosslessStringConvertible {
    package struct Cost: Hashable, Sendable {
        var rounds: Int
        var blockSize: Int
        var parallelism: Int

        /// 2^14 rounds in blocks of 8, five times: 16 MiB and some hundredths of a second, as OWASP's Password Storage
        /// Cheat Sheet asks for.
        package static let standard = Cost(rounds: 1 << 14, blockSize: 8, parallelism: 5)
        /// Next to no work: for tests of everything but the strength of hashes.
        package static let least = Cost(rounds: 2, blockSize: 1, parallelism: 1)
        /// Work that is noticed, and is not for hashes that are kept: for tests of what waits for it.
        package static let noticeable = Cost(rounds: 1 << 14, blockSize: 8, parallelism: 1)
    }

    private let cost: Cost
    private let salt: [UInt8]
    private let key: [UInt8]

    /// Hashes a password. Blocks its thread for some hundredths of a second.
    package init(of password: String, cost: Cost = .standard) throws {
        self.cost = cost
        salt = SecretBytes.random(16)
        key = try Self.key(password, salt, cost)
    }

    /// Whether this is the hash of a password. Blocks its thread as long as making one.
    package func matches(_ password: String) throws -> Bool {
        SecretBytes.areEqual(try Self.key(password, salt, cost), key)
    }

    /// - Parameter password: In NFC, as programs send one letter in either form.
    private static func key(_ password: String, _ salt: [UInt8], _ cost: Cost) throws -> [UInt8] {
        let text = Array(password.normalizedNFC.utf8)
        return try Cryptography.scrypt(
            text, salt: salt, rounds: cost.rounds, blockSize: cost.blockSize,
            parallelism: cost.parallelism)
    }

    /// Parses what ``description`` writes; `nil` for other texts, and for costs that this program never asks for: a damaged
    /// library must neither stop the service nor keep it busy.
    package init?(_ text: String) {
        let parts = text.split(separator: "$")
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
            let blockSize = Int(parts[2]), let parallelism = Int(parts[3]),
            let salt = Data(base64Encoded: String(parts[4])),
            let key = Data(base64Encoded: String(parts[5])), key.count == 32,
            (2...Cost.standard.rounds).contains(rounds),
            (1...Cost.standard.blockSize).contains(blockSize),
            (1...Cost.standard.parallelism).contains(parallelism)
        else { return nil }
        cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
        self.salt = Array(salt)
        self.key = Array(key)
    }

    // `$scrypt$16384$8$5$SALT$KEY`
    package var description: String {
        "$scrypt$\(cost.rounds)$\(cost.blockSize)$\(cost.parallelism)"
            + "$\(Data(salt).base64EncodedString())$\(Data(key).base64EncodedString())"
    }
}
