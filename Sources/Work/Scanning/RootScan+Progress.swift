import PhonolithFiles
import PhonolithMediaModel
import PhonolithStore

extension RootScan {
    /// Counts the files ahead of the reading, so that the remaining time can be shown.
    func startCounting() {
        let (catalog, target, total) = (catalog, target, total)
        var options = options
        // Not watched: if this walk hangs, only the total is missing.
        options.reading = ReadingGuard()
        BlockingThread.start(named: "scan-count") { [options] in
            var walk = FolderWalk(target, options, for: catalog)
            var count = 0
            while let folder = walk.next(), !total.isAbandoned { count += folder.media.count }
            total.set(count)
        }
    }

    func tellProgress(_ folder: MediaPath) {
        guard let progress else { return }
        var state = ScanProgress(
            done: filesDone, total: total.value, folder: target.root.path.appending(folder))
        state.added = before.added + report.added
        state.changed = before.changed + report.changed
        progress(state)
    }
}
