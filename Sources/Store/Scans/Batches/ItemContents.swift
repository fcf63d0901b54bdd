package import PhonolithMediaModel
import PhonolithStore

/// All that is stored of one item, with the keys it is found and sorted by. Making it is the expensive part
/// of writing, so it is done on the threads that read.
package final class ItemContents: Sendable {
    let facts: MediaFacts
    let creditEntries: StoredEntries?
    /// Its row in `item_tags`; `nil` for none.
    let tagEntries: StoredEntries?
    let pictures: [Picture]
    let keys: ItemKeys
    /// By what it comes among those with the same disc and track number, where its tags say no place in an album.
    let placeKey: String?
    let album: AlbumIdentity?
    let credits: [Credit]
    /// The signature of the audio.
    package let signature: AudioSignature?
    let search: SearchEntry
    /// The podcast that an episode belongs to.
    var podcast: String? {
        facts.mediaType.isDisjoint(with: [.podcast, .videoPodcast])
            ? nil : facts.podcastTitle ?? facts.albumTitle
    }

    /// Derives the keys of an item.
    ///
    /// - Parameters:
    ///   - facts: The file's facts, and the root's kind on top.
    ///   - pictures: The embedded pictures, in order.
    ///   - path: The file's path below its root.
    ///   - signature: The signature of the audio.
    package init(
        facts: MediaFacts, pictures: [Picture], path: MediaPath, sortKeys: SortKeyMaker,
        signature: AudioSignature? = nil
    ) {
        self.facts = facts
        creditEntries = StoredEntries(facts.credits)
        tagEntries = StoredEntries(facts.tags)
        self.signature = signature
        self.pictures = pictures
        keys = ItemKeys(facts: facts, fileName: path.lastComponent, sortKeys: sortKeys)
        let hasPlace = facts.albumTitle != nil && facts.albumTrackNumber != nil
        placeKey = hasPlace ? nil : SortKeyMaker.key(for: path)
        album = AlbumIdentity(facts: facts, folder: path.parent)
        credits = Credit.all(of: facts)
        search = SearchEntry(facts: facts, fileName: path.lastComponent)
    }
}
