import ArgumentParser
import MediaModel

/// A time of a video as it is typed: `90`, `1:30`, `1:02:03.5`.
struct TypedTimes: ExpressibleByArgument {
    /// In seconds.
    let seconds: [Double]

    init?(argument: String) {
        let times = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { Self.seconds($0) }
        guard times.allSatisfy({ $0 != nil }) else { return nil }
        seconds = times.compactMap(\.self)
    }

    /// `nil` for what is no time.
    static func seconds(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last, let seconds = number(last)
        else { return nil }
        // Only what stands first may be more than a clock shows.
        guard parts.count == 1 || seconds < 60 else { return nil }
        let whole = parts.dropLast().map { Int($0) ?? -1 }
        guard whole.allSatisfy({ (0...100_000).contains($0) }),
            whole.count < 2 || whole[1] < 60
        else { return nil }
        return whole.reduce(0) { ($0 + Double($1)) * 60 } + seconds
    }

    private static func number(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
            let number = Double(text), number < 1e9
        else { return nil }
        return number
    }
}

/// Two numbers with an `x` between them: `320x180`.
struct TypedPair: ExpressibleByArgument {
    let width: Int
    let height: Int

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...65_536).contains(width), (1...65_536).contains(height)
        else { return nil }
        (self.width, self.height) = (width, height)
    }
}

/// A format of picture files, as `--image-format` takes it.
enum PictureFormatName: String, ExpressibleByArgument, CaseIterable {
    case jpeg, png, webp
}
