package import ArgumentParser
import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithWorker

struct CaptureCommand<Cameras: CaptureProgram>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "capture", abstract: "Take photos and films with a camera.",
            discussion: """
                A screen (x11grab:DISPLAY) and a graph of FFmpeg's filters (lavfi:GRAPH) can take the place of the camera.

                  phonolith capture devices
                  phonolith capture photo portrait.jpg
                  phonolith capture video talk.mp4 --size 1280x720 --duration 1:00:00
                  phonolith capture video screen.mp4 --device x11grab::0
                """,
            subcommands: [
                ListCameras<Cameras>.self, CapturePhoto<Cameras>.self,
                CaptureVideo<Cameras>.self,
            ])
    }
}

struct ListCameras<Cameras: CaptureProgram>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "devices", abstract: "List the cameras, with sizes and frame rates.",
            discussion: """
                phonolith inputs lists the inputs for sound.

                  phonolith capture devices
                  phonolith capture devices --format json
                """)
    }
    @OptionGroup var listing: DeviceListing
    @OptionGroup var library: LibraryOptions

    func run() throws { try Cameras.listDevices(listing) }
}

struct CapturePhoto<Cameras: CaptureProgram>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "photo", abstract: "Take a photo.",
            discussion: """
                The extension of the file names the format: jpg, jpeg or png. In a folder, the file is a JPEG named by the time. \
                The library lists no photos: with --into, the photo is only kept in one of its roots.

                With --preview, a window shows the pictures: the space bar takes the photo, q takes none.

                  phonolith capture photo portrait.jpg
                  phonolith capture photo portrait.jpg --preview
                  phonolith capture photo ~/Pictures --size 1920x1080
                  phonolith capture photo screen.png --device x11grab::0
                """)
    }
    @Argument(help: "File or folder to write to.", completion: .file()) var file: PathArgument
    @OptionGroup var pictures: PictureSourceOptions
    @OptionGroup var recording: RecordedFileOptions

    func run() throws {
        var order = try pictures.order(to: file.path.absolute, extension: "jpg")
        order.overwrites = try recording.prepare(order.path)
        try Cameras.takePhoto(order)
    }
}

struct CaptureVideo<Cameras: CaptureProgram>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "video", abstract: "Take a film with sound.",
            discussion: """
                The file is an MP4 or, with the extension mov, a QuickTime film (H.264 and AAC), which can be played at any time. In a \
                folder, it is an MP4 named by the time. The film ends with Ctrl-C.

                  phonolith capture video talk.mp4 --audio-device "USB Microphone"
                  phonolith capture video ~/Videos --size 1280x720 --rate 30 --into
                  phonolith capture video test.mp4 --device lavfi:testsrc2 --duration 10

                On a terminal and in the preview, the space bar pauses, q ends. On a display, the preview is a window, except for the \
                film of a screen, in which it would be seen.

                  phonolith capture video talk.mp4 --no-preview
                """)
    }
    @Argument(help: "File or folder to write to.", completion: .file()) var file: PathArgument
    @OptionGroup var pictures: PictureSourceOptions
    @Option(
        help: ArgumentHelp(
            "Source of sound: an input of the sound server by name, number or description, lavfi:GRAPH, or none. (default: the server's choice)",
            valueName: "name|lavfi:graph|none"))
    var audioDevice: String?
    @Option(
        help: ArgumentHelp("Film this long: seconds or h:mm:ss.", valueName: "time"),
        transform: PlayTime.seconds)
    var duration: Double?
    @Option(
        help: ArgumentHelp("End before the file has more than this many bytes.", valueName: "bytes")
    )
    var maxSize: Int?
    @Option(
        help: ArgumentHelp(
            "Most bits of the pictures a second, such as 2000k. (default: that of the preset, else as many as a good picture needs)",
            valueName: "bit/s"), transform: BitRate.number)
    var bitRate: Int?
    @OptionGroup var recording: RecordedFileOptions

    func validate() throws {
        if let maxSize, maxSize < 100_000 {
            throw ValidationError("--max-size takes 100000 bytes or more, not \(maxSize)")
        }
        if let duration, duration <= 0 {
            throw ValidationError("--duration takes more than 0 seconds")
        }
        if let bitRate, !(10_000...1_000_000_000).contains(bitRate) {
            throw ValidationError(
                "--bit-rate takes 10000 to 1000000000 bit/s, not \(bitRate)")
        }
    }

    func run() throws {
        var order = try pictures.order(to: file.path.absolute, extension: "mp4")
        order.audioDevice = audioDevice
        (order.maximumDuration, order.maximumSize) = (duration, maxSize)
        order.bitRate = bitRate
        order.overwrites = try recording.prepare(order.path)
        let code = try Cameras.takeFilm(order)
        if recording.into { try recording.add(order.path) }
        if code != .success { throw code }
    }
}

/// Where pictures come from, and in which form.
struct PictureSourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Source of pictures: path or name of a camera, x11grab:DISPLAY, or lavfi:GRAPH. (default: the first camera)",
            valueName: "name|x11grab:display|lavfi:graph"))
    var device: String?
    @Option(
        help: ArgumentHelp(
            "Size of the pictures, such as 1280x720. (default: the device's best up to 1920x1080)",
            valueName: "WxH"),
        transform: Self.size)
    var size: PixelSize?
    @Option(
        help: ArgumentHelp(
            "Size of the pictures, and bit rate of films: \(CaptureOrder.presets.joined(separator: ", ")). (default: high)",
            valueName: "name"))
    var preset: String?
    @Option(
        help: ArgumentHelp("Frames a second. (default: up to 30)", valueName: "fps"))
    var rate: Double?
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Show the pictures in a window. (default: for films of a camera, if there is a display)"
        ))
    var preview: Bool?

    func validate() throws {
        if let rate, !(0.01...1000).contains(rate) {
            throw ValidationError("--rate takes 0.01 to 1000 frames a second, not \(rate)")
        }
        if let preset, !CaptureOrder.presets.contains(preset) {
            throw ValidationError(
                "--preset takes \(CaptureOrder.presets.joined(separator: ", ")), not '\(preset)'")
        }
    }

    /// - Parameter name: The extension of a file that is named by the time.
    func order(to target: MediaPath, extension name: String) throws -> CaptureOrder {
        var order = CaptureOrder(path: target)
        if target.status?.isFolder == true {
            let time = Date.now.localFileName
            let names = ["\(time).\(name)"] + (2...99).map { "\(time) \($0).\(name)" }
            let paths = names.map { target.appending(MediaPath($0)) }
            order.path = paths.first { $0.status == nil } ?? paths[0]
        }
        (order.device, order.size, order.frameRate) = (device, size, rate)
        order.preset = preset
        order.showsPreview = preview
        return order
    }

    private static func size(_ text: String) throws -> PixelSize {
        guard let size = PixelSize(text.lowercased(), upTo: 16_384) else {
            throw ValidationError("'\(text)' is not a size; write 1280x720")
        }
        return size
    }
}

/// The subject of a capture, by the options of `capture`.
package struct CaptureOrder: Hashable, Sendable {
    package var path: MediaPath
    package var overwrites = false
    /// Whether the pictures are shown in a window; `nil` where the user has not decided.
    package var showsPreview: Bool?
    package var device: String?
    package var audioDevice: String?
    package var size: PixelSize?
    /// The name of a preset, one of ``presets``.
    package var preset: String?
    // In bit/s.
    package var bitRate: Int?
    // In frames a second.
    package var frameRate: Double?
    // In seconds.
    package var maximumDuration: Double?
    // In bytes.
    package var maximumSize: Int?

    /// The names of the presets; the program that captures has their sizes.
    package static let presets = [
        "photo", "high", "medium", "low", "cif352x288", "vga640x480", "hd1280x720", "hd1920x1080",
        "hd4K3840x2160",
    ]
}

/// The implementation of the commands of `capture`.
package protocol CaptureProgram {
    static func listDevices(_ listing: DeviceListing) throws
    static func takePhoto(_ order: CaptureOrder) throws
    /// Takes a film.
    ///
    /// - Returns: The exit code of how it ended; the file has what was captured until then.
    static func takeFilm(_ order: CaptureOrder) throws -> ExitCode
}

/// No cameras: another program of the installation has them, which continues in place of this one.
package enum NoCameras: CaptureProgram {
    package static func listDevices(_ listing: DeviceListing) throws { try takeOver() }

    package static func takePhoto(_ order: CaptureOrder) throws { try takeOver() }

    package static func takeFilm(_ order: CaptureOrder) throws -> ExitCode { try takeOver() }

    private static func takeOver() throws -> Never {
        try InstalledProgram.view.replaceThisProgram()
    }
}
