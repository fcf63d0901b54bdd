import Catalog
import Foundation
import MediaModel
import Playback
import TagReading

extension PlaySelection {
    #if os(Linux)
        /// Puts the player on D-Bus; `nil` where there is none.
        func publish(_ player: QueuePlayer) async -> BusPlayer? {
            let catalog = catalog
            return await BusPlayer.publish(
                player, details: { Self.details(of: $0, in: catalog) }, makeItem: Self.item)
        }
    #else
        /// Only Linux has a D-Bus.
        func publish(_ player: QueuePlayer) async -> NoBus? { nil }

        struct NoBus: Sendable {
            func withdraw() async {}
        }
    #endif

    #if os(Linux)
        /// What the library knows, or where it does not, the file.
        private static func details(
            of item: PlayerItem, in catalog: Catalog?
        ) -> BusPlayer.Details {
            // What cannot be read has no details to show; that it cannot be played is told elsewhere.
            if let id = item.persistentID, let known = try? catalog?.item(id) {
                return BusPlayer.Details(
                    facts: known.facts, userValues: known.userValues,
                    picture: (try? catalog?.picture(of: id))?.bytes)
            }
            guard case .file(let path) = item.source, let file = try? TagReader().read(path) else {
                return BusPlayer.Details()
            }
            return BusPlayer.Details(facts: file.facts, picture: file.pictures.first?.bytes)
        }

        /// What an address means: a file's, or one of the net.
        private static func item(_ address: String) -> PlayerItem? {
            guard let url = URL(string: address) else { return nil }
            if url.isFileURL {
                let path = MediaPath(url.path)
                let facts = (try? TagReader().read(path))?.facts
                return facts.map { PlayerItem(.file(path), facts: $0) } ?? PlayerItem(.file(path))
            }
            return ["http", "https"].contains(url.scheme) ? PlayerItem(.url(address)) : nil
        }
    #endif
}
