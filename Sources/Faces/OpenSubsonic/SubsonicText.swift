import PhonolithMediaModel

/// An answer in the form that the client asked for: bytes, and lists of songs between them that are yet to be read.
struct SubsonicText: Sendable {
    /// A part of an answer that is sent at once.
    enum Part: Sendable {
        case bytes(ArraySlice<UInt8>)
        /// Elements of a list, with the name that they have in XML.
        case objects([SubsonicObject], name: String)
        case songs(ArraySlice<MediaItemID>, parent: SubsonicID?, name: String)
    }

    private struct List: Sendable {
        var songs: SubsonicObject.SongList
        var name: String
        /// How many of the bytes come before it.
        var offset: Int
    }

    /// All bytes that are known.
    var bytes: [UInt8] = []
    private var lists: [List] = []

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(contentsOf more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func append(_ songs: SubsonicObject.SongList, as name: String) {
        lists.append(List(songs: songs, name: name, offset: bytes.count))
    }

    /// The number of songs that are yet to be read.
    var songCount: Int { lists.reduce(0) { $0 + $1.songs.ids.count } }

    /// The parts of the answer, in order.
    ///
    /// - Parameter songsAtOnce: The most songs in one part.
    func parts(songsAtOnce: Int) -> [Part] {
        var parts: [Part] = []
        var start = 0
        for list in lists {
            parts.append(.bytes(bytes[start..<list.offset]))
            start = list.offset
            parts.append(.objects(list.songs.first, name: list.name))
            var ids = list.songs.ids[...]
            while !ids.isEmpty {
                parts.append(
                    .songs(ids.prefix(songsAtOnce), parent: list.songs.parent, name: list.name))
                ids = ids.dropFirst(songsAtOnce)
            }
        }
        return parts + [.bytes(bytes[start...])]
    }
}
