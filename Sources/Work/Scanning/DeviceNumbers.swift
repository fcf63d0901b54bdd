import MediaModel

/// Which devices are those that had other numbers when the library was told of them, as the files on them show: the
/// system may give a device another number, or its number to another one, whenever it starts.
package struct DeviceNumbers: Hashable, Sendable {
    /// The numbers of the devices on which unchanged files are, by those that the library has.
    private var met: [Int: Set<Int>] = [:]
    /// The same of files that are copies, by their size and the time of their content.
    private var copied: [Int: Set<Int>] = [:]
    /// The numbers in the values of ``met``.
    private var taken: Set<Int> = []

    package init() {}

    /// Notes a file that is where the library has it.
    mutating func note(_ stamp: FileStamp, known: FileStamp) {
        if stamp.hasSameContent(as: known) {
            if met[known.device]?.contains(stamp.device) == true { return }
            met[known.device, default: []].insert(stamp.device)
            taken.insert(stamp.device)
        } else if (stamp.size, stamp.modified) == (known.size, known.modified) {
            copied[known.device, default: []].insert(stamp.device)
        }
    }

    mutating func merge(_ other: DeviceNumbers) {
        met.merge(other.met) { $0.union($1) }
        copied.merge(other.copied) { $0.union($1) }
        taken.formUnion(other.taken)
    }

    /// Whether the device with a number now is that with a number then, or has a copy of all that was on it.
    func isSame(_ former: Int, _ now: Int) -> Bool {
        if let devices = met[former] { return devices.contains(now) }
        // Unchanged files of another device show that the number is that one's, and that a copy is only of a part.
        return !taken.contains(now) && (former == now || copied[former]?.contains(now) == true)
    }

    /// Whether a file that was on a device has been met.
    func isPresent(_ former: Int) -> Bool { met[former] != nil }

    /// Whether the number of a device is that of another one now.
    func isTaken(_ former: Int) -> Bool {
        taken.contains(former) && met[former]?.contains(former) != true
    }
}
