package import ArgumentParser
package import PhonolithCommandLineInterface
package import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

struct Outputs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outputs", abstract: "List the output devices of the sound server.",
        discussion: """
            The names and numbers are those for play --device and queue device.

              phonolith outputs
              phonolith outputs --format json
            """)
    @OptionGroup var listing: DeviceListing
    @OptionGroup var library: LibraryOptions

    func run() throws {
        // Without a library the player remembers the choice by itself.
        let catalog = try library.openIfUsable(for: .reading)
        try listing.print(.output, chosen: OutputDevices.lastChoice(in: catalog))
    }
}

struct Inputs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inputs", abstract: "List the input devices of the sound server.",
        discussion: """
            The names and numbers are those for record --device. The monitor of an output is an input with the sound that it plays.

              phonolith inputs
              phonolith inputs --columns name,sampleRate,channelCount
            """)
    @OptionGroup var listing: DeviceListing
    @OptionGroup var library: LibraryOptions

    func run() throws { try listing.print(.input) }
}

package struct DeviceListing: ParsableArguments {
    @OptionGroup package var part: PartOptions
    @OptionGroup package var output: ListOutputOptions

    package init() {}

    /// - Parameter chosen: The names of the outputs that the user chose last.
    fileprivate func print(_ direction: AudioDevice.Direction, chosen: [String] = []) throws {
        try print(
            SoundServer().devices(direction).map {
                Record($0, isChosen: direction == .output ? chosen.contains($0.name) : nil)
            },
            columns: [
                TableColumn("Id", field: "id", minimum: 2),
                TableColumn("Name", field: "name", minimum: 12),
                TableColumn("Description", field: "description", minimum: 12),
                TableColumn("Port", field: "activePort"),
                TableColumn("Rate", field: "sampleRate", minimum: 6),
                TableColumn("Channels", field: "channelCount"),
                TableColumn("State", field: "state"),
                TableColumn("Default", field: "isDefault"),
            ] + (direction == .output ? [TableColumn("Chosen", field: "isChosen")] : []),
            fields: Record.deviceKeys,
            emptyNote: part.emptyNote("The sound server has no \(direction)s."))
    }

    /// Prints devices.
    ///
    /// - Parameters:
    ///   - columns: The fields of a table.
    ///   - fields: All fields that a device may have.
    ///   - emptyNote: Message that replaces a table without rows.
    package func print(
        _ devices: [Record], columns: [TableColumn], fields: [String], emptyNote: String
    ) throws {
        var writer = part.part(
            of: try output.writer(columns: columns, fields: fields, emptyNote: emptyNote))
        for device in devices { try writer.write(device) }
        try writer.finish()
    }
}

extension Record {
    /// The keys of a device, in their order.
    fileprivate static let deviceKeys = [
        "id", "name", "description", "isDefault", "isMonitor", "state", "sampleRate",
        "channelCount", "bitDepth", "volume", "isMuted", "activePort", "ports", "availablePorts",
        "isChosen",
    ]

    fileprivate init(_ device: AudioDevice, isChosen: Bool?) {
        func names(_ ports: [AudioPort]) -> MediaValue? {
            ports.isEmpty ? nil : .texts(ports.map(\.name))
        }
        self.init([
            ("id", .integer(device.id)), ("name", .text(device.name)),
            ("description", .text(device.description)),
            ("isDefault", .boolean(device.isDefault)),
            ("isMonitor", .boolean(device.isMonitor)),
            ("state", .text(device.state.rawValue)),
            ("sampleRate", .integer(device.format.sampleRate)),
            ("channelCount", .integer(device.format.channelCount)),
            ("bitDepth", .integer(device.bitDepth)), ("volume", .number(device.volume)),
            ("isMuted", .boolean(device.isMuted)),
            ("activePort", device.activePort.map(MediaValue.text)), ("ports", names(device.ports)),
            ("availablePorts", names(device.ports.filter { $0.isAvailable != false })),
            ("isChosen", isChosen.map(MediaValue.boolean)),
        ])
    }
}
