import PhonolithStreaming

extension TranscodeReader {
    /// Hands over all bytes.
    func readAll(_ body: ([UInt8]) async throws -> Void) async throws {
        while let bytes = try await next() { try await body(bytes) }
    }
}
