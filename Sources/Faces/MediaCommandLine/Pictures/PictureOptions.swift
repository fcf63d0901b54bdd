import ArgumentParser
import MediaModel
import Thumbnails

/// Times of a video as they are typed: `90`, `1:30,1:02:03.5`.
struct TypedTimes {
    /// In seconds.
    let seconds: [Double]

    /// - Throws: `ValidationError`, which says what to write instead.
    init(_ argument: String) throws {
        seconds = try argument.split(separator: ",", omittingEmptySubsequences: false).map {
            if let seconds = Self.seconds($0) { return seconds }
            throw ValidationError(Self.reason($0))
        }
    }

    /// `nil` if it is not a time.
    static func seconds(_ text: some StringProtocol) -> Double? {
        guard let parts = parts(text), let first = parts.first,
            first <= 100_000 || parts.count == 1,
            parts.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return total(parts)
    }

    /// Hours, minutes and seconds, as many as there are, whatever their values.
    private static func parts(_ text: some StringProtocol) -> [Double]? {
        let texts = text.split(separator: ":", omittingEmptySubsequences: false)
        let parts = texts.enumerated().map { index, text in
            index == texts.count - 1 ? number(text) : Int(text).map(Double.init)
        }
        guard (1...3).contains(parts.count), parts.allSatisfy({ ($0 ?? -1) >= 0 }) else {
            return nil
        }
        return parts.compactMap(\.self)
    }

    private static func total(_ parts: [Double]) -> Double { parts.reduce(0) { $0 * 60 + $1 } }

    private static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }),
            let number = Double(text), number < 1e9
        else { return nil }
        return number
    }

    private static func reason(_ text: some StringProtocol) -> String {
        if text.contains(where: \.isWhitespace) {
            return "write times without spaces, for example 90,1:30"
        }
        if text.isEmpty { return "a time is missing next to a comma; write for example 90,1:30" }
        if let parts = parts(text), parts.count > 1 {
            return "'\(text)': minutes and seconds after a colon must be less than 60; write"
                + " \(ThumbnailTimes.brief(total(parts)))"
        }
        return
            "'\(text)' is not a time; write seconds or h:mm:ss, for example 90, 1:30 or 1:02:03.5"
    }
}

/// Two numbers with an `x` between them: `320x180`.
struct TypedPair {
    let width: Int
    let height: Int

    /// - Parameters:
    ///   - example: For both numbers, where the argument is no number itself.
    ///   - limit: The largest number that works as both.
    /// - Throws: `ValidationError`, which says what to write instead.
    init(_ argument: String, example: Int, upTo limit: Int = 65_536) throws {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
            .map { Int($0) ?? 0 }
        let range = 1...65_536
        guard parts.count == 2, parts.allSatisfy(range.contains) else {
            let number = Int(argument).flatMap { (1...limit).contains($0) ? $0 : nil } ?? example
            throw ValidationError(
                "write two numbers from 1 to 65536 separated by x, for example \(number)x\(number)"
            )
        }
        (width, height) = (parts[0], parts[1])
    }
}

extension ThumbnailImage.FileFormat {
    /// As `--image-format` takes it.
    ///
    /// - Throws: `ValidationError`, which says what to write instead.
    init(typed argument: String) throws {
        guard let format = Self(rawValue: argument.lowercased()) else {
            throw ValidationError(
                argument.lowercased() == "jpg"
                    ? "write jpeg" : "write 'jpeg', 'png' or 'webp'")
        }
        self = format
    }
}
