public import PhonolithMediaModel

/// The size and the bit rate of films, in one word; the counterpart of `AVCaptureSession.Preset`.
///
/// A camera has a preset's size, or else its nearest one that is no larger. Screens and graphs of filters have the size that
/// they have.
public enum CapturePreset: String, Hashable, Sendable, CaseIterable {
    /// The largest pictures of the device, for photos.
    case photo
    /// The best up to 1920 × 1080, as without a preset.
    case high
    /// Up to 640 × 480, at most 1.5 Mbit/s: for sending over Wi-Fi.
    case medium
    /// Up to 320 × 240, at most 0.3 Mbit/s: for sending over mobile networks.
    case low
    /// Up to 352 × 288.
    case cif352x288
    /// Up to 640 × 480.
    case vga640x480
    /// Up to 1280 × 720.
    case hd1280x720
    /// Up to 1920 × 1080.
    case hd1920x1080
    /// Up to 3840 × 2160.
    case hd4K3840x2160

    /// The largest size; `nil` for any.
    public var maximumSize: PixelSize? {
        switch self {
        case .photo: nil
        case .high, .hd1920x1080: PixelSize(width: 1920, height: 1080)
        case .medium, .vga640x480: PixelSize(width: 640, height: 480)
        case .low: PixelSize(width: 320, height: 240)
        case .cif352x288: PixelSize(width: 352, height: 288)
        case .hd1280x720: PixelSize(width: 1280, height: 720)
        case .hd4K3840x2160: PixelSize(width: 3840, height: 2160)
        }
    }

    /// The most bits a second of a film's pictures; `nil` for as many as a good picture needs.
    public var bitRate: Int? {
        switch self {
        case .medium: 1_500_000
        case .low: 300_000
        default: nil
        }
    }
}

extension PixelSize {
    /// Whether it is no larger in either direction.
    func isWithin(_ other: PixelSize) -> Bool { width <= other.width && height <= other.height }
}
