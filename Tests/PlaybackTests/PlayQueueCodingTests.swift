import Foundation
import PhonolithMediaModel
import PhonolithPlayback
import Testing

/// Items and queues as values that programs keep.
@Suite("A queue as JSON")
struct PlayQueueCodingTests {
    private static func coded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private static let sources: [PlayerItem.Source] = [
        .file("/music/a.flac"), .file(""), .file(MediaPath(bytes: [0x2F, 0xFF, 0x0A, 0x61])),
        .file("/Müsli/ü\u{301}.mp3"), .url("https://example.com/a b?c=%ff"), .url(""),
        .data(Data([0, 1, 255])), .data(Data()),
        .url(URL(fileURLWithPath: "/with space/a.ogg")),
        .url("http://[::1]:80/x"),
    ]

    @Test("keeps each source", arguments: sources)
    func source(_ source: PlayerItem.Source) throws {
        #expect(try Self.coded(source) == source)
        #expect(try Self.coded(PlayerItem(source)) == PlayerItem(source))
    }

    @Test("names sources by their kind")
    func words() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let texts = try [
            PlayerItem.Source.file("/a.flac"), .url("http://a/b"), .data(Data("abc".utf8)),
        ].map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        #expect(texts == [#"{"path":"/a.flac"}"#, #"{"url":"http://a/b"}"#, #"{"data":"YWJj"}"#])
        var item = PlayerItem(.file("/a.flac"), title: "A", startTime: 1.5)
        item.audioLanguages = [LanguageTag("pt-BR"), LanguageTag("de")].compactMap(\.self)
        #expect(
            String(decoding: try encoder.encode(item), as: UTF8.self)
                == #"{"audioLanguages":["por-br","deu"],"source":{"path":"/a.flac"},"startTime":1.5,"title":"A"}"#
        )
        #expect(try Self.coded(item) == item)
    }

    /// An item of which each field is set.
    private static var fullItem: PlayerItem {
        var item = PlayerItem(.file("/a.flac"), title: "T\u{0}\n\"", startTime: 0.1, endTime: 7.3)
        (item.artist, item.albumTitle) = ("A", "")
        (item.persistentID, item.albumPersistentID) = (
            MediaItemID(rawValue: .max), MediaAlbumID(rawValue: 5)
        )
        (item.mediaType, item.duration, item.audioTrack) = ([.music, .podcast], 1e-9, 2)
        item.audioLanguages = [LanguageTag("ger")].compactMap(\.self)
        item.loudness = PlayerItem.Loudness(
            trackGain: -7.25, trackPeak: 1.1, albumGain: 0, albumPeak: 0.3)
        (item.bookmarkTime, item.preferredForwardBufferDuration) = (0, 5)
        return item
    }

    @Test("keeps each field of an item")
    func item() throws {
        let full = Self.fullItem
        #expect(try Self.coded(full) == full)
        // A field that is not written would be as in an item of the source alone.
        let (plain, same) = (Mirror(reflecting: PlayerItem(full.source)), Mirror(reflecting: full))
        for (old, new) in zip(plain.children, same.children) where old.label != "source" {
            #expect("\(old.value)" != "\(new.value)", "\(old.label ?? "") is set")
        }
    }

    @Test("keeps queues: order, place, modes, history, hidden entries, and the ids to come")
    func queues() throws {
        var queue = PlayQueue(
            (0..<6).map { PlayerItem(.file(MediaPath("/\($0).ogg"))) }, startingAt: 2)
        var seen = [PlayQueue(), queue]
        for change: (inout PlayQueue) throws -> Void in [
            { $0.repeatMode = .all }, { $0.skipToNext() }, { $0.shuffle(.songs, seed: 3) },
            { try $0.remove($0.entries[1].id) }, { $0.append([Self.fullItem]) },
            { $0.shuffle(.albums, seed: 1) }, { $0.skipToNext() }, { $0.prepend([Self.fullItem]) },
            { $0.shuffle(.off, seed: 0) }, { $0.end() }, { $0.removeAll() },
        ] {
            try change(&queue)
            seen.append(queue)
        }
        seen.append(
            PlayQueue(
                all: (1...4).map { number in
                    PlayQueue.Entry(
                        id: PlayQueue.Entry.ID(rawValue: number), item: Self.fullItem,
                        isHidden: number == 2)
                }, current: 2))
        for queue in seen {
            let copy = try Self.coded(queue)
            #expect(copy == queue)
            #expect(copy.hashValue == queue.hashValue)
            // What is not compared would show in the next steps.
            var (one, other) = (queue, copy)
            one.append([PlayerItem(.file("/x"))])
            other.append([PlayerItem(.file("/x"))])
            #expect(one == other)
            #expect(one.skipToPrevious(elapsed: 0) == other.skipToPrevious(elapsed: 0))
            #expect(one == other)
        }
        var descriptor = PlayQueueDescriptor([Self.fullItem])
        descriptor.startIndex = 7
        #expect(try Self.coded(descriptor) == descriptor)
    }

    private static let item = #"{"source":{"path":"/a"}}"#

    @Test(
        "refuses what is no queue",
        arguments: [
            #"{}"#, #"[]"#, #"{"entries":[{"id":1}]}"#, #"{"entries":[{"id":1,"item":{}}]}"#,
            #"{"entries":[{"id":1,"item":{"source":{}}}]}"#,
            #"{"entries":[{"id":1,"item":{"source":{"data":"?"}}}]}"#,
            #"{"entries":[{"id":0,"item":ITEM}]}"#, #"{"entries":[{"id":-5,"item":ITEM}]}"#,
            #"{"entries":[{"id":9223372036854775807,"item":ITEM}]}"#,
            #"{"entries":[{"id":1,"item":ITEM},{"id":1,"item":ITEM}]}"#,
            #"{"entries":[],"currentIndex":0}"#,
            #"{"entries":[{"id":1,"item":ITEM}],"currentIndex":1}"#,
            #"{"entries":[{"id":1,"item":ITEM}],"currentIndex":-1}"#,
            #"{"entries":[{"id":1,"item":ITEM,"isHidden":true}],"currentIndex":0}"#,
            #"{"entries":[{"id":1,"item":ITEM}],"ownOrder":[]}"#,
            #"{"entries":[{"id":1,"item":ITEM}],"ownOrder":[2]}"#,
            #"{"entries":[{"id":1,"item":ITEM}],"ownOrder":[1,1]}"#,
            #"{"entries":[{"id":1,"item":ITEM}],"history":[2]}"#,
            #"{"entries":[{"id":4,"item":ITEM}],"nextID":4}"#,
            #"{"entries":[{"id":4,"item":ITEM}],"nextID":9223372036854775807}"#,
            #"{"entries":[],"repeatMode":"twice"}"#, #"{"entries":[],"shuffleMode":1}"#,
        ])
    func refused(text: String) {
        let data = Data(text.replacingOccurrences(of: "ITEM", with: Self.item).utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PlayQueue.self, from: data)
        }
    }

    @Test("takes a queue of entries alone")
    func entriesAlone() throws {
        let text = #"{"entries":[{"id":4,"item":\#(Self.item)}]}"#
        var queue = try JSONDecoder().decode(PlayQueue.self, from: Data(text.utf8))
        queue.append([PlayerItem(.file("/b"))])
        #expect(queue.entries.map(\.id.rawValue) == [4, 5])
        #expect(queue.current == nil)
    }
}
