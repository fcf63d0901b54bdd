package import PhonolithMediaModel
package import PhonolithTagReading

extension MediaItem.Location {
    /// Reads an item's file again, and shows where each fact comes from: from its tags, or from the cue sheet that
    /// speaks of it. Blocks its thread.
    package func explanation(by reader: TagReader) throws(MediaFileError) -> TagExplanation {
        let tags = try reader.explain(path)
        guard let finding = try cueSheetFinding(by: reader) else { return tags }
        let facts: CueFacts
        if let startTime {
            let part = finding.tracks.parts.first { abs($0.startTime - startTime) < 0.001 }
            guard let part else { return tags }
            facts = CueFacts(part, in: finding.sheet, of: tags.facts, reader: reader)
        } else if let track = finding.onlyTrack, finding.tracks.parts.isEmpty {
            facts = CueFacts(track, in: finding.sheet, of: tags.facts, reader: reader)
        } else {
            return tags
        }
        return tags.outranked(by: facts.words, facts: facts.facts)
    }

    private func cueSheetFinding(
        by reader: TagReader
    ) throws(MediaFileError) -> LoadedCueSheets.Finding? {
        let file = try reader.read(path)
        let folder = path.parent
        guard
            case .success((let listing, _)) = FolderListing.list(
                "", below: folder, followingSymbolicLinks: true),
            let seen = listing.media.first(where: { $0.name == path.lastComponent })
        else { return nil }
        let sheets = LoadedCueSheets(folder: folder, media: listing.media.map(\.name))
        // A scan reports errors in sheets.
        var problems: [ScanProblem] = []
        return sheets.finding(for: seen, file, problems: &problems)
    }
}
