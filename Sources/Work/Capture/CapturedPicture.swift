internal import PhonolithLibav

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
