internal import PhonolithLibav
package import PhonolithMediaModel
internal import PhonolithSound

/// How a camera is opened, decided from what it has and from what is wanted.
package struct PicturePlan: Hashable, Sendable {
    package var format: CaptureFormat
    /// In frames a second; `nil` for what the device does by itself.
    package var rate: Double?

    /// Plans pictures of a device.
    ///
    /// Without a wish, the largest size up to 1920 × 1080 that the device has at 24 frames a second; of two formats the one
    /// that is faster, then the one without loss.
    /// - Parameter preset: Limits the size, where none is wanted.
    /// - Throws: ``MediaCaptureError`` with the nearest sizes or rates, if the device does not have what is wanted.
    package init(
        of device: CaptureDevice, size: PixelSize?, rate: Double?, preset: CapturePreset? = nil
    ) throws(MediaCaptureError) {
        let known = device.formats.filter(\.isKnown)
        guard !known.isEmpty else {
            throw MediaCaptureError(
                .deviceFailed, device.id,
                "\(device.id): has no format of pictures that can be captured; use another device")
        }
        var formats = known
        if let size {
            formats = known.filter { $0.size == size }
            guard !formats.isEmpty else {
                throw MediaCaptureError(
                    .sizeUnavailable, device.id,
                    "\(device.id): has no pictures of \(size.text); the nearest are \(Self.nearest(to: size, known))"
                )
            }
        }
        if let rate {
            let fitting = formats.filter { $0.has(rate) }
            guard !fitting.isEmpty else {
                throw MediaCaptureError(
                    .frameRateUnavailable, device.id,
                    "\(device.id): has no \(rate.rateText) frames a second\(size.map { " at \($0.text)" } ?? ""); the nearest are \(Self.nearest(to: rate, formats))"
                )
            }
            formats = fitting
        }
        guard
            let best = formats.max(by: {
                Self.order($0, rate, preset) < Self.order($1, rate, preset)
            })
        else {
            throw MediaCaptureError(.deviceFailed, device.id, "\(device.id): has no pictures")
        }
        format = best
        self.rate = rate ?? best.usualRate
    }

    private static func order(
        _ format: CaptureFormat, _ rate: Double?, _ preset: CapturePreset?
    ) -> (Int, Int, Int, Int) {
        let speed = rate ?? format.usualRate ?? 24
        let isFluent = speed >= 23.9 ? 1 : 0
        let preset = preset ?? .high
        let isOrdinary = preset.maximumSize.map(format.size.isWithin) ?? true ? 1 : 0
        let area = format.size.width * format.size.height
        let isLossless = ["mjpeg", "h264"].contains(format.encoding) ? 0 : 1
        // Other presets are about size before all.
        let first =
            switch preset {
            case .photo: 0
            case .high: isFluent * 2 + isOrdinary
            default: isOrdinary
            }
        return (
            first, isOrdinary == 1 ? area : -area, Int(bounded: speed),
            isLossless
        )
    }

    /// The number of sizes or rates that an error message suggests.
    private static let suggestionCount = 3

    private static func nearest(to size: PixelSize, _ formats: [CaptureFormat]) -> String {
        func distance(_ other: PixelSize) -> Int {
            abs(other.width - size.width) + abs(other.height - size.height)
        }
        let sizes = Set(formats.map(\.size)).sorted {
            (distance($0), $0.width) < (distance($1), $1.width)
        }
        return sizes.prefix(suggestionCount).map(\.text).joined(separator: ", ")
    }

    private static func nearest(to rate: Double, _ formats: [CaptureFormat]) -> String {
        let ends = formats.flatMap(\.frameRates).flatMap { [$0.lowerBound, $0.upperBound] }
        let rates = Set(ends).sorted { (abs($0 - rate), $0) < (abs($1 - rate), $1) }
        return rates.prefix(suggestionCount).map(\.rateText).joined(separator: ", ")
    }
}

extension CaptureFormat {
    /// Whether a rate is one of the device's; a device that lists none is asked when it is opened.
    fileprivate func has(_ rate: Double) -> Bool {
        frameRates.isEmpty
            || frameRates.contains { ($0.lowerBound - 0.01...$0.upperBound + 0.01).contains(rate) }
    }

    /// The highest rate up to 30 frames a second, else the lowest.
    fileprivate var usualRate: Double? {
        let ends = frameRates.map { $0.contains(30) ? 30 : $0.upperBound }
        return ends.filter { $0 <= 30.1 }.max() ?? ends.min()
    }
}

extension PixelSize {
    // Such as `640x480`.
    package var text: String { "\(width)x\(height)" }
}

extension Double {
    /// At most two decimals, and none where the number is whole.
    package var rateText: String {
        let hundredths = (self * 100).rounded() / 100
        return hundredths == hundredths.rounded() && abs(hundredths) < 1e9
            ? String(Int(hundredths)) : String(hundredths)
    }
}

/// A picture of a device, and when it was taken.
final class CapturedPicture: @unchecked Sendable {
    // Sendable by proof: made on the thread that reads the device, then given to the engine's thread, which alone uses it.

    let frame: Frame
    /// On the session's clock, in seconds.
    let time: Double

    init(_ frame: consuming Frame, at time: Double) {
        self.frame = frame
        self.time = time
    }
}

/// Some sound of a device, and when it was heard.
struct CapturedSound: Sendable {
    /// All channels of one moment together.
    var samples: [Float]
    /// Of the first sample, on the session's clock, in seconds.
    var time: Double
}

/// A delivery of the devices to the engine.
enum CaptureDelivery: Sendable {
    case picture(CapturedPicture)
    case sound(CapturedSound)
    /// The sound server has something new.
    case soundEvent(SoundEvent)
    /// Nothing more comes: without an error, the graph of filters has ended.
    case picturesEnded(MediaCaptureError?)
    case soundEnded(MediaCaptureError?)

    enum SoundEvent: Sendable {
        case arrived
        case deviceLost
        case serverLost
    }

    /// When it happened, where it is a picture or sound.
    var time: Double? {
        switch self {
        case .picture(let picture): picture.time
        case .sound(let sound): sound.time
        case .soundEvent, .picturesEnded, .soundEnded: nil
        }
    }
}
