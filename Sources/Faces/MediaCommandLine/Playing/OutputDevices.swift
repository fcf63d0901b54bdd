import CommandLineInterface
import Files
import MediaModel
import Playback

/// The outputs of the sound server, as users name and change them.
enum OutputDevices {
    /// The server's names of the devices that a user means. Blocks its thread.
    ///
    /// - Throws: `Failure`, with the nearest names if there is no such device.
    static func names(of words: [String]) throws -> [String] {
        do {
            let devices = try SoundServer().devices(.output)
            return try words.map { try AudioDevice.named($0, among: devices).name }
        } catch let error as AudioDeviceError {
            throw Failure(error.description)
        }
    }

    private static let threads = BlockingThreads(name: "outputs", count: 1)

    /// Has a player play on the device after the one it plays on.
    ///
    /// - Returns: What to show: the device, or why there is none.
    static func next(for player: QueuePlayer) async -> String {
        let devices: [AudioDevice]
        do {
            devices = try await threads.perform { try SoundServer().devices(.output) }
        } catch {
            return "\(error)"
        }
        let current = await player.outputDevices
        let index = devices.firstIndex {
            current.isEmpty ? $0.isDefault : current.first == $0.name
        }
        guard !devices.isEmpty else { return "the sound server has no outputs" }
        let next = devices[((index ?? -1) + 1) % devices.count]
        await player.setOutputDevices([next.name])
        do {
            try await threads.perform { try remember([next.name]) }
        } catch {
            return "output: \(next.description); not remembered: \(error)"
        }
        return "output: \(next.description)"
    }

    // MARK: - The last choice

    /// The file with the names of the devices that were chosen last, one on a line. It belongs to the computer, as
    /// devices do, not to a library.
    private static var file: MediaPath? { UserFolders.state?.appending("output-devices") }

    /// The devices that were chosen last; none for the server's choice. Blocks its thread.
    static var remembered: [String] {
        guard let bytes = try? file?.allBytes(upTo: 1 << 16) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The devices that were chosen last and are there; the others are reported. Blocks its thread.
    static var rememberedAndPresent: [String] {
        let chosen = remembered
        // Without an answer of the sound server, playing reports the reason.
        guard !chosen.isEmpty, let devices = try? SoundServer().devices(.output) else {
            return chosen
        }
        let present = Set(devices.map(\.name))
        for name in chosen where !present.contains(name) {
            Terminal.tell(
                "phonolith: the output \(name.oneLine), chosen last, is not there; playing on \(chosen.contains(where: present.contains) ? "the others" : "the default output")"
            )
        }
        return chosen.filter(present.contains)
    }

    /// Keeps a choice. Blocks its thread.
    ///
    /// - Throws: `Failure` if the file cannot be written.
    static func remember(_ names: [String]) throws {
        guard let file else { return }
        do {
            try WholeFile.makeFolder(file.parent)
            try WholeFile.write(Array(names.map { $0 + "\n" }.joined().utf8), to: file)
        } catch {
            throw Failure("cannot write \(file): \(error)")
        }
    }
}
