@testable import PhonolithOpenSubsonic

/// Both renderings of an object, as text.
enum SubsonicRendering {
    static func json(_ object: SubsonicObject) -> String {
        var text = SubsonicText()
        SubsonicJSON.append(object, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    static func xml(_ object: SubsonicObject, as name: String) -> String {
        var text = SubsonicText()
        SubsonicXML.append(object, as: name, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
