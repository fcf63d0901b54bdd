internal import CPhonolithCrypto

/// Digests, codes and keys, computed by libcrypto.
enum Cryptography {
    /// Something that fails only where memory is short, or for what libcrypto or its configuration does not allow.
    struct Failure: Error, CustomStringConvertible {
        let function: String
        /// In libcrypto's words, if it has any.
        let reason: String?

        var description: String {
            "\(function) failed in libcrypto: \(reason ?? "no reason given"); free memory, or allow it in openssl.cnf"
        }

        /// Takes the reason from the queue of the thread's errors, where other users of libcrypto must not find it.
        init(of function: String) {
            self.function = function
            reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
            ERR_clear_error()
        }
    }

    /// MD5 (RFC 1321), which proves nothing any more and which the protocol's tokens are made with: 16 bytes.
    static func md5(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        try output(16, of: "MD5") { EVP_Q_digest(nil, "MD5", nil, bytes, bytes.count, $0, nil) }
    }

    /// A code that only who has the key can make, by HMAC with SHA-256 (RFC 2104): 32 bytes.
    static func code(of bytes: [UInt8], key: [UInt8]) throws(Failure) -> [UInt8] {
        try output(32, of: "HMAC") { code in
            HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, code, nil) == nil ? 0 : 1
        }
    }

    /// A key of 32 bytes from a password, by scrypt (RFC 7914). Blocks its thread for as long as the parameters ask.
    static func scrypt(
        _ password: [UInt8], salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int
    ) throws(Failure) -> [UInt8] {
        try output(32, of: "scrypt") { key in
            password.withUnsafeBytes { password in
                EVP_PBE_scrypt(
                    password.assumingMemoryBound(to: CChar.self).baseAddress, password.count, salt,
                    salt.count, UInt64(rounds), UInt64(blockSize), UInt64(parallelism),
                    mostMemory, key, 32)
            }
        }
    }

    /// More than is needed for 2^14 rounds in blocks of 8.
    private static let mostMemory: UInt64 = 64 << 20

    /// - Parameter fill: Fills the bytes, and returns 1 on success, as libcrypto's functions do.
    private static func output(
        _ count: Int, of function: String, _ fill: (UnsafeMutablePointer<UInt8>?) -> CInt
    ) throws(Failure) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        let status = output.withUnsafeMutableBufferPointer { fill($0.baseAddress) }
        guard status == 1 else { throw Failure(of: function) }
        return output
    }
}

/// AES-256 in Galois/counter mode (NIST SP 800-38D), with a random nonce before the text and the tag behind it.
enum SealedBytes {
    private static let nonceLength = 12
    private static let tagLength = 16

    static func seal(_ text: [UInt8], key: [UInt8]) throws(Cryptography.Failure) -> [UInt8] {
        let nonce = SecretBytes.random(nonceLength)
        guard let cipher = Cipher(), cipher.begin(key, nonce, encrypts: true),
            let sealed = cipher.update(text), cipher.finish(), let tag = cipher.tag()
        else { throw Cryptography.Failure(of: "AES-256-GCM") }
        return nonce + sealed + tag
    }

    /// Decrypts a text; `nil` for what was encrypted with another key, or changed since.
    static func open(_ sealed: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard sealed.count >= nonceLength + tagLength, let cipher = Cipher(),
            cipher.begin(key, Array(sealed.prefix(nonceLength)), encrypts: false),
            let text = cipher.update(Array(sealed.dropFirst(nonceLength).dropLast(tagLength))),
            cipher.expect(Array(sealed.suffix(tagLength))), cipher.finish()
        else {
            ERR_clear_error()
            return nil
        }
        return text
    }

    private struct Cipher: ~Copyable {
        private let context: OpaquePointer

        /// - Returns: `nil` where memory is short.
        init?() {
            guard let context = EVP_CIPHER_CTX_new() else { return nil }
            self.context = context
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        func begin(_ key: [UInt8], _ nonce: [UInt8], encrypts: Bool) -> Bool {
            precondition(key.count == 32 && nonce.count == nonceLength)
            return EVP_CipherInit_ex(
                context, EVP_aes_256_gcm(), nil, key, nonce, encrypts ? 1 : 0) == 1
        }

        func update(_ bytes: [UInt8]) -> [UInt8]? {
            var output = [UInt8](repeating: 0, count: bytes.count)
            var count: CInt = 0
            let status = EVP_CipherUpdate(context, &output, &count, bytes, CInt(bytes.count))
            return status == 1 && Int(count) == bytes.count ? output : nil
        }

        /// Whether the tag, which is to be given before, is right.
        func finish() -> Bool {
            var rest: [UInt8] = [0]
            var count: CInt = 0
            return EVP_CipherFinal_ex(context, &rest, &count) == 1
        }

        func tag() -> [UInt8]? {
            var tag = [UInt8](repeating: 0, count: tagLength)
            let status = EVP_CIPHER_CTX_ctrl(
                context, EVP_CTRL_AEAD_GET_TAG, CInt(tagLength), &tag)
            return status == 1 ? tag : nil
        }

        func expect(_ tag: [UInt8]) -> Bool {
            var tag = tag
            return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, CInt(tagLength), &tag) == 1
        }
    }
}
