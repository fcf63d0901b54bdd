/// A source of pictures, by its name.
enum PictureInput: Hashable, Sendable {
    /// A device of V4L2, by path or name; `nil` for the first.
    case camera(String?)
    /// A screen of X11, by display, such as `:0`.
    case screen(String)
    /// A graph of FFmpeg's filters.
    case filter(String)

    /// Reads `lavfi:GRAPH`, `x11grab:DISPLAY`, `v4l2:PATH`, or the path or name of a camera.
    init(named name: String?) {
        let parts = (name ?? "").split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false
        ).map(String.init)
        switch (parts[0], parts.count) {
        case ("lavfi", 2): self = .filter(parts[1])
        case ("x11grab", 2): self = .screen(parts[1])
        case ("v4l2", 2): self = .camera(parts[1])
        default: self = .camera(name)
        }
    }

    /// FFmpeg's name of the kind of device.
    var format: String {
        switch self {
        case .camera: "v4l2"
        case .screen: "x11grab"
        case .filter: "lavfi"
        }
    }

    /// Whether its pictures come when they come; pictures of a graph of filters come when they are asked for.
    var isLive: Bool {
        if case .filter = self { false } else { true }
    }
}

/// A source of sound, by its name.
enum SoundInput: Hashable, Sendable {
    case none
    /// An input of the sound server; `nil` for the server's default.
    case server(String?)
    /// A graph of FFmpeg's filters.
    case filter(String)

    /// Reads `none`, `lavfi:GRAPH`, or the name, number or description of an input of the sound server.
    init(named name: String?) {
        switch name {
        case nil: self = .server(nil)
        case "none": self = .none
        case .some(let name) where name.hasPrefix("lavfi:"):
            self = .filter(String(name.dropFirst("lavfi:".count)))
        case .some(let name): self = .server(name)
        }
    }
}
