package import ArgumentParser
package import PhonolithMediaModel
import PhonolithWorker

/// The subject of a capture, by the options of `capture`.
package struct CaptureOrder: Hashable, Sendable {
    package var path: MediaPath
    package var overwrites = false
    /// Whether the pictures are shown in a window; `nil` where the user has not decided.
    package var showsPreview: Bool?
    package var device: String?
    package var audioDevice: String?
    package var size: PixelSize?
    // In frames a second.
    package var frameRate: Double?
    // In seconds.
    package var maximumDuration: Double?
    // In bytes.
    package var maximumSize: Int?
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
