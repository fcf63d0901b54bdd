import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithStore
import PhonolithUsers

/// The outputs of the sound server, as users name and change them.
enum OutputDevices {
    /// The server's names of the devices that a user means, each once. Blocks its thread.
    ///
    /// - Throws: `Failure`, with the nearest names if there is no such device.
    static func names(of words: [String]) throws -> [String] {
        do throws(AudioDeviceError) {
            return try names(of: words, among: SoundServer().devices(.output))
        } catch {
            throw Failure(error.description)
        }
    }

    /// The server's names of the devices that a user means, each once.
    ///
    /// - Throws: `AudioDeviceError` with the nearest names if there is no such device.
    static func names(
        of words: [String], among devices: [AudioDevice]
    ) throws(AudioDeviceError) -> [String] {
        var names: [String] = []
        for word in words {
            let name = try AudioDevice.named(word, among: devices).name
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static let threads = BlockingThreads(name: "outputs", count: 1)

    /// All outputs, in the server's order.
    ///
    /// - Throws: An error whose description is the reason, if the server cannot be reached.
    static func all() async throws -> [AudioDevice] {
        try await threads.perform { try SoundServer().devices(.output) }
    }

    /// Has a player play on the device after the one it plays on.
    ///
    /// - Returns: The text to show: the device, or why there is none.
    static func next(for player: QueuePlayer) async -> String {
        let devices: [AudioDevice]
        do { devices = try await all() } catch { return "\(error)" }
        let current = await player.outputDevices
        let index = devices.firstIndex {
            current.isEmpty ? $0.isDefault : current.first == $0.name
        }
        guard !devices.isEmpty else { return "the sound server has no outputs" }
        let next = devices[((index ?? -1) + 1) % devices.count]
        await player.setOutputDevices([next.name])
        do {
            if try await !player.rememberOutputDevices() {
                try await threads.perform { try remember([next.name]) }
            }
        } catch {
            return "output: \(next.description); not remembered: \(error)"
        }
        return "output: \(next.description)"
    }

    // MARK: - The last choice

    /// The devices that a user chose last, by whether the sound server has them now.
    struct Choice {
        /// The devices that it has.
        var present: [String] = []
        /// The devices that it does not have.
        var missing: [String] = []

        init() {}

        /// Looks up the devices. Blocks its thread.
        init(_ names: [String]) {
            // Without an answer of the sound server, playing reports the reason.
            guard !names.isEmpty, let devices = try? SoundServer().devices(.output) else {
                present = names
                return
            }
            let known = Set(devices.map(\.name))
            present = names.filter(known.contains)
            missing = names.filter { !known.contains($0) }
        }
    }

    /// The devices that the user of a library chose last and that are there; the others are reported. Blocks its thread.
    ///
    /// - Parameter catalog: `nil` without a library: the last choice on this computer counts then.
    static func chosen(in catalog: Catalog?) throws -> [String] {
        let choice = Choice(try lastChoice(in: catalog))
        for name in choice.missing {
            Terminal.tell(
                "phonolith: the output \(name.oneLine), chosen last, is not there; playing on \(choice.present.isEmpty ? "the default output" : "the others")"
            )
        }
        return choice.present
    }

    /// The names of the devices that were chosen last, whether they are there or not. Blocks its thread.
    ///
    /// - Parameter catalog: `nil` without a library.
    static func lastChoice(in catalog: Catalog?) throws -> [String] {
        try catalog?.queue.chosenOutputs() ?? remembered
    }

    /// The file with the names of the devices that were chosen last without a library, one on a line.
    private static var file: MediaPath? { UserFolders.state?.appending("output-devices") }

    private static var remembered: [String] {
        // Without the file nothing was chosen; one that cannot be read costs the choice, and no sound.
        guard let bytes = try? file?.allBytes(upTo: 1 << 16) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Keeps a choice that was made without a library. Blocks its thread.
    ///
    /// - Throws: `Failure` if the file cannot be written.
    private static func remember(_ names: [String]) throws {
        guard let file else { return }
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(file.parent)
            try WholeFile.write(Array(names.map { $0 + "\n" }.joined().utf8), to: file)
        } catch {
            throw Failure("\(file): cannot be written: \(error); \(error.remedy)")
        }
    }
}
