import PhonolithAccess

enum Digests {
    static func md5(_ text: String) throws -> String {
        String(decoding: try SecretBytes.md5(text), as: UTF8.self)
    }
}
