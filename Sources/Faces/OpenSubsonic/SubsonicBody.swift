import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

/// The body of an answer.
///
/// Its songs are read some at a time, so that the memory does not grow with a user's playlist, and a slow client holds up no
/// reader of the catalogue. A later error breaks the connection off, so that no client takes a part for the whole.
struct SubsonicBody: Sendable {
    let text: SubsonicText
    let form: SubsonicEnvelope.Form
    /// Whether OpenSubsonic's fields are left out.
    let isClassic: Bool
    let library: ServedCatalog

    /// How many songs are read at once. An answer with no more is whole before it begins, and its length known.
    private static let songsAtOnce = 500

    func responseBody() async throws -> ResponseBody {
        let parts = text.parts(songsAtOnce: Self.songsAtOnce)
        if text.songCount <= Self.songsAtOnce {
            var whole: [UInt8] = []
            var isFirst = true
            for part in parts { whole += try await bytes(of: part, &isFirst) }
            return ResponseBody(byteBuffer: ByteBuffer(bytes: whole))
        }
        return ResponseBody { writer in
            var isFirst = true
            for part in parts {
                try await writer.write(ByteBuffer(bytes: bytes(of: part, &isFirst)))
            }
            try await writer.finish(nil)
        }
    }

    /// - Parameter isFirst: Whether the next element is the first of its list.
    private func bytes(
        of part: SubsonicText.Part, _ isFirst: inout Bool
    ) async throws -> ArraySlice<UInt8> {
        switch part {
        case .bytes(let bytes):
            isFirst = true
            return bytes
        case .objects(let objects, let name): return elements(objects, as: name, &isFirst)
        case .songs(let ids, let parent, let name):
            let objects = try await library.perform {
                try $0.songAnswers($0.items.all(Array(ids)), parent: parent)
            }
            return elements(isClassic ? objects.map(\.classic) : objects, as: name, &isFirst)
        }
    }

    private func elements(
        _ objects: [SubsonicObject], as name: String, _ isFirst: inout Bool
    ) -> ArraySlice<UInt8> {
        var text = SubsonicText()
        for object in objects {
            switch form {
            case .xml: SubsonicXML.append(object, as: name, to: &text)
            case .json, .jsonp:
                if !isFirst { text.append(UInt8(ascii: ",")) }
                SubsonicJSON.append(object, to: &text)
            }
            isFirst = false
        }
        return text.bytes[...]
    }
}
