import PhonolithMediaModel

/// A part of an answer as Subsonic knows answers: named values in order, which are rendered as JSON and as XML by the
/// same description.
package struct SubsonicObject: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: Value
        /// Whether OpenSubsonic added it to the protocol: old programs are not sent it.
        package var isOpen = false
        /// Where XML has it, if it is a single value.
        package var place = Place.attribute
    }

    /// A value of a field.
    package enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case object(SubsonicObject)
        case objects([SubsonicObject])
        case texts([String])
        case integers([Int])
        case songs(SongList)
    }

    /// A list of the library's songs, which are read when it is their turn to be sent: a user's playlist may be as long
    /// as the library, and a song in an answer is some kilobytes.
    package struct SongList: Hashable, Sendable {
        /// Elements before the songs: the folders in a folder.
        var first: [SubsonicObject] = []
        var ids: [MediaItemID]
        /// The parent of files in a directory.
        var parent: SubsonicID?
    }

    /// Where XML has a single value.
    package enum Place: Hashable, Sendable {
        /// An attribute of the element.
        case attribute
        case content
        /// An element of its own.
        case element
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// Makes an object with one field.
    package init(_ name: String, _ value: Value) { fields = [Field(name: name, value: value)] }

    /// The value of a field.
    package subscript(name: String) -> Value? { fields.first { $0.name == name }?.value }

    // MARK: - Making one

    /// Adds a field; an absent one is left out.
    package mutating func add(_ name: String, _ value: Value?, at place: Place = .attribute) {
        if let value { fields.append(Field(name: name, value: value, place: place)) }
    }

    /// Gives a field another value; one that is not there yet is added.
    package mutating func set(_ name: String, _ value: Value) {
        if let index = fields.firstIndex(where: { $0.name == name }) {
            fields[index].value = value
        } else {
            add(name, value)
        }
    }

    /// Adds a field that OpenSubsonic added to the protocol.
    package mutating func addOpen(_ name: String, _ value: Value?) {
        if let value { fields.append(Field(name: name, value: value, isOpen: true)) }
    }
}

// An object of an answer: `add("title", item.title)` leaves out an absent value.
extension SubsonicObject {
    mutating func add(_ name: String, _ text: String?) { add(name, text.map(Value.text)) }
    mutating func add(_ name: String, _ number: Int?) { add(name, number.map(Value.integer)) }
    mutating func add(_ name: String, _ flag: Bool?) { add(name, flag.map(Value.flag)) }
    mutating func add(_ name: String, _ object: SubsonicObject?) {
        add(name, object.map(Value.object))
    }
    mutating func add(_ name: String, _ objects: [SubsonicObject]) { add(name, .objects(objects)) }
    mutating func add(
        _ name: String, songs ids: [MediaItemID], after first: [SubsonicObject] = [],
        parent: SubsonicID? = nil
    ) {
        add(name, .songs(SongList(first: first, ids: ids, parent: parent)))
    }

    mutating func set(_ name: String, _ text: String) { set(name, .text(text)) }
    mutating func set(_ name: String, _ flag: Bool) { set(name, .flag(flag)) }

    mutating func addOpen(_ name: String, _ text: String?) { addOpen(name, text.map(Value.text)) }
    mutating func addOpen(_ name: String, _ number: Int?) {
        addOpen(name, number.map(Value.integer))
    }
    mutating func addOpen(_ name: String, _ number: Double?) {
        addOpen(name, number.map(Value.number))
    }
    mutating func addOpen(_ name: String, _ objects: [SubsonicObject]) {
        addOpen(name, .objects(objects))
    }
    mutating func addOpen(_ name: String, _ texts: [String]) { addOpen(name, .texts(texts)) }
}

extension SubsonicObject {
    /// The object as the protocol was before OpenSubsonic, for programs that know nothing else.
    var classic: SubsonicObject {
        var object = self
        object.fields = fields.compactMap { field in
            if field.isOpen { return nil }
            var field = field
            switch field.value {
            case .object(let inner): field.value = .object(inner.classic)
            case .objects(let inner): field.value = .objects(inner.map(\.classic))
            case .songs(var songs):
                songs.first = songs.first.map(\.classic)
                field.value = .songs(songs)
            case .text, .integer, .number, .flag, .texts, .integers: break
            }
            return field
        }
        return object
    }
}

enum SubsonicJSON {
    static func append(_ object: SubsonicObject, to text: inout SubsonicText) {
        text.append(UInt8(ascii: "{"))
        for (index, field) in object.fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            field.name.appendJSON(to: &text.bytes)
            text.append(UInt8(ascii: ":"))
            append(field.value, to: &text)
        }
        text.append(UInt8(ascii: "}"))
    }

    private static func append(_ value: SubsonicObject.Value, to text: inout SubsonicText) {
        switch value {
        case .text(let value): value.appendJSON(to: &text.bytes)
        case .integer(let number): text.append(contentsOf: String(number).utf8)
        case .number(let number): text.append(contentsOf: decimal(number).utf8)
        case .flag(let flag): text.append(contentsOf: (flag ? "true" : "false").utf8)
        case .object(let object): append(object, to: &text)
        case .objects(let objects): append(objects, to: &text) { append($0, to: &$1) }
        case .texts(let texts): append(texts, to: &text) { $0.appendJSON(to: &$1.bytes) }
        case .integers(let numbers):
            append(numbers, to: &text) { $1.append(contentsOf: String($0).utf8) }
        case .songs(let songs):
            text.append(UInt8(ascii: "["))
            text.append(songs, as: "")
            text.append(UInt8(ascii: "]"))
        }
    }

    private static func append<Element>(
        _ list: [Element], to text: inout SubsonicText,
        _ write: (Element, inout SubsonicText) -> Void
    ) {
        text.append(UInt8(ascii: "["))
        for (index, element) in list.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            write(element, &text)
        }
        text.append(UInt8(ascii: "]"))
    }

    /// A number that JSON and XML Schema read alike; anything but a number is 0.
    static func decimal(_ number: Double) -> String { number.isFinite ? String(number) : "0" }
}
