/// The interfaces of the object, in the format of D-Bus ("Introspection Data Format").
enum BusIntrospection {
    static let document =
        "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\" "
        + "\"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">\n<node>"
        + interfaces.map(\.text).joined() + "</node>\n"

    /// Names with the types of what goes in, or of what a property is; `>` is before what comes out.
    private struct Interface {
        var name: String
        var methods: [(String, String)] = []
        var signals: [(String, String)] = []
        var readable: [(String, String)] = []
        var writable: [(String, String)] = []

        var text: String {
            "<interface name=\"\(name)\">"
                + methods.map { Self.element("method", $0.0, $0.1) }.joined()
                + signals.map { Self.element("signal", $0.0, $0.1) }.joined()
                + readable.map { Self.property($0, "read") }.joined()
                + writable.map { Self.property($0, "readwrite") }.joined() + "</interface>"
        }

        private static func element(_ kind: String, _ name: String, _ types: String) -> String {
            let arguments = types.split(separator: " ").map { type in
                let isResult = type.hasPrefix(">")
                let direction =
                    kind == "signal" ? "" : " direction=\"\(isResult ? "out" : "in")\""
                return "<arg type=\"\(isResult ? type.dropFirst() : type)\"\(direction)/>"
            }
            return "<\(kind) name=\"\(name)\">\(arguments.joined())</\(kind)>"
        }

        private static func property(_ property: (String, String), _ access: String) -> String {
            "<property name=\"\(property.0)\" type=\"\(property.1)\" access=\"\(access)\"/>"
        }
    }

    private static let interfaces = [
        Interface(
            name: BusInterface.properties,
            methods: [("Get", "s s >v"), ("GetAll", "s >a{sv}"), ("Set", "s s v")],
            signals: [("PropertiesChanged", "s a{sv} as")]),
        Interface(
            name: "org.freedesktop.DBus.Introspectable", methods: [("Introspect", ">s")]),
        Interface(
            name: BusInterface.root, methods: [("Raise", ""), ("Quit", "")],
            readable: [
                ("CanQuit", "b"), ("CanRaise", "b"), ("Fullscreen", "b"),
                ("CanSetFullscreen", "b"), ("HasTrackList", "b"), ("Identity", "s"),
                ("SupportedUriSchemes", "as"), ("SupportedMimeTypes", "as"),
            ]),
        Interface(
            name: BusInterface.player,
            methods: [
                ("Next", ""), ("Previous", ""), ("Pause", ""), ("PlayPause", ""), ("Stop", ""),
                ("Play", ""), ("Seek", "x"), ("SetPosition", "o x"), ("OpenUri", "s"),
            ],
            signals: [("Seeked", "x")],
            readable: [
                ("PlaybackStatus", "s"), ("Metadata", "a{sv}"), ("Position", "x"),
                ("MinimumRate", "d"), ("MaximumRate", "d"), ("CanGoNext", "b"),
                ("CanGoPrevious", "b"), ("CanPlay", "b"), ("CanPause", "b"), ("CanSeek", "b"),
                ("CanControl", "b"),
            ],
            writable: [("LoopStatus", "s"), ("Rate", "d"), ("Shuffle", "b"), ("Volume", "d")]),
    ]
}
