import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaModel
package import PhonolithPlayback

/// The name of an output.
package struct OutputName: CustomStringConvertible {
    package var destination: AudioDestination

    init(destination: AudioDestination) { self.destination = destination }

    init(text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("pulse", 1): destination = .pulse
        case ("null", 1): destination = .null(speed: 1)
        case ("null", 2):
            guard let speed = Double(parts[1]), speed > 0 else {
                throw ValidationError("after null: comes a speed, such as null:10")
            }
            destination = .null(speed: speed)
        case ("wav", 2): destination = .wave(MediaPath(argument: parts[1]))
        default: throw ValidationError("write pulse, null, null:10 or wav:FILE")
        }
    }

    package var description: String { "pulse" }
}

/// A time as options have it.
enum PlayTime {
    /// Seconds from `90`, `1:30` or `1:02:03`.
    ///
    /// - Throws: `ValidationError`.
    static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(clockText: text), seconds <= 1e7 else {
            throw ValidationError("'\(text)' is not a time; write 90, 1:30 or 1:02:03")
        }
        return seconds
    }
}
