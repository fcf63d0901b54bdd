package import PhonolithSound

/// The plan of a recording, decided from the device, the format of the file and the settings.
package struct RecordingPlan: Hashable, Sendable {
    package var fileFormat: AudioFileFormat
    package var format: AudioFormat
    /// 16, 24 or 32 bits a sample; of no meaning to formats with loss.
    package var bitDepth: Int
    /// A line for each difference between the file and the device.
    package var remarks: [String] = []

    /// Plans a recording.
    ///
    /// - Throws: ``AudioRecorderError`` where the settings ask for what the format does not have.
    package init(
        _ fileFormat: AudioFileFormat, of device: AudioDevice, _ settings: AudioRecorderSettings
    ) throws(AudioRecorderError) {
        self.fileFormat = fileFormat
        let channels = try Self.channels(fileFormat, device, settings, &remarks)
        let rate = try Self.rate(fileFormat, device, settings, &remarks)
        // The device's own speakers, sample by sample; any others are converted by the server.
        let isOwn = channels == device.format.channelCount && fileFormat == .wav
        var format =
            isOwn ? device.format : AudioFormat(sampleRate: rate, channelCount: channels)
        format.sampleRate = rate
        self.format = format
        bitDepth =
            device.bitDepth <= 16 ? 16 : device.bitDepth <= 24 || fileFormat == .flac ? 24 : 32
    }

    /// Looks up an input. Blocks its thread.
    ///
    /// - Parameter name: Name, number or description; `nil` for the choice of the audio session, else the server's.
    /// - Throws: ``AudioRecorderError``, or `AudioDeviceError`.
    package static func device(
        named name: String?, on server: SoundServer
    ) throws -> AudioDevice {
        let devices = try server.devices(.input)
        if let name { return try AudioDevice.named(name, among: devices) }
        let preferred = server.streams.wishes.input
        if let device = devices.first(where: { $0.name == preferred }) { return device }
        guard let device = devices.first(where: \.isDefault) ?? devices.first else {
            throw AudioRecorderError("the sound server has no inputs; plug one in")
        }
        return device
    }

    private static func channels(
        _ format: AudioFileFormat, _ device: AudioDevice, _ settings: AudioRecorderSettings,
        _ remarks: inout [String]
    ) throws(AudioRecorderError) -> Int {
        let most = format.maximumChannelCount
        if let count = settings.channelCount {
            guard (1...most).contains(count) else {
                throw AudioRecorderError(
                    "\(format.name) files have 1 to \(most) channels, not \(count)"
                )
            }
            return count
        }
        let count = device.format.channelCount
        if count > most {
            remarks.append(
                "\(count) channels are mixed to \(most), the most that \(format.name) files have")
        }
        return min(count, most)
    }

    /// The rate that a format has for sound of another one: the next higher one, without loss, if there is one.
    package static func rate(_ format: AudioFileFormat, nearest wanted: Int) -> Int {
        guard let rates = format.sampleRates else { return wanted }
        return rates.last { $0 >= wanted } ?? rates[0]
    }

    private static func rate(
        _ format: AudioFileFormat, _ device: AudioDevice, _ settings: AudioRecorderSettings,
        _ remarks: inout [String]
    ) throws(AudioRecorderError) -> Int {
        let wanted = settings.sampleRate ?? device.format.sampleRate
        guard AudioFormat.sampleRates.contains(wanted) else {
            throw AudioRecorderError(
                "there is no sound of \(wanted) Hz; use \(AudioFormat.sampleRateText)")
        }
        let rates = format.sampleRates ?? [wanted]
        if rates.contains(wanted) { return wanted }
        guard settings.sampleRate == nil else {
            let known = rates.map(String.init).joined(separator: ", ")
            throw AudioRecorderError(
                "\(format.name) files do not have \(wanted) Hz; use one of \(known), or record to WAV or FLAC"
            )
        }
        let rate = Self.rate(format, nearest: wanted)
        remarks.append("\(wanted) Hz are converted to \(rate) Hz for \(format.name)")
        return rate
    }
}

/// Why a recorder cannot record, or not to the end.
public struct AudioRecorderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: the file or device, the reason, and what to do.
    public let description: String

    init(_ description: String) { self.description = description }
}
