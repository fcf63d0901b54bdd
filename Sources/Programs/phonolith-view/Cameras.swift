import ArgumentParser
import PhonolithCapture
import PhonolithCommandLineInterface
import PhonolithMediaCommandLine
import PhonolithMediaModel

/// The cameras, screens and graphs of filters that this program captures.
enum Cameras: CaptureProgram {
    static func listDevices(_ listing: DeviceListing) throws {
        try listing.print(
            MediaCapture.devices().flatMap { device in
                device.formats.isEmpty
                    ? [Record(device, nil)] : device.formats.map { Record(device, $0) }
            },
            columns: [
                TableColumn("Device", field: "device", minimum: 11),
                TableColumn("Name", field: "name", minimum: 12),
                TableColumn("Format", field: "encoding"),
                TableColumn("Size", field: "size"),
                TableColumn("Rates", field: "frameRates"),
                TableColumn("Bus", field: "bus"),
            ], fields: Record.cameraKeys,
            emptyNote: "This machine has no cameras; capture a screen (x11grab:DISPLAY) instead.")
    }

    static func takePhoto(_ order: CaptureOrder) throws {
        let settings = MediaCaptureSettings(order, withSound: false)
        let waits = order.showsPreview ?? false
        if waits, !FilmDisplay.isPresent {
            throw Failure("there is no display for a preview; leave out --preview")
        }
        try MainThread.waiting {
            try await PhotoCapture(MediaCapture(settings: settings), to: order.path)
                .run(waitingForKey: waits)
        }
    }

    static func takeFilm(_ order: CaptureOrder) throws -> ExitCode {
        let settings = MediaCaptureSettings(order, withSound: true)
        let isPresent = FilmDisplay.isPresent
        if order.showsPreview == true, !isPresent {
            Terminal.tell("phonolith: no display for a preview; capturing without it")
        }
        let showsPreview = isPresent && order.showsPreview ?? !settings.isOfScreen
        return try MainThread.waiting {
            try await FilmCapture(MediaCapture(settings: settings), to: order.path)
                .run(showsPreview: showsPreview)
        }
    }
}

extension MediaCaptureSettings {
    fileprivate init(_ order: CaptureOrder, withSound: Bool) {
        self.init()
        device = order.device
        audioDevice = withSound ? order.audioDevice : "none"
        size = order.size
        (preset, bitRate) = (order.preset.flatMap(CapturePreset.init), order.bitRate)
        frameRate = order.frameRate
        maximumDuration = order.maximumDuration
        maximumSize = order.maximumSize
        overwrites = order.overwrites
    }
}

extension Record {
    /// The keys of a camera's format, in their order.
    fileprivate static let cameraKeys = [
        "device", "name", "bus", "encoding", "size", "width", "height", "frameRates",
    ]

    /// - Parameter format: `nil` for a camera that lists none.
    fileprivate init(_ device: CaptureDevice, _ format: CaptureFormat?) {
        let rates = format?.frameRates.map { range in
            range.lowerBound == range.upperBound
                ? range.upperBound.rateText
                : "\(range.lowerBound.rateText)–\(range.upperBound.rateText)"
        }
        self.init([
            ("device", .text(device.id)), ("name", .text(device.name)), ("bus", .text(device.bus)),
            ("encoding", (format?.encoding).map(MediaValue.text)),
            ("size", (format?.size.text).map(MediaValue.text)),
            ("width", (format?.size.width).map(MediaValue.integer)),
            ("height", (format?.size.height).map(MediaValue.integer)),
            ("frameRates", rates.flatMap { $0.isEmpty ? nil : .texts($0) }),
        ])
    }
}
