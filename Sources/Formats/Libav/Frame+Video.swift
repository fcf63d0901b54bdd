internal import CPhonolithFFmpeg

extension Frame {
    /// When it is shown, in ticks of its stream; from the time of decoding where the file tells no other.
    /// `nil` if it states neither.
    package var presentationTime: Int64? {
        let time = frame.pointee.best_effort_timestamp
        return time == phonolith_av_nopts_value() ? nil : time
    }

    /// Width through height of one pixel; `nil` if the frame does not state it.
    package var pixelAspectRatio: Double? {
        let ratio = frame.pointee.sample_aspect_ratio
        return ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : nil
    }

    /// Whether the decoder needed no other picture for it.
    package var isKey: Bool { phonolith_frame_is_key(frame) != 0 }

    /// Whether its odd and its even lines are pictures of two moments.
    package var isInterlaced: Bool { phonolith_frame_is_interlaced(frame) != 0 }

    /// How brightness beyond that of paper is coded, if it is.
    package var transfer: Transfer {
        switch frame.pointee.color_trc {
        case AVCOL_TRC_SMPTE2084: .perceptualQuantizer
        case AVCOL_TRC_ARIB_STD_B67: .hybridLogGamma
        default: .standard
        }
    }

    package enum Transfer: Hashable, Sendable {
        /// In one of the ways that are looked at as they are: BT.709, BT.601, sRGB, …
        case standard
        /// SMPTE ST 2084, in absolute light.
        case perceptualQuantizer
        /// ARIB STD-B67, in light relative to that of the screen.
        case hybridLogGamma
    }

    /// The brightest that the picture was made to have, in cd/m²: that of the content where it tells, else
    /// that of the screen it was made on; `nil` if it states neither.
    package var peakLuminance: Double? {
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL) {
            let light = UnsafeRawPointer(data.pointee.data)
                .loadUnaligned(as: AVContentLightMetadata.self)
            if light.MaxCLL > 0 { return Double(light.MaxCLL) }
        }
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA) {
            let display = UnsafeRawPointer(data.pointee.data)
                .loadUnaligned(as: AVMasteringDisplayMetadata.self)
            let peak = display.max_luminance
            if display.has_luminance != 0, peak.num > 0, peak.den > 0 { return av_q2d(peak) }
        }
        return nil
    }

    /// Which red, green and blue its colours are mixed of.
    package var primaries: Primaries {
        switch frame.pointee.color_primaries {
        case AVCOL_PRI_BT2020: .bt2020
        case AVCOL_PRI_SMPTE432: .displayP3
        default: .standard
        }
    }

    /// The colours at the corners of a gamut.
    package enum Primaries: Hashable, Sendable {
        /// The primaries of BT.709, which are sRGB's, and the older ones of television, which are near.
        case standard
        // ITU-R BT.2020.
        case bt2020
        /// SMPTE EG 432-1, with the white of daylight.
        case displayP3
    }

    /// The frame without some columns and rows at the edges; in the same memory.
    ///
    /// Where colours have fewer columns and rows than brightness, those of the nearest are taken.
    /// - Precondition: Numbers are 0 or more, and something is left.
    /// - Throws: ``AVError`` from `av_frame_ref`, when memory runs out, or `av_frame_apply_cropping`.
    package func cropped(
        left: Int, top: Int, right: Int, bottom: Int
    ) throws(AVError) -> Frame {
        precondition(min(left, top, right, bottom) >= 0, "edges are cut off, not added")
        precondition(left + right < width && top + bottom < height, "nothing is left")
        let result = try Frame()
        let (from, into) = (frame, result.frame)
        try check("av_frame_ref") { av_frame_ref(into, from) }
        (into.pointee.crop_left, into.pointee.crop_right) = (left, right)
        (into.pointee.crop_top, into.pointee.crop_bottom) = (top, bottom)
        try check("av_frame_apply_cropping") {
            av_frame_apply_cropping(into, CInt(AV_FRAME_CROP_UNALIGNED))
        }
        return result
    }

    /// The field that is shown first, as a picture of half the height: every other line of the same memory.
    ///
    /// - Throws: ``AVError`` from `av_frame_ref`, when memory runs out.
    package func firstField() throws(AVError) -> Frame {
        let field = try Frame()
        let (from, into) = (frame, field.frame)
        try check("av_frame_ref") { av_frame_ref(into, from) }
        let skipsLine = phonolith_frame_begins_with_top_field(frame) == 0
        withUnsafeMutablePointer(to: &into.pointee.linesize) { sizes in
            sizes.withMemoryRebound(to: CInt.self, capacity: 8) { sizes in
                withUnsafeMutablePointer(to: &into.pointee.data) { planes in
                    planes.withMemoryRebound(
                        to: UnsafeMutablePointer<UInt8>?.self, capacity: 8
                    ) { planes in
                        for plane in 0..<4 where planes[plane] != nil {
                            if skipsLine { planes[plane]? += Int(sizes[plane]) }
                            sizes[plane] *= 2
                        }
                    }
                }
            }
        }
        // Even, so that each field has its lines of colour, too.
        into.pointee.height = from.pointee.height >= 4 ? from.pointee.height / 2 & ~1 : 1
        return field
    }
}

extension Frame {
    /// A frame of RGBA.
    ///
    /// - Parameter pixels: 4 bytes a pixel, rows from the top without gaps.
    /// - Precondition: There are `width * height * 4` bytes, and some.
    /// - Throws: ``AVError`` from `av_frame_get_buffer`, when memory runs out.
    package static func rgba(
        _ pixels: [UInt8], width: Int, height: Int
    ) throws(AVError) -> Frame {
        precondition(width > 0 && height > 0 && pixels.count == width * height * 4, "no picture")
        let result = try Frame()
        let into = result.frame
        into.pointee.width = CInt(width)
        into.pointee.height = CInt(height)
        into.pointee.format = AV_PIX_FMT_RGBA.rawValue
        into.pointee.color_range = AVCOL_RANGE_JPEG
        try check("av_frame_get_buffer") { av_frame_get_buffer(into, 0) }
        guard let target = into.pointee.data.0 else { return result }
        pixels.withUnsafeBufferPointer { pixels in
            guard let source = pixels.baseAddress else { return }
            for row in 0..<height {
                (target + row * Int(into.pointee.linesize.0))
                    .update(from: source + row * width * 4, count: width * 4)
            }
        }
        return result
    }

    /// The pixels of a frame that has them in one plane, rows from the top without gaps.
    ///
    /// - Precondition: The frame is RGBA or RGB of 16 bits.
    package var packedBytes: [UInt8] {
        let wide = format == AV_PIX_FMT_RGB48LE
        precondition(wide || format == AV_PIX_FMT_RGBA, "pixels are packed from one plane")
        guard let source = frame.pointee.data.0 else { return [] }
        let (rowLength, stride) = (width * (wide ? 6 : 4), Int(frame.pointee.linesize.0))
        return [UInt8](unsafeUninitializedCapacity: rowLength * height) { bytes, count in
            guard let target = bytes.baseAddress else { return }
            for row in 0..<height {
                (target + row * rowLength).update(from: source + row * stride, count: rowLength)
            }
            count = rowLength * height
        }
    }
}
