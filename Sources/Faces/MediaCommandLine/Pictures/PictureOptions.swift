import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithThumbnails

/// Times of a video as they are typed: `90`, `1:30,1:02:03.5`.
struct TypedTimes {
    // In seconds.
    let seconds: [Double]

    /// - Throws: `ValidationError`, which says what to write instead.
    init(_ argument: String) throws {
        seconds = try argument.split(separator: ",", omittingEmptySubsequences: false).map {
            if let seconds = Double(clockText: $0) { return seconds }
            throw ValidationError(Self.reason($0))
        }
    }

    private static func reason(_ text: some StringProtocol) -> String {
        if text.contains(where: \.isWhitespace) {
            return "write times without spaces, for example 90,1:30"
        }
        if text.isEmpty { return "a time is missing next to a comma; write for example 90,1:30" }
        let texts = text.split(separator: ":", omittingEmptySubsequences: false)
        let parts = texts.compactMap { Double(clockText: $0) }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        let isWhole = !texts.dropLast().contains { $0.contains(".") }
        if (2...3).contains(parts.count), parts.count == texts.count, isWhole, seconds < 1e9 {
            return "'\(text)': minutes and seconds after a colon must be less than 60; write"
                + " \(ThumbnailTimes.brief(seconds))"
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
