import PhonolithMediaModel

/// Which file systems are those that had other numbers when the library was told of them, as the files on them show: where
/// nothing else shows it, the system may give one another number, or its number to another one, whenever it starts.
package struct DeviceNumbers: Hashable, Sendable {
    /// The numbers of the devices on which unchanged files are, by those that the library has.
    private var met: [Int: Set<Int>] = [:]
    /// How many files are copies, by size and time of their content, by both numbers.
    private var copied: [Int: [Int: Int]] = [:]
    /// How many files of a device are not where the library has them, or others are there.
    private var missed: [Int: Int] = [:]
    /// The numbers in the values of ``met``.
    private var taken: Set<Int> = []

    package init() {}

    /// Notes a file that is where the library has it.
    mutating func note(_ stamp: FileStamp, known: FileStamp) {
        if stamp.hasSameContent(as: known), !stamp.isOnOtherDisk(than: known) {
            if met[known.device]?.contains(stamp.device) == true { return }
            met[known.device, default: []].insert(stamp.device)
            taken.insert(stamp.device)
        } else if (stamp.size, stamp.modified) == (known.size, known.modified) {
            copied[known.device, default: [:]][stamp.device, default: 0] += 1
        } else if stamp.device != known.device {
            missed[known.device, default: 0] += 1
        }
    }

    /// Notes a file that is not there, or is not the same.
    mutating func noteMissing(_ device: Int) { missed[device, default: 0] += 1 }

    mutating func merge(_ other: DeviceNumbers) {
        met.merge(other.met) { $0.union($1) }
        copied.merge(other.copied) { $0.merging($1, uniquingKeysWith: +) }
        missed.merge(other.missed, uniquingKeysWith: +)
        taken.formUnion(other.taken)
    }

    /// Whether the device with a number now is that with a number then, or has a copy of what was on it.
    func isSame(_ former: Int, _ now: Int) -> Bool {
        if former == now, FileSystemIdentity.lasts(now) { return true }
        if let devices = met[former] { return devices.contains(now) }
        // Unchanged files of another device show that the number is that one's, and that a copy is only of a part.
        return !taken.contains(now) && (former == now || isCopy(now, of: former))
    }

    /// Whether a device has most of the files of another: one file may be on several disks.
    private func isCopy(_ now: Int, of former: Int) -> Bool {
        guard let count = copied[former]?[now] else { return false }
        return count > missed[former] ?? 0
    }

    /// The number now of a device that had a number then, as far as files show it.
    func current(_ former: Int) -> Int {
        if FileSystemIdentity.lasts(former) { return former }
        if let devices = met[former] {
            return devices.count == 1 ? devices.first ?? former : former
        }
        return taken.contains(former) ? FileSystemIdentity.forgotten : former
    }

    /// Whether a file that was on a device has been met.
    func isPresent(_ former: Int) -> Bool { met[former] != nil }

    /// Whether the number of a device is that of another one now.
    func isTaken(_ former: Int) -> Bool {
        !FileSystemIdentity.lasts(former) && taken.contains(former)
            && met[former]?.contains(former) != true
    }
}
