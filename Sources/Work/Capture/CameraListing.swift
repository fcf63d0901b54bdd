internal import CPhonolithVideoDevices
internal import FoundationEssentials
internal import PhonolithMediaModel

/// The cameras of this machine, as V4L2 lists them.
enum CameraListing {
    /// Lists the devices that capture video, by their numbers. Blocks its thread.
    static func devices() -> [CaptureDevice] {
        numbers.sorted().compactMap { device(at: path($0)) }
    }

    /// The paths of all devices of V4L2, also of those that capture nothing. Blocks its thread.
    static var names: [String] { numbers.map(path) }

    private static var numbers: [Int] {
        // A machine without cameras may have no folder of devices either.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return names.compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst("video".count)) : nil
        }
    }

    private static func path(_ number: Int) -> String { "/dev/video\(number)" }

    /// Describes a device; `nil` if it is none that captures video, or cannot be opened.
    private static func device(at path: String) -> CaptureDevice? {
        let device = cvd_open(path)
        guard device >= 0 else { return nil }
        defer { cvd_close(device) }
        var (name, bus) = ([CChar](repeating: 0, count: 32), [CChar](repeating: 0, count: 32))
        guard cvd_describe(device, &name, &bus) == 1 else { return nil }
        return CaptureDevice(
            id: path, name: text(name), bus: text(bus), formats: formats(of: device))
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// More entries than this in one of its lists are not a driver's.
    private static let limit: UInt32 = 256

    private static func formats(of device: CInt) -> [CaptureFormat] {
        var formats: [CaptureFormat] = []
        var code: UInt32 = 0
        for index in 0..<limit {
            guard cvd_format(device, index, &code) == 1 else { break }
            for size in sizes(of: device, code) {
                formats.append(
                    CaptureFormat(
                        encoding: encoding(code), size: size,
                        frameRates: frameRates(of: device, code, size)))
            }
        }
        return formats
    }

    /// The code is four characters, the first in the lowest byte.
    private static func encoding(_ code: UInt32) -> String {
        let characters = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
        let name = String(decoding: characters, as: UTF8.self)
        return CaptureFormat.encodings[name] ?? name
    }

    private static func sizes(of device: CInt, _ code: UInt32) -> [PixelSize] {
        var result: [PixelSize] = []
        var sizes = cvd_sizes()
        for index in 0..<limit {
            guard cvd_size(device, code, index, &sizes) == 1 else { break }
            result += offered(sizes)
        }
        return result
    }

    /// Usual sizes, of which a device without a list of its own offers those that it can.
    private static let usual = [
        (320, 240), (640, 480), (800, 600), (1280, 720), (1920, 1080), (3840, 2160),
    ]

    private static func offered(_ sizes: cvd_sizes) -> [PixelSize] {
        func isPossible(_ length: Int, _ least: UInt32, _ most: UInt32, _ step: UInt32) -> Bool {
            (Int(least)...max(Int(least), Int(most))).contains(length)
                && (length - Int(least)) % max(1, Int(step)) == 0
        }
        let ends = [
            (Int(sizes.minimum_width), Int(sizes.minimum_height)),
            (Int(sizes.maximum_width), Int(sizes.maximum_height)),
        ]
        let between = usual.filter {
            isPossible($0.0, sizes.minimum_width, sizes.maximum_width, sizes.width_step)
                && isPossible($0.1, sizes.minimum_height, sizes.maximum_height, sizes.height_step)
        }
        var known: Set<PixelSize> = []
        return (ends.prefix(1) + between + ends.suffix(1))
            .filter { $0.0 > 0 && $0.1 > 0 }
            .map { PixelSize(width: $0.0, height: $0.1) }
            .filter { known.insert($0).inserted }
    }

    private static func frameRates(
        of device: CInt, _ code: UInt32, _ size: PixelSize
    ) -> [ClosedRange<Double>] {
        var rates: [ClosedRange<Double>] = []
        var (least, most) = (0.0, 0.0)
        for index in 0..<limit {
            guard
                cvd_rate(
                    device, code, UInt32(size.width), UInt32(size.height), index, &least, &most)
                    == 1
            else { break }
            if least > 0, most >= least { rates.append(least...most) }
        }
        return rates
    }
}
