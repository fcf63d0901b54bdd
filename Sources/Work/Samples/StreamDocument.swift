internal import PhonolithLibav
import PhonolithPlayQueues

/// A short document of a server, such as the playlist that leads to a radio station.
package enum StreamDocument {
    /// Reads a document. Blocks its thread, for 15 seconds at most where the server says nothing.
    ///
    /// - Parameters:
    ///   - address: An `http` or `https` address.
    ///   - limit: How many bytes are read; the rest is left.
    package static func contents(
        of address: String, upTo limit: Int = 1 << 20
    ) throws(PlayerItemError) -> [UInt8] {
        do throws(AVError) {
            return try NetworkDocument.contents(
                of: address, upTo: limit, interruption: ReadInterruption()) ?? []
        } catch {
            throw PlayerItemError(error, item: PlayerItem(.url(address)))
        }
    }

    /// Reads a document where the server says that it is of a wanted kind. Blocks its thread, for 5 seconds
    /// at most where the server says nothing.
    ///
    /// - Parameter isWanted: Asked with the media type, such as `audio/x-mpegurl; charset=utf-8`.
    /// - Returns: `nil` for what is not wanted, as for a station's sound.
    package static func contents(
        of address: String, ifType isWanted: (String) -> Bool
    ) throws(PlayerItemError) -> [UInt8]? {
        do throws(AVError) {
            return try NetworkDocument.contents(
                of: address, upTo: 1 << 20, interruption: ReadInterruption(), patience: 5
            ) { $0.map(isWanted) ?? false }
        } catch {
            throw PlayerItemError(error, item: PlayerItem(.url(address)))
        }
    }
}

/// How servers on the net are dealt with, by the whole process.
package enum NetworkAccess {
    /// Whether an `https` server has to prove who it is; by default it has to.
    package static var verifiesCertificates: Bool {
        get { NetworkSecurity.verifiesCertificates }
        set { NetworkSecurity.verifiesCertificates = newValue }
    }
}

/// Which title belongs to which of the samples that wait.
struct TitleQueue {
    /// The title of the sample that was taken last.
    private(set) var current: String?
    private var titles: [(offset: Int, text: String?)] = []

    /// Names the title of the samples from one on that waits.
    mutating func append(_ text: String?, at offset: Int) {
        if text != (titles.isEmpty ? current : titles.last?.text) { titles.append((offset, text)) }
    }

    /// The number of samples taken.
    mutating func take(_ count: Int) {
        guard count > 0 else { return }
        while let first = titles.first, first.offset < count {
            current = first.text
            titles.removeFirst()
        }
        for index in titles.indices { titles[index].offset -= count }
    }

    // No samples wait.
    mutating func removeAll() { titles = [] }
}
