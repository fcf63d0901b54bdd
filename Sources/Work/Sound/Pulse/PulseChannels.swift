internal import CPhonolithPulse
package import PhonolithLibav

/// The sound server's names of speakers.
package enum PulseChannels {
    /// The server's names of a layout's speakers, as `pactl` shows them; `nil` if it has too many.
    package static func names(of layout: ChannelLayout) -> [String]? {
        map(of: layout).map { map in
            var map = map
            return withUnsafeBytes(of: &map.map) { positions in
                positions.bindMemory(to: pa_channel_position_t.self).prefix(Int(map.channels)).map {
                    String(cString: pa_channel_position_to_string($0))
                }
            }
        }
    }

    /// The form of a stream of samples.
    ///
    /// - Parameter order: The order of the channels in a layout that the server cannot name.
    static func form(
        of format: AudioFormat, otherwise order: pa_channel_map_def_t
    ) -> (sample: pa_sample_spec, map: pa_channel_map) {
        let sample = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(format.sampleRate),
            channels: UInt8(format.channelCount))
        if let map = map(of: format.layout) { return (sample, map) }
        var map = pa_channel_map()
        pa_channel_map_init_extend(&map, UInt32(format.channelCount), order)
        return (sample, map)
    }

    static func map(of layout: ChannelLayout) -> pa_channel_map? {
        // One channel is for all speakers, not for the one in the middle.
        let positions =
            layout == .usual(1)
            ? [PA_CHANNEL_POSITION_MONO] : layout.speakers.compactMap { Self.positions[$0] }
        guard !positions.isEmpty, positions.count == layout.speakers.count,
            positions.count <= Int(PA_CHANNELS_MAX)
        else { return nil }
        var map = pa_channel_map()
        pa_channel_map_init(&map)
        map.channels = UInt8(positions.count)
        withUnsafeMutableBytes(of: &map.map) { bytes in
            let target = bytes.bindMemory(to: pa_channel_position_t.self)
            for (index, position) in positions.enumerated() { target[index] = position }
        }
        return map
    }

    /// The layout that the server's names mean; `nil` if it names no speakers, as for recording interfaces.
    static func layout(of map: pa_channel_map) -> ChannelLayout? {
        var map = map
        let positions = withUnsafeBytes(of: &map.map) { bytes in
            bytes.bindMemory(to: pa_channel_position_t.self).prefix(Int(map.channels)).map(
                \.rawValue)
        }
        if positions == [PA_CHANNEL_POSITION_MONO.rawValue] { return .usual(1) }
        let speakers = positions.compactMap { Self.speakers[$0] }
        return speakers.count == positions.count ? ChannelLayout(speakers) : nil
    }

    /// The speakers that WAVE files know, whose positions differ from each other.
    private static let speakers = Dictionary(
        uniqueKeysWithValues: positions.filter { $0.key < 18 }.map { ($0.value.rawValue, $0.key) })

    /// Where a speaker of FFmpeg's is for the server, or where the nearest is that it knows.
    private static let positions: [Int: pa_channel_position_t] = [
        0: PA_CHANNEL_POSITION_FRONT_LEFT, 1: PA_CHANNEL_POSITION_FRONT_RIGHT,
        2: PA_CHANNEL_POSITION_FRONT_CENTER, 3: PA_CHANNEL_POSITION_LFE,
        4: PA_CHANNEL_POSITION_REAR_LEFT, 5: PA_CHANNEL_POSITION_REAR_RIGHT,
        6: PA_CHANNEL_POSITION_FRONT_LEFT_OF_CENTER,
        7: PA_CHANNEL_POSITION_FRONT_RIGHT_OF_CENTER, 8: PA_CHANNEL_POSITION_REAR_CENTER,
        9: PA_CHANNEL_POSITION_SIDE_LEFT, 10: PA_CHANNEL_POSITION_SIDE_RIGHT,
        11: PA_CHANNEL_POSITION_TOP_CENTER, 12: PA_CHANNEL_POSITION_TOP_FRONT_LEFT,
        13: PA_CHANNEL_POSITION_TOP_FRONT_CENTER, 14: PA_CHANNEL_POSITION_TOP_FRONT_RIGHT,
        15: PA_CHANNEL_POSITION_TOP_REAR_LEFT, 16: PA_CHANNEL_POSITION_TOP_REAR_CENTER,
        17: PA_CHANNEL_POSITION_TOP_REAR_RIGHT,
        // Stereo that was mixed down.
        29: PA_CHANNEL_POSITION_FRONT_LEFT, 30: PA_CHANNEL_POSITION_FRONT_RIGHT,
        // Wide, and direct surround.
        31: PA_CHANNEL_POSITION_SIDE_LEFT, 32: PA_CHANNEL_POSITION_SIDE_RIGHT,
        33: PA_CHANNEL_POSITION_SIDE_LEFT, 34: PA_CHANNEL_POSITION_SIDE_RIGHT,
        35: PA_CHANNEL_POSITION_LFE,
        // Above the sides, and below the front.
        36: PA_CHANNEL_POSITION_TOP_FRONT_LEFT, 37: PA_CHANNEL_POSITION_TOP_FRONT_RIGHT,
        38: PA_CHANNEL_POSITION_FRONT_CENTER, 39: PA_CHANNEL_POSITION_FRONT_LEFT,
        40: PA_CHANNEL_POSITION_FRONT_RIGHT,
        // Surround, and above the surround (FFmpeg 7.1).
        41: PA_CHANNEL_POSITION_SIDE_LEFT, 42: PA_CHANNEL_POSITION_SIDE_RIGHT,
        43: PA_CHANNEL_POSITION_TOP_REAR_LEFT, 44: PA_CHANNEL_POSITION_TOP_REAR_RIGHT,
    ]
}
