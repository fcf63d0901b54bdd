package import PhonolithMediaModel
package import SystemPackage

extension MediaPath {
    /// The remedy where no file has this path, as the end of a message.
    package var remedyWhereMissing: String {
        isAddress ? "it is an address, not a file; download it first" : "check the path"
    }

    /// Whether the text is an address that can be fetched.
    package var isWebAddress: Bool {
        let text = description.asciiLowercased
        return ["http://", "https://"].contains { text.hasPrefix($0) && text != $0 }
    }

    /// Whether the text is an address on a server, such as `https://example.org/a`: a scheme (RFC 3986, 3.1) before `://`.
    package var isAddress: Bool {
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        return scheme.first.map(isLetter) ?? false
            && bytes.dropFirst(scheme.count).starts(with: "://".utf8)
            && scheme.allSatisfy {
                isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
            }
    }
}

extension Errno {
    /// The remedy for a file that cannot be read, as the end of a message.
    package func remedy(at path: MediaPath) -> String {
        self == .noSuchFileOrDirectory && path.isAddress ? path.remedyWhereMissing : remedy
    }

    /// The remedy for a file that cannot be read or written, as the end of a message.
    package var remedy: String {
        switch self {
        case .noSpace, .diskQuotaExceeded: "free space or choose another folder"
        case .readOnlyFileSystem: "choose another folder"
        case .ioError: "check the disk"
        case .resourceBusy:
            "another program uses it; wait until that has ended, or choose another name"
        default: "check the path and its permissions"
        }
    }

    /// Whether writing failed because of the disk, so that no other file can be written to it.
    package var isOfDisk: Bool {
        [.noSpace, .diskQuotaExceeded, .readOnlyFileSystem, .ioError].contains(self)
    }
}
