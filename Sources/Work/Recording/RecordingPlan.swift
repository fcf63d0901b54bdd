internal import PhonolithMediaModel
package import PhonolithSound

/// The plan of a recording, decided from the device, the format of the file and the settings.
package struct RecordingPlan: Hashable, Sendable {
    package var fileFormat: AudioFileFormat
    package var format: AudioFormat
    /// 8, 16, 24 or 32 bits a sample; of no meaning to formats with loss.
    package var bitDepth: Int
    /// Of all channels, in bit/s; 0 for formats without loss.
    package var bitRate: Int
    /// Each difference between the file and the device, and settings without effect.
    package var remarks: [AudioRecorderRemark] = []

    /// Plans a recording.
    ///
    /// - Parameter wishes: The preferences of the program's audio session, where the settings have none.
    /// - Throws: ``AudioRecorderError`` where the settings ask for what the format does not have.
    package init(
        _ fileFormat: AudioFileFormat, of device: AudioDevice, _ settings: AudioRecorderSettings,
        _ wishes: ProgramStreams.Wishes = .init()
    ) throws(AudioRecorderError) {
        try settings.check(for: fileFormat)
        self.fileFormat = fileFormat
        let channels = Self.channels(fileFormat, device, settings, wishes, &remarks)
        let rate = Self.rate(fileFormat, device, settings, wishes, &remarks)
        // The device's own speakers, sample by sample; any others are converted by the server.
        let isOwn = channels == device.format.channelCount && fileFormat.isLinear
        var format =
            isOwn ? device.format : AudioFormat(sampleRate: rate, channelCount: channels)
        format.sampleRate = rate
        self.format = format
        bitDepth = Self.bitDepth(fileFormat, device, settings, &remarks)
        bitRate = 0
        bitRate = try chosenBitRate(settings)
        noteQuality(settings)
    }

    /// Looks up an input. Blocks its thread.
    ///
    /// - Parameter name: Name, number or description; `nil` for the choice of the audio session, else the server's.
    package static func device(
        named name: String?, on server: SoundServer
    ) throws(AudioRecorderError) -> AudioDevice {
        let devices: [AudioDevice]
        do throws(AudioDeviceError) {
            devices = try server.devices(.input)
            if let name { return try AudioDevice.named(name, among: devices) }
        } catch {
            throw AudioRecorderError(error)
        }
        let preferred = server.streams.wishes.input
        if let device = devices.first(where: { $0.name == preferred }) { return device }
        guard let device = devices.first(where: \.isDefault) ?? devices.first else {
            throw AudioRecorderError(.noInput, "", "the sound server has no inputs; plug one in")
        }
        return device
    }

    // MARK: - The form

    private static func channels(
        _ format: AudioFileFormat, _ device: AudioDevice, _ settings: AudioRecorderSettings,
        _ wishes: ProgramStreams.Wishes, _ remarks: inout [AudioRecorderRemark]
    ) -> Int {
        if let count = settings.channelCount { return count }
        let most = format.maximumChannelCount
        let count = wishes.inputChannelCount ?? device.format.channelCount
        if count > most {
            remarks.append(
                AudioRecorderRemark(
                    .channelsMixed,
                    "\(count) channels are mixed to \(most), the most that \(format.name) files have"
                ))
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
        _ wishes: ProgramStreams.Wishes, _ remarks: inout [AudioRecorderRemark]
    ) -> Int {
        if let rate = settings.sampleRate { return rate }
        let wanted = wishes.sampleRate ?? device.format.sampleRate
        let rate = Self.rate(format, nearest: wanted)
        if rate != wanted {
            remarks.append(
                AudioRecorderRemark(
                    .sampleRateConverted,
                    "\(wanted) Hz are converted to \(rate) Hz for \(format.name)"))
        }
        return rate
    }

    private static func bitDepth(
        _ format: AudioFileFormat, _ device: AudioDevice, _ settings: AudioRecorderSettings,
        _ remarks: inout [AudioRecorderRemark]
    ) -> Int {
        let own = device.bitDepth <= 16 ? 16 : device.bitDepth <= 24 ? 24 : 32
        guard let most = format.bitDepths.last else {
            if settings.bitDepth != nil {
                remarks.append(
                    AudioRecorderRemark(
                        .bitDepthWithoutEffect,
                        "\(format.name) files keep no bit depth; the setting has no effect"))
            }
            return own
        }
        guard let wanted = settings.bitDepth else { return min(own, most) }
        let depth = format.bitDepths.first { $0 >= wanted } ?? most
        if depth != wanted {
            remarks.append(
                AudioRecorderRemark(
                    .bitDepthChanged,
                    "\(format.name) files do not have \(wanted) bits a sample; \(depth) are written"
                ))
        }
        return depth
    }

    // MARK: - The bit rate

    private mutating func chosenBitRate(
        _ settings: AudioRecorderSettings
    ) throws(AudioRecorderError) -> Int {
        let (rate, channels) = (format.sampleRate, format.channelCount)
        guard let range = fileFormat.bitRates(sampleRate: rate, channelCount: channels) else {
            if settings.bitRate != nil {
                remarks.append(
                    AudioRecorderRemark(
                        .bitRateWithoutEffect,
                        "\(fileFormat.name) files are without loss; the bit rate has no effect"))
            }
            return 0
        }
        guard let wanted = settings.bitRate else {
            return fileFormat.bitRate(
                sampleRate: rate, channelCount: channels, quality: settings.quality ?? .high)
        }
        guard range.contains(wanted) else {
            throw AudioRecorderSettings.bitRateError(
                wanted, range,
                "\(fileFormat.name) files of \(rate) Hz and \(channels) channel\(channels == 1 ? "" : "s")"
            )
        }
        let nearest = fileFormat.nearestBitRate(to: wanted, sampleRate: rate)
        if nearest != wanted {
            remarks.append(
                AudioRecorderRemark(
                    .bitRateChanged,
                    "\(fileFormat.name) files do not have \(wanted) bit/s; \(nearest) are written"))
        }
        return nearest
    }

    private mutating func noteQuality(_ settings: AudioRecorderSettings) {
        guard settings.quality != nil else { return }
        let reason: String? =
            fileFormat.isLossless
            ? "\(fileFormat.name) files are without loss"
            : settings.bitRate == nil ? nil : "the bit rate is given"
        if let reason {
            remarks.append(
                AudioRecorderRemark(
                    .qualityWithoutEffect, "\(reason); the quality has no effect"))
        }
    }
}

extension [String] {
    /// The choice of one of them, as messages have it: `use one of flac, wav`; `use flac` if there is only one.
    package var choice: String {
        count == 1 ? "use \(self[0])" : "use one of \(joined(separator: ", "))"
    }
}
