internal import PhonolithFiles
public import PhonolithMediaModel

/// A camera, or another source of pictures that the system has: a device of V4L2. The counterpart of AVCaptureDevice.
public struct CaptureDevice: Hashable, Sendable, Identifiable {
    /// The path, such as `/dev/video0`.
    public var id: String
    /// The name for people, such as `HD WebCam`.
    public var name: String
    /// The connection, such as `usb-0000:00:14.0-6`; tells two cameras of one name apart.
    public var bus: String
    /// The formats it offers, in the driver's order.
    public var formats: [CaptureFormat]

    package init(id: String, name: String, bus: String, formats: [CaptureFormat]) {
        (self.id, self.name, self.bus, self.formats) = (id, name, bus, formats)
    }
}

extension [CaptureDevice] {
    /// The device with a name or a path, also that of a link, such as those in `/dev/v4l/by-id`; `nil` if there is none.
    /// Blocks its thread.
    package func named(_ name: String) -> CaptureDevice? {
        let path = name.hasPrefix("/") ? MediaPath(name).resolved?.description : nil
        return first { $0.id == name || $0.name == name || $0.id == path }
    }
}

/// Pictures of one size as a device gives them; the counterpart of AVCaptureDevice.Format.
public struct CaptureFormat: Hashable, Sendable {
    /// FFmpeg's name of the codec or pixel format, such as `mjpeg` and `yuyv422`; V4L2's code in capitals where FFmpeg has
    /// none, which cannot be captured.
    public var encoding: String
    /// In pixels.
    public var size: PixelSize
    /// In frames a second, each range as the driver lists it; empty where it does not list them.
    public var frameRates: [ClosedRange<Double>]

    package init(encoding: String, size: PixelSize, frameRates: [ClosedRange<Double>]) {
        (self.encoding, self.size, self.frameRates) = (encoding, size, frameRates)
    }

    /// Whether it can be captured.
    package var isKnown: Bool { Self.encodings.values.contains(encoding) }

    /// FFmpeg's names by V4L2's codes.
    static let encodings = [
        "MJPG": "mjpeg", "JPEG": "mjpeg", "H264": "h264", "YUYV": "yuyv422", "UYVY": "uyvy422",
        "NV12": "nv12", "YU12": "yuv420p", "422P": "yuv422p", "RGB3": "rgb24", "BGR3": "bgr24",
        "GREY": "gray",
    ]
}
