import ArgumentParser
import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlayback

/// Effects on the sound while it plays.
struct EffectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Equalizer: a preset (\(Self.presetNames)), an own one in the folder equalizers of the configuration, or a file as Equalizer APO and AutoEq write it.",
            valueName: "name|file"))
    var equalizer: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Gain before the effects, -30 to 30 dB.", valueName: "dB"))
    var preamp = 0.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Balance, from -1 (left) to 1 (right).", valueName: "-1…1"))
    var balance = 0.0
    @Flag(help: "Play the mean of all channels on each of them.") var mono = false
    @Flag(help: "Keep peaks below full scale.") var limiter = false
    @Flag(help: "Let each ear hear the other channel, too, as with loudspeakers; for headphones.")
    var crossfeed = false

    fileprivate static let presetNames = Equalizer.presets.keys.sorted().joined(separator: ", ")

    func validate() throws {
        guard (-30...30).contains(preamp) else {
            throw ValidationError("--preamp takes -30 to 30 dB, not \(preamp)")
        }
        guard (-1...1).contains(balance) else {
            throw ValidationError("--balance takes -1 to 1, not \(balance)")
        }
    }

    /// The effects that were chosen. Blocks its thread.
    ///
    /// - Throws: `Failure` if there is no such equalizer.
    var effects: AudioEffects {
        get throws {
            var effects = AudioEffects()
            if let equalizer { effects.equalizer = try Equalizer(namedByUser: equalizer) }
            effects.preamplification = preamp
            effects.isMono = mono
            effects.limitsPeaks = limiter
            effects.hasCrossfeed = crossfeed
            return effects
        }
    }
}

extension Equalizer {
    /// Finds an equalizer: a preset, one of the user's own, or a file. Blocks its thread.
    ///
    /// - Throws: `Failure`.
    fileprivate init(namedByUser name: String) throws {
        if let preset = Self.presets[name.lowercased()] {
            self = preset
            return
        }
        let own = UserFolders.configuration?.appending("equalizers")
            .appending(MediaPath("\(name).txt"))
        let files = [name.contains("/") ? nil : own, MediaPath(argument: name)]
        guard let file = files.compactMap(\.self).first(where: { $0.status != nil }) else {
            let names = (Self.presets.keys + Self.ownNames(in: own?.parent)).sorted()
            let nearest = name.nearest(among: names).map { "did you mean \($0)? " } ?? ""
            throw Failure(
                "\(name): no such preset or file; \(nearest)presets are \(names.joined(separator: ", "))"
            )
        }
        do {
            self = try Equalizer(
                text: String(decoding: file.allBytes(upTo: 1 << 20), as: UTF8.self))
        } catch {
            throw Failure("\(file): \(error)")
        }
    }

    /// The names of the user's own ones. Blocks its thread.
    private static func ownNames(in folder: MediaPath?) -> [String] {
        // A folder that cannot be listed has no names to suggest.
        let files = folder.flatMap {
            try? FileManager.default.contentsOfDirectory(atPath: $0.description)
        }
        return (files ?? []).filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
    }

    /// The preset after one, in alphabetic order, and its name.
    static func preset(after equalizer: Equalizer) -> (name: String, equalizer: Equalizer) {
        let names = presets.keys.sorted()
        let index = names.firstIndex { presets[$0] == equalizer }
        let name = names[((index ?? -1) + 1) % names.count]
        return (name, presets[name] ?? .flat)
    }
}
