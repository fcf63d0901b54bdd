internal import CPhonolithFFmpeg

/// Which speakers the channels of a sound are for, in the order of the channels.
package struct ChannelLayout: Hashable, Sendable {
    /// FFmpeg's numbers of the speakers (`enum AVChannel`), the first 18 of which are the bits of
    /// `WAVEFORMATEXTENSIBLE`; empty if unknown.
    package let speakers: [Int]

    package init(_ speakers: [Int]) { self.speakers = speakers }

    /// The layout that FFmpeg assumes for a number of channels where a file states none
    /// (`av_channel_layout_default`); beyond 8, unknown.
    package static func usual(_ count: Int) -> ChannelLayout {
        ChannelLayout(usualSpeakers[count] ?? [])
    }

    private static let usualSpeakers = [
        1: [2], 2: [0, 1], 3: [0, 1, 3], 4: [0, 1, 2, 8], 5: [0, 1, 2, 4, 5],
        6: [0, 1, 2, 3, 4, 5], 7: [0, 1, 2, 3, 8, 9, 10], 8: [0, 1, 2, 3, 4, 5, 9, 10],
    ]

    /// The layout of a frame; the usual one for what is in no order, or made for no speakers (Ambisonics).
    init(_ layout: AVChannelLayout) {
        let count = Int(layout.nb_channels)
        var layout = layout
        let known =
            layout.order == AV_CHANNEL_ORDER_NATIVE || layout.order == AV_CHANNEL_ORDER_CUSTOM
        let speakers = (0..<count).map { index in
            known ? Int(av_channel_layout_channel_from_index(&layout, UInt32(index)).rawValue) : -1
        }
        let areSpeakers = speakers.allSatisfy { (0..<64).contains($0) }
        self = areSpeakers && count > 0 ? ChannelLayout(speakers) : .usual(count)
    }

    /// The same as bits; `nil` if the channels are in another order than that of the bits.
    package var mask: UInt64? {
        guard !speakers.isEmpty, zip(speakers, speakers.dropFirst()).allSatisfy(<) else {
            return nil
        }
        return speakers.reduce(0) { $0 | 1 << UInt64($1) }
    }
}

extension AudioFrame {
    /// Which speakers its channels are for.
    package var channelLayout: ChannelLayout { ChannelLayout(frame.pointee.ch_layout) }
}
