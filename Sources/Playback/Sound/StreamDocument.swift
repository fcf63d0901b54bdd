internal import Libav

/// A short document of a server, such as the playlist that leads to a radio station.
public enum StreamDocument {
    /// Reads a document. Blocks its thread, for 15 seconds at most where the server says nothing.
    ///
    /// - Parameters:
    ///   - address: An `http` or `https` address.
    ///   - limit: How many bytes are read; what follows is left.
    public static func contents(
        of address: String, upTo limit: Int = 1 << 20
    ) throws(PlayerItemError) -> [UInt8] {
        do throws(AVError) {
            return try NetworkDocument.contents(
                of: address, upTo: limit, interruption: ReadInterruption())
        } catch {
            throw PlayerItemError(error, item: PlayerItem(.url(address)))
        }
    }
}
