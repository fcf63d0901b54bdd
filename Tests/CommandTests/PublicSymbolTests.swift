import Foundation
import Testing

/// The libraries that others build on: what is public is in a list, so that a change of it is seen.
@Suite struct PublicSymbolTests {
    /// The modules of the products, and those that they export.
    static let modules = [
        "Faces/Phonolith", "Faces/Tags", "Faces/LibraryPlayback", "Values/MediaModel",
        "Values/PlayQueues", "Formats/TagReading", "Formats/Playlists", "Store/Store",
        "Store/Queries", "Store/Users", "Store/Scans", "Work/Scanning", "Work/Importing",
        "Work/Thumbnails", "Work/Playback", "Work/Samples", "Work/Sound", "Work/Effects",
        "Work/Recording", "Work/Films", "Work/Capture",
    ]

    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// With `PHONOLITH_WRITE_DOCS` set, the lists are written anew.
    @Test(
        "the public symbols of each library are those of its list in docs/symbols",
        arguments: modules)
    func symbols(module: String) throws {
        let sources = Self.checkout.appendingPathComponent("Sources/\(module)")
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var found: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            found.formUnion(
                PublicDeclarations(in: try String(contentsOf: file, encoding: .utf8)).all)
        }
        let list = Self.checkout.appendingPathComponent(
            "docs/symbols/\(sources.lastPathComponent).txt")
        if ProcessInfo.processInfo.environment["PHONOLITH_WRITE_DOCS"] != nil {
            try FileManager.default.createDirectory(
                at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
            try (found.sorted().joined(separator: "\n") + "\n").write(
                to: list, atomically: true, encoding: .utf8)
        }
        let known = Set(
            try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init))
        #expect(found.subtracting(known).sorted() == [], "These are new: is each meant for others?")
        #expect(
            known.subtracting(found).sorted() == [], "These are gone, and with them who used them.")
    }

    @Test("declarations are found with their types, whatever is around them")
    func declarations() {
        let text = """
            public import Foundation
            /// public struct No {}
            public struct Box<Value>: Sendable {
                public var value: Value { "}" }
                var own = 1
                public init(
                    _ value: Value, named name: String = "{"
                ) {
                    switch value { case .public: break }
                }
                public enum Kind {
                    case small, large(Int)
                    case other
                }
            }
            extension Box: Hashable,
                Comparable where Value == Int
            {
                @discardableResult public func half() -> Int { value / 2 }
            }
            public protocol Thing { 
                var size: Int { get }
            }
            """
        #expect(
            PublicDeclarations(in: text).all == [
                "struct Box<Value>: Sendable", "Box<Value>.var value: Value",
                "Box<Value>.init( _ value: Value, named name: String = \"{\" )",
                "Box<Value>.enum Kind", "Box<Value>.Kind.case small, large(Int)",
                "Box<Value>.Kind.case other", "Box.func half() -> Int", "protocol Thing",
                "Thing.var size: Int",
            ])
    }
}

/// The public declarations of a source file, as they are written, with the types around them.
private struct PublicDeclarations {
    private(set) var all: Set<String> = []

    /// A type or extension whose braces are open.
    private struct Frame {
        var name: String
        var depth: Int
        /// Whether all in it is public: the cases of an enumeration, the requirements of a protocol.
        var sharesAll: Bool
    }

    private var frames: [Frame] = []
    /// A type whose brace comes in a later line.
    private var announced: Frame?
    private var depth = 0

    init(in text: String) {
        var rest = text.components(separatedBy: "\n")[...]
        var isInText = false
        while let line = rest.popFirst() {
            if line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) { isInText.toggle() }
            let code = line.trimmingCharacters(in: .whitespaces)
            guard !isInText, !code.hasPrefix("//") else { continue }
            read(code, followedBy: rest)
            depth += Self.balance(of: code, "{", "}")
            frames.removeAll { $0.depth >= depth && !code.hasSuffix("{") || $0.depth > depth }
        }
    }

    private mutating func read(_ code: String, followedBy rest: ArraySlice<String>) {
        let inner = frames.last.flatMap { $0.depth + 1 == depth ? $0 : nil }
        let shares = inner?.sharesAll == true
        let isPublic = code.contains(/^(@\w+(\(.*?\))? )*(\w+ )*?public (?!import)/)
        let isShared =
            shares && code.contains(/^(case|var|static|func|init|associatedtype|mutating) ?/)
        let declaration = isPublic || isShared ? Self.signature(code, followedBy: rest) : nil
        if let declaration {
            all.insert((frames.map(\.name) + [declaration]).joined(separator: "."))
        }
        let isMember = code.contains(/\b(func|init|var|let|case|subscript|import)\b/)
        let type = /^(?:.*?)\b(struct|class|enum|actor|protocol|extension) ([^:{]+)/
        if !isMember, let match = code.firstMatch(of: type) {
            announced = Frame(
                name: String(match.2).trimmingCharacters(in: .whitespaces), depth: depth,
                sharesAll: isPublic && ["enum", "protocol"].contains(match.1))
        }
        guard Self.balance(of: code, "{", "}") > 0, let frame = announced else {
            if code.contains("{") { announced = nil }
            return
        }
        frames.append(frame)
        announced = nil
    }

    /// The declaration on one line, up to its body.
    private static func signature(_ code: String, followedBy rest: ArraySlice<String>) -> String {
        var (text, rest) = (code, rest)
        while balance(of: text, "(", ")") > 0, let next = rest.popFirst() {
            text += " " + next.trimmingCharacters(in: .whitespaces)
        }
        var (isInText, isEscaped, end) = (false, false, text.endIndex)
        for index in text.indices {
            let character = text[index]
            if character == "\"", !isEscaped { isInText.toggle() }
            isEscaped = character == "\\" && !isEscaped
            if character == "{", !isInText {
                end = index
                break
            }
        }
        return text[..<end].replacing(/^(@\w+(\(.*?\))? )+/, with: "")
            .replacing(/\bpublic (private\(set\) |package\(set\) |internal\(set\) )?/, with: "")
            .trimmingCharacters(in: .whitespaces)
    }

    private static func balance(of code: String, _ open: Character, _ close: Character) -> Int {
        let bare = code.replacing(/"(\\.|[^"\\])*"/, with: "").replacing(/\/\/.*/, with: "")
        return bare.count { $0 == open } - bare.count { $0 == close }
    }
}
