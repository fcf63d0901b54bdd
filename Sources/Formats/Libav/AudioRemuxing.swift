internal import CPhonolithFFmpeg
package import PhonolithMediaModel

/// Copies the sound of a file into another file, unchanged, with chapters.
package struct AudioRemuxing {
    private let format: Muxer.Format
    private let chapters: [Chapter]
    private let initialPadding: Int

    /// - Parameters:
    ///   - chapters: In order, the last one with its end.
    ///   - initialPadding: See ``AudioEncoder/initialPadding``.
    package init(to format: Muxer.Format, chapters: [Chapter], initialPadding: Int) {
        (self.format, self.chapters, self.initialPadding) = (format, chapters, initialPadding)
    }

    /// Copies. Blocks its thread.
    ///
    /// - Parameter target: Replaced, but not removed where copying fails.
    package func copy(_ source: MediaPath, to target: MediaPath) throws(AVError) {
        let demuxer = try Demuxer.open(source)
        guard let stream = demuxer.bestAudioStream else { throw .nothingToDecode }
        var muxer = try Muxer.open(format, writingTo: target)
        try muxer.add(stream, of: demuxer, initialPadding: initialPadding)
        if format == .ogg {
            muxer.setChapterComments(chapters)
        } else {
            try muxer.setChapters(chapters)
        }
        try muxer.begin()
        while let packet = try demuxer.nextPacket(of: stream) { try muxer.write(packet) }
        try muxer.finish()
    }
}

extension Muxer {
    /// Names the chapters as comments of Vorbis and Opus have them (wiki.xiph.org/Chapter_Extension); before the first
    /// packet. FFmpeg's own comments round times up to whole seconds, and are left out where there are no others.
    fileprivate func setChapterComments(_ chapters: [Chapter]) {
        guard let stream = context.pointee.streams[0] else { return }
        for (index, chapter) in chapters.enumerated() {
            let time = Int((chapter.startTime * 1000).rounded())
            let clock = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60]
                .map { $0.padded(2) }.joined(separator: ":")
            let key = "CHAPTER\(index.padded(3))"
            let text = "\(clock).\((time % 1000).padded(3))"
            av_dict_set(&stream.pointee.metadata, key, text, 0)
            av_dict_set(&stream.pointee.metadata, key + "NAME", chapter.title ?? "", 0)
        }
    }

    /// Names the chapters; before the first packet.
    fileprivate func setChapters(_ chapters: [Chapter]) throws(AVError) {
        guard !chapters.isEmpty else { return }
        // Freed by `avformat_free_context`, with the chapters in it.
        let size = chapters.count * MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
        let list = try allocated("av_mallocz") { av_mallocz(size) }
            .bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: chapters.count)
        context.pointee.chapters = list
        for (index, chapter) in chapters.enumerated() {
            let made = try allocated("av_mallocz") { av_mallocz(MemoryLayout<AVChapter>.size) }
                .bindMemory(to: AVChapter.self, capacity: 1)
            list[index] = made
            context.pointee.nb_chapters = UInt32(index + 1)
            made.pointee.id = Int64(index)
            made.pointee.time_base = AVRational(num: 1, den: 1000)
            made.pointee.start = Int64((chapter.startTime * 1000).rounded())
            let end = chapter.endTime ?? chapter.startTime
            made.pointee.end = Int64((end * 1000).rounded())
            if let title = chapter.title { av_dict_set(&made.pointee.metadata, "title", title, 0) }
        }
    }
}
