internal import CPhonolithPostgres

extension DatabaseError {
    /// An error of a server.
    ///
    /// - Parameters:
    ///   - answer: `nil` where there is none.
    ///   - isConnected: Whether the connection can be used further.
    init(_ answer: OpaquePointer?, of connection: OpaquePointer, isConnected: Bool) {
        func field(_ field: Field) -> String? {
            answer.flatMap { postgres_resultErrorField($0, field.rawValue) }
                .map { String(cString: $0) }
        }
        let message =
            field(.message) ?? String(cString: postgres_errorMessage(connection)).asOneLine
        self.init(isConnected ? Code(state: field(.state) ?? "") : .disconnected, message)
    }

    /// Fields of an error (postgresql.org/docs/15/protocol-error-fields.html).
    private struct Field {
        let rawValue: Int32
        /// The five letters of its kind (postgresql.org/docs/15/errcodes-appendix.html).
        static let state = Field(rawValue: Int32(UInt8(ascii: "C")))
        static let message = Field(rawValue: Int32(UInt8(ascii: "M")))
    }
}

extension DatabaseError.Code {
    fileprivate init(state: String) {
        self =
            switch state {
            case "57014": .ended
            case "57P01", "57P02", "57P03": .disconnected
            case "53100": .full
            // A read-only transaction.
            case "25006": .readOnly
            // Insufficient privileges.
            case "42501": .denied
            // Serialization failure, deadlock, lock not available.
            case "40001", "40P01", "55P03": .busy
            case "54000": .tooLong
            // A statement that is prepared on another connection of a pooler, or is there twice.
            case "26000", "42P05": .pooled
            case "XX001", "XX002": .corrupt
            default:
                switch state.prefix(2) {
                case "08": .disconnected
                case "28", "3D", "53": .cannotOpen
                default: .other
                }
            }
    }
}
