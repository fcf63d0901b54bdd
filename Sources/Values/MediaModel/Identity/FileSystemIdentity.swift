/// The identity of a file system, which stays when it is mounted again.
///
/// The system numbers devices as they come: the next disk may get the number of the last one, and the same disk another
/// number.
package enum FileSystemIdentity: Hashable, Sendable {
    /// The UUID or serial number that was given to it when it was made; a subvolume has a number of its own.
    case identifier(String, subvolume: UInt64 = 0)
    /// The mounted source, where that is a place and not a disk: a network share, or the layers of an overlay.
    case source(String)
    /// None can be had; it has this number as long as it is mounted.
    case unknown(device: UInt64)

    /// The number by which the library knows it: equal for equal identities, and for others but with a probability of 2⁻⁴².
    ///
    /// The number of an identity that lasts has the bit 62 set, in bits 42 to 61 what distinguishes subvolumes, and a hash
    /// of the rest below. Numbers of devices are smaller (`dev_t` of Linux has 32 bits).
    package var number: Int {
        switch self {
        case .identifier(let text, let subvolume):
            Self.number(hashing: "identifier \(text)", subvolume)
        case .source(let text): Self.number(hashing: "source \(text)", 0)
        case .unknown(let device): Int(bitPattern: UInt(device)) & (Self.lasting - 1)
        }
    }

    private static let lasting = 1 << 62
    private static let hashBits = 42

    private static func number(hashing text: String, _ subvolume: UInt64) -> Int {
        // FNV-1a (Fowler, Noll, Vo), whose bits are mixed as in MurmurHash3.
        func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
            var hash: UInt64 = bytes.reduce(0xcbf2_9ce4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
            hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
            return hash ^ (hash >> 33)
        }
        let volume = hash(text.utf8) >> (64 - UInt64(hashBits))
        let part = subvolume == 0 ? 0 : hash(String(subvolume).utf8) >> 44
        return lasting | Int(part) << hashBits | Int(volume)
    }

    /// Whether a number stays with its file system; that of a device proves neither sameness nor difference.
    package static func lasts(_ number: Int) -> Bool { number & lasting != 0 && number > 0 }

    /// Whether two numbers are those of one file system, be it of other subvolumes.
    package static func areOfOneDisk(_ one: Int, _ other: Int) -> Bool {
        let volume = 1 << hashBits - 1
        return one == other || lasts(one) && lasts(other) && one & volume == other & volume
    }

    /// The number of a device that has become that of another disk: it equals none.
    package static let forgotten = -1
}
