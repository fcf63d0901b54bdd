import Glibc
import PhonolithLibav

/// Makes pictures for ordinary screens of pictures in high dynamic range.
///
/// Light becomes absolute by the inverse of its transfer function (SMPTE ST 2084; ITU-R BT.2100 for HLG, on
/// a screen of 1000 cd/m²). Brightness is bent by the curve of ITU-R BT.2390 so that the brightest of the
/// source becomes white, 203 cd/m² (ITU-R BT.2408), and what is darker than about 90 cd/m² stays as it is.
/// Colours of BT.2020 and P3 become those of BT.709; colours outside are cut off. The result is sRGB. Pictures in standard
/// range keep their brightness, and change their colours alone.
struct ToneMapping: Sendable {
    /// Light by its code, 12 bits: in cd/m² for PQ, of the scene from 0 to 1 for HLG.
    private let light: [Float]
    /// By what light is multiplied, by the fourth root of its brightness through 10 000 cd/m², 12 bits; with
    /// it white is 1.
    private let gains: [Float]
    /// sRGB by the square root of light, 12 bits.
    private let codes: [UInt8]
    private let isSceneLight: Bool
    /// From the source's primaries to those of BT.709, by rows; `nil` if they are the same.
    private let gamut: [Float]?

    /// The luminance of white paper, in cd/m².
    private static let white: Float = 203
    /// Of the screen that HLG is meant for, in cd/m².
    private static let screen: Float = 1000
    private static let last = 4095

    /// Prepares tables.
    ///
    /// - Parameter peak: The brightest of the source in cd/m²; `nil` if unknown.
    init(_ transfer: Frame.Transfer, peak: Double?, _ primaries: Frame.Primaries) {
        isSceneLight = transfer == .hybridLogGamma
        gamut = Self.gamut(of: primaries)
        let source = isSceneLight ? Self.screen : Float(peak ?? 1000)
        let bright = min(max(source, Self.white), 10_000)
        let steps = (0...Self.last).map { Float($0) / Float(Self.last) }
        light = steps.map(Self.light(of: transfer))
        gains = steps.map { root in
            if transfer == .standard { return 1 }
            let nits = max(1e-4, root * root * root * root * 10_000)
            return Self.bent(nits, peak: bright) / nits / Self.white
        }
        codes = steps.map { Self.standardCode($0 * $0) }
    }

    /// - Parameter pixels: RGB, 16 bits each, the lower byte first.
    /// - Returns: RGBA, opaque.
    func mapped(_ pixels: [UInt8]) -> [UInt8] {
        let count = pixels.count / 6
        return [UInt8](unsafeUninitializedCapacity: count * 4) { result, used in
            pixels.withUnsafeBytes { pixels in
                for pixel in 0..<count {
                    let (red, green, blue) = mapped(
                        light[code(pixels, pixel * 6)], light[code(pixels, pixel * 6 + 2)],
                        light[code(pixels, pixel * 6 + 4)])
                    result[pixel * 4] = red
                    result[pixel * 4 + 1] = green
                    result[pixel * 4 + 2] = blue
                    result[pixel * 4 + 3] = 255
                }
            }
            used = count * 4
        }
    }

    private func code(_ pixels: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(UInt16(littleEndian: pixels.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
            >> 4
    }

    private func mapped(_ red: Float, _ green: Float, _ blue: Float) -> (UInt8, UInt8, UInt8) {
        var factor: Float = 1
        var brightness = 0.2627 * red + 0.6780 * green + 0.0593 * blue
        if isSceneLight {
            // The screen's own contribution, gamma 1.2 (BT.2100, table 5).
            factor = Self.screen * powf(max(brightness, 1e-6), 0.2)
            brightness *= factor
        }
        let root = (brightness / 10_000).squareRoot().squareRoot()
        factor *= gains[min(Self.last, Int(root * Float(Self.last)))]
        let (r, g, b) = (red * factor, green * factor, blue * factor)
        guard let gamut else { return (sRGB(r), sRGB(g), sRGB(b)) }
        return (
            sRGB(gamut[0] * r + gamut[1] * g + gamut[2] * b),
            sRGB(gamut[3] * r + gamut[4] * g + gamut[5] * b),
            sRGB(gamut[6] * r + gamut[7] * g + gamut[8] * b)
        )
    }

    private static func gamut(of primaries: Frame.Primaries) -> [Float]? {
        switch primaries {
        case .standard: nil
        // ITU-R BT.2087.
        case .bt2020:
            [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]
        // From the chromaticities in SMPTE EG 432-1 and BT.709.
        case .displayP3:
            [1.2249, -0.2249, 0, -0.0421, 1.0421, 0, -0.0196, -0.0786, 1.0983]
        }
    }

    private func sRGB(_ light: Float) -> UInt8 {
        codes[Int(min(max(light, 0), 1).squareRoot() * Float(Self.last))]
    }

    // MARK: Curves

    private static func light(of transfer: Frame.Transfer) -> (Float) -> Float {
        switch transfer {
        case .standard: standardLight
        case .perceptualQuantizer: perceptualLight
        case .hybridLogGamma: hybridLogLight
        }
    }

    /// The curve of BT.2390, 5.4.1, for black that is black.
    static func bent(_ nits: Float, peak: Float) -> Float {
        let scale = perceptualCode(peak)
        let top = perceptualCode(white) / scale
        let knee = 1.5 * top - 0.5
        let level = min(1, perceptualCode(nits) / scale)
        guard level > knee, knee < 1 else { return min(nits, white) }
        let t = (level - knee) / (1 - knee)
        let (squared, cubed) = (t * t, t * t * t)
        let bent =
            (2 * cubed - 3 * squared + 1) * knee
            + (cubed - 2 * squared + t) * (1 - knee) + (3 * squared - 2 * cubed) * top
        return perceptualLight(bent * scale)
    }

    /// ST 2084's EOTF, from 0...1 to cd/m².
    static func perceptualLight(_ code: Float) -> Float {
        let power = powf(code, 1 / 78.84375)
        let base = max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)
        return 10_000 * powf(base, 1 / 0.1593017578125)
    }

    static func perceptualCode(_ nits: Float) -> Float {
        let power = powf(max(0, nits) / 10_000, 0.1593017578125)
        return powf((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }

    /// The inverse of HLG's OETF, from 0...1 to light of the scene in 0...1 (BT.2100, table 5).
    static func hybridLogLight(_ code: Float) -> Float {
        code <= 0.5 ? code * code / 3 : (expf((code - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    /// The inverse of sRGB's curve, so that greys stay as they are.
    private static func standardLight(_ code: Float) -> Float {
        code <= 0.04045 ? code / 12.92 : powf((code + 0.055) / 1.055, 2.4)
    }

    // IEC 61966-2-1.
    private static func standardCode(_ light: Float) -> UInt8 {
        let code = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
        return UInt8((min(max(code, 0), 1) * 255).rounded())
    }
}
