import Glibc
import PhonolithFiles
package import PhonolithMediaModel

/// Learns from the kernel what happens in folders, by inotify(7), and what is mounted and unmounted at them, by ``MountWatch``.
///
/// Used by one thread at a time; only ``wake()`` may be called by any.
final class FolderWatch: @unchecked Sendable {
    // Sendable by proof: one thread at a time uses all but `wakingDescriptor`, which never changes.
    private let descriptor: Int32
    /// A pipe: a write to its one end ends the waiting at the other.
    private let wakeDescriptor, wakingDescriptor: Int32
    private let mounts = MountWatch()
    private var folders: [Int32: MediaPath] = [:]
    /// The real paths of folders that are watched by links.
    private var links: [MediaPath: MediaPath] = [:]
    private let limit: Int

    // Events, with absolute paths.
    enum Event: Hashable {
        /// Something in this folder came, went or changed.
        case changed(MediaPath)
        /// This folder came into a watched one, rules in it changed, or a file system was mounted or unmounted there: all that is in
        /// it may have come or gone.
        case treeChanged(MediaPath)
        /// A new file that may still be written.
        case beganWriting(MediaPath)
        /// A file that was written was closed.
        case endedWriting(MediaPath)
        /// So much happened that some of it was lost.
        case lostCount
    }

    /// Why a folder cannot be watched.
    enum Limit: Error, Hashable {
        // `fs.inotify.max_user_watches`, or `fs.inotify.max_user_instances`.
        case watches, instances
    }

    /// - Parameter limit: No more folders are watched, whatever the kernel allows.
    init(limit: Int) throws(Limit) {
        self.limit = limit
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        var ends: [Int32] = [-1, -1]
        let isMade = pipe(&ends) == 0
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (wakeDescriptor, wakingDescriptor) = (ends[0], ends[1])
        guard descriptor >= 0, isMade else {
            for each in [descriptor, ends[0], ends[1]] where each >= 0 { close(each) }
            throw .instances
        }
    }

    deinit {
        close(descriptor)
        close(wakeDescriptor)
        close(wakingDescriptor)
    }

    private static let mask =
        UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF)
        | UInt32(IN_MOVE_SELF)
        | UInt32(IN_MODIFY) | UInt32(IN_ONLYDIR)

    /// Watches a folder, not what is below it. One that is gone is skipped.
    func add(_ folder: MediaPath) throws(Limit) {
        guard folders.count < limit else { throw .watches }
        let number = folder.withCString { inotify_add_watch(descriptor, $0, Self.mask) }
        guard number >= 0 else {
            if errno == ENOSPC { throw .watches }
            return
        }
        folders[number] = folder
        links[folder] = folder.linkTarget == nil ? nil : folder.resolved
    }

    /// How many folders are watched.
    var count: Int { folders.count }

    /// Ends a waiting of another thread.
    func wake() {
        var byte: UInt8 = 1
        _ = write(wakingDescriptor, &byte, 1)
    }

    /// The events since the last call; waits for one, no longer than the limit. Blocks its thread.
    ///
    /// - Parameter time: `nil` forever.
    func events(within time: Duration?) -> [Event] {
        var polls = [(descriptor, POLLIN), (wakeDescriptor, POLLIN), (mounts.descriptor, POLLPRI)]
            .map { pollfd(fd: $0, events: Int16($1), revents: 0) }
        let milliseconds =
            time.map { time in
                Int32(max(0, (time / .milliseconds(1)).rounded(.up)))
            } ?? -1
        guard poll(&polls, nfds_t(polls.count), milliseconds) > 0 else { return [] }
        if polls[1].revents != 0 {
            var byte: UInt8 = 0
            _ = read(wakeDescriptor, &byte, 1)
        }
        // First: the other events say that the folders of a disk that is unmounted are no longer watched.
        let mounted = polls[2].revents == 0 ? [] : mounts.changedPoints().flatMap(treesChanged)
        return mounted + (polls[0].revents == 0 ? [] : readEvents())
    }

    /// Changes of watched folders because something was mounted or unmounted at a point.
    private func treesChanged(at point: MediaPath) -> [Event] {
        // What is above the point has what is mounted there in it, and what is below it is that, or covered by it.
        let direct = folders.values.contains { $0 == point || $0 == point.parent } ? [point] : []
        let linked = links.compactMap { link, target in
            point.relative(to: target).map(link.appending) ?? (target.isInside(point) ? link : nil)
        }
        let covered = Set(folders.values.filter { $0.isInside(point) })
        let changed = direct.isEmpty ? covered.filter { !covered.contains($0.parent) } : []
        return (direct + changed.sorted() + linked.sorted()).map(Event.treeChanged)
    }

    private func readEvents() -> [Event] {
        var events: [Event] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return events }
            var offset = 0
            // Each is a head of 16 bytes and a name, which NULs fill up.
            while offset + 16 <= count {
                let head = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let name = buffer[(offset + 16)..<(offset + 16 + Int(head.len))].prefix {
                    $0 != 0
                }
                events += self.events(head, name: MediaPath(bytes: Array(name)))
                offset += 16 + Int(head.len)
            }
        }
    }

    private func events(_ head: inotify_event, name: MediaPath) -> [Event] {
        func has(_ flags: Int32...) -> Bool { flags.contains { head.mask & UInt32($0) != 0 } }
        if has(IN_Q_OVERFLOW) { return [.lostCount] }
        guard let folder = folders[head.wd] else { return [] }
        if has(IN_IGNORED) {
            folders[head.wd] = nil
            return []
        }
        let path = folder.appending(name)
        if IgnoreRules.areInFile(named: name) { return [.treeChanged(folder)] }
        // The disk may be mounted again already, so that its mount looks as it was.
        if has(IN_UNMOUNT) { return [.treeChanged(folder)] }
        if has(IN_DELETE_SELF, IN_MOVE_SELF) { return [.changed(folder)] }
        if head.mask & UInt32(IN_ISDIR) != 0 {
            if has(IN_MOVED_FROM) { forget(path) }
            return has(IN_CREATE, IN_MOVED_TO)
                ? [.changed(folder), .treeChanged(path)] : [.changed(folder)]
        }
        if has(IN_CREATE, IN_MOVED_TO), path.linkTarget != nil, path.isFolder {
            return [.changed(folder), .treeChanged(path)]
        }
        if has(IN_CREATE) {
            // Links are complete immediately and are never closed.
            return Self.isLink(path) ? [.changed(folder)] : [.beganWriting(path)]
        }
        if has(IN_MODIFY) { return [.beganWriting(path)] }
        if has(IN_CLOSE_WRITE) { return [.endedWriting(path), .changed(folder)] }
        if has(IN_DELETE, IN_MOVED_FROM) { return [.endedWriting(path), .changed(folder)] }
        return [.changed(folder)]
    }

    /// A folder that was moved takes the watches of all below it along, under their old names.
    private func forget(_ folder: MediaPath) {
        for (number, path) in folders where path.isInside(folder) {
            inotify_rm_watch(descriptor, number)
            folders[number] = nil
            links[path] = nil
        }
    }

    private static func isLink(_ path: MediaPath) -> Bool {
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
    }
}

/// Learns from the kernel that file systems are mounted or unmounted (proc_pid_mountinfo(5)): inotify(7) says nothing of a disk that
/// comes, because nothing happens in the folder that it covers.
///
/// Used by one thread at a time.
final class MountWatch {
    /// Ready by `POLLPRI` when something was mounted or unmounted; -1 where the system does not tell.
    let descriptor: Int32
    private var known: MountTable

    init() {
        // Opened before the mounts are read, so that none is missed.
        descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        known = .current
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Where something was mounted or unmounted since the last call. Blocks its thread.
    func changedPoints() -> Set<MediaPath> {
        let now = MountTable.current
        defer { known = now }
        return now.changedPoints(since: known)
    }
}

/// Changes since the last scan, until it is quiet enough for the next one.
package struct PendingChanges: Hashable, Sendable {
    /// Folders in which something came, went or changed.
    package private(set) var folders: Set<MediaPath> = []
    /// Folders that came, with all that is in them.
    package private(set) var trees: Set<MediaPath> = []
    /// Files that may still be written.
    package private(set) var unfinished: Set<MediaPath> = []
    package private(set) var isEverything = false

    package init() {}

    /// Whether there is something to scan.
    package var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isEverything }

    package mutating func change(in folder: MediaPath) { folders.insert(folder) }

    package mutating func add(tree: MediaPath) {
        // Each folder of a disk that is unmounted is one.
        if !trees.contains(where: tree.isInside) { trees.insert(tree) }
    }

    package mutating func beginWriting(_ file: MediaPath) { unfinished.insert(file) }

    package mutating func endWriting(_ file: MediaPath) { unfinished.remove(file) }

    /// The changes are unknown, and so are files that are still being written.
    package mutating func addEverything() { (isEverything, unfinished) = (true, []) }

    /// Forgets what is scanned now; files that are being written stay so.
    package mutating func clear() { (folders, trees, isEverything) = ([], [], false) }

    /// The targets of the next scan: folders alone, and trees whole, nothing twice.
    package func targets(in roots: [LibraryRoot]) -> [ScanTarget] {
        if isEverything { return ScanTarget.targets(scanning: [], in: roots) }
        let trees = trees.filter { tree in
            !self.trees.contains { $0 != tree && tree.isInside($0) }
        }
        let lone = folders.filter { folder in !trees.contains { folder.isInside($0) } }
        return trees.sorted().compactMap { ScanTarget.part(of: roots, at: $0, isShallow: false) }
            + lone.sorted().compactMap { ScanTarget.part(of: roots, at: $0, isShallow: true) }
    }
}
