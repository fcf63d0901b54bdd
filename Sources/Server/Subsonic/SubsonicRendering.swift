/// Both renderings of an object, as text.
package enum SubsonicRendering {
    package static func json(_ object: SubsonicObject) -> String {
        var bytes: [UInt8] = []
        SubsonicJSON.append(object, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func xml(_ object: SubsonicObject, as name: String) -> String {
        var bytes: [UInt8] = []
        SubsonicXML.append(object, as: name, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
