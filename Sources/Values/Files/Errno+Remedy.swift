package import SystemPackage

extension Errno {
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
