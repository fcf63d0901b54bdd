import PhonolithFiles
import PhonolithMediaModel

extension MediaPath {
    /// All bytes of a small file; `nil` if it cannot be read, or is empty or longer than the limit.
    /// Blocks its thread.
    func contents(upTo limit: Int) -> [UInt8]? {
        guard let bytes = try? allBytes(upTo: limit), !bytes.isEmpty else { return nil }
        return bytes
    }
}
