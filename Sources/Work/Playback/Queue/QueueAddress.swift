internal import Files
internal import Foundation
internal import SystemPackage

/// Where a player takes changes of its queue: a socket in Linux' abstract namespace, which has no file that could be left
/// behind or be too long, and ends with its process. It is called by the lock's file.
struct QueueAddress: Sendable {
    private let name: [UInt8]

    /// - Parameter lock: The open file of the queue's lock.
    init(of lock: FileDescriptor) {
        var status = stat()
        // It cannot fail for an open file.
        fstat(lock.rawValue, &status)
        name = Array("phonolith-queue/\(status.st_dev)/\(status.st_ino)".utf8)
    }

    /// A connection to the player of the same user that listens here; `nil` where none does.
    func connect() -> QueueConnection? {
        guard let socket = Self.socket() else { return nil }
        let isConnected = withAddress { Foundation.connect(socket.rawValue, $0, $1) == 0 }
        return QueueConnection(socket, if: isConnected)
    }

    /// A socket that listens here.
    func listen() -> FileDescriptor? {
        guard let socket = Self.socket() else { return nil }
        let isBound = withAddress { bind(socket.rawValue, $0, $1) == 0 }
        guard isBound, Foundation.listen(socket.rawValue, 8) == 0 else {
            socket.closeAfterReading()
            return nil
        }
        return socket
    }

    private static func socket() -> FileDescriptor? {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let number = Foundation.socket(AF_UNIX, type, 0)
        return number < 0 ? nil : FileDescriptor(rawValue: number)
    }

    private func withAddress<Value>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The first byte of an abstract name is 0.
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            for (index, byte) in name.enumerated() { path[index + 1] = byte }
        }
        let length = MemoryLayout<sa_family_t>.size + 1 + name.count
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(length))
            }
        }
    }
}

/// A connection between a command and a player of the same user: one change, one answer.
struct QueueConnection: Sendable {
    private let socket: FileDescriptor

    /// Both are JSON, and end where the side that writes them does.
    private static let longest = 64 << 20
    /// How long a silent side is waited for: the system's `struct timeval`, seconds and microseconds.
    private static let patience = [10, 0]

    /// `nil` where the other side is another user's.
    ///
    /// - Parameter isConnected: Otherwise the socket is closed.
    init?(_ socket: FileDescriptor, if isConnected: Bool = true) {
        // Of Linux' `struct ucred`: process, user, group.
        var peer: [UInt32] = [0, 0, 0]
        var length = socklen_t(3 * MemoryLayout<UInt32>.size)
        var patience = Self.patience
        let size = socklen_t(2 * MemoryLayout<Int>.size)
        let number = socket.rawValue
        guard isConnected,
            getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0,
            [0, geteuid()].contains(peer[1]) || geteuid() == 0,
            setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, size) == 0,
            setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &patience, size) == 0
        else {
            socket.closeAfterReading()
            return nil
        }
        self.socket = socket
    }

    func close() { socket.closeAfterReading() }

    /// Writes all that this side has to say. Blocks its thread.
    func write(_ value: some Encodable) throws {
        var rest = try JSONEncoder().encode(value)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw Errno(rawValue: errno)
            }
            rest = rest.dropFirst(count)
        }
        shutdown(socket.rawValue, Int32(SHUT_WR))
    }

    /// Reads all that the other side has to say. Blocks its thread.
    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        var data = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(socket.rawValue, &piece, piece.count, 0)
            if count < 0 {
                if errno == EINTR { continue }
                throw Errno(rawValue: errno)
            }
            if count == 0 { return try JSONDecoder().decode(type, from: data) }
            data.append(contentsOf: piece[..<count])
            guard data.count <= Self.longest else { throw Errno.messageTooLong }
        }
    }
}
