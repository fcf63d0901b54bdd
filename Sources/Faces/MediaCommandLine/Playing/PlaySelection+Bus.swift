import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithTagReading

extension PlaySelection {
    /// Puts the player on D-Bus; `nil` if there is none.
    func publish(_ player: QueuePlayer) async -> BusPlayer? {
        let catalog = catalog
        return await BusPlayer.publish(
            player, details: { Self.details(of: $0, in: catalog) },
            items: { try Self.items(at: $0, in: catalog) },
            report: { Terminal.tell("phonolith: D-Bus: \($0.oneLine)") })
    }

    /// The library's item, or if it has none, the file.
    static func details(
        of item: PlayerItem, in catalog: Catalog?
    ) -> BusPlayer.Details {
        // A file that cannot be read has no details to show; the failure to play it is reported elsewhere.
        if let id = item.persistentID, let known = try? catalog?.items.item(id) {
            return BusPlayer.Details(
                facts: known.facts, userValues: known.userValues,
                // A player is shown without a picture that cannot be read.
                picture: (try? catalog?.artworks.picture(of: id))?.bytes)
        }
        guard case .file(let path) = item.source, let file = try? TagReader().read(path) else {
            return BusPlayer.Details()
        }
        return BusPlayer.Details(facts: file.facts, picture: file.pictures.first?.bytes)
    }

    /// The meaning of an address: the same as on the command line.
    ///
    /// - Throws: `Failure`, where there is nothing.
    private static func items(at address: String, in catalog: Catalog?) throws -> [PlayerItem] {
        do {
            return try PlaySelection(address: address, in: catalog).items
        } catch let failure as Failure {
            throw Unplayable(description: failure.message)
        }
    }

    /// Why there is nothing, in words.
    private struct Unplayable: Error, CustomStringConvertible { let description: String }
}
