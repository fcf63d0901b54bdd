package import PhonolithFiles
package import PhonolithMediaModel

/// Reads files for many clients at once, on threads of its own.
package struct FileReader: Sendable {
    /// The most bytes that are in memory for one client.
    package static let chunk = 64 << 10

    private let threads: BlockingThreads

    package init(threads: BlockingThreads) { self.threads = threads }

    /// Opens the file of an item, which is named as sound or a video, also where a link leads to it.
    ///
    /// - Throws: ``OpenFile/Failure``.
    package func openMedia(_ path: MediaPath) async throws -> OpenFile {
        try await threads.perform { try OpenFile(path, named: \.isNamedAsMedia) }
    }

    /// Finds the captions of a video.
    package func captions(besides video: MediaPath) async throws -> [Captions] {
        try await threads.perform { Captions.find(besides: video) }
    }

    /// The text of captions in a format; `nil` if it cannot be had.
    package func text(of captions: Captions, as format: Captions.Format) async throws -> [UInt8]? {
        try await threads.perform { captions.text(as: format) }
    }

    /// Does with files what blocks.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await threads.perform(body)
    }

    /// The first bytes of a range: all of them, or as many as are held in memory for one client.
    package func bytes(_ range: ByteRange, of file: OpenFile) async throws -> [UInt8] {
        try await threads.perform { try file.bytes(range, most: Self.chunk) }
    }
}
