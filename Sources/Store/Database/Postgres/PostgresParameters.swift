internal import CPhonolithPostgres
internal import FoundationEssentials

/// The parameters of a statement in the form that libpq takes: the server's types, and bytes.
struct PostgresParameters {
    /// 0 lets the server find out: NULL has any type.
    let types: [Oid]
    private let values: [[UInt8]?]

    static let none = PostgresParameters([SQLValue]())

    init(_ values: [SQLValue]) {
        types = values.map { PostgresType(of: $0)?.id ?? 0 }
        self.values = values.map { value in PostgresType(of: value)?.bytes(of: value) }
    }

    init(_ arrays: [PostgresArray]) {
        types = arrays.map(\.type.arrayID)
        values = arrays.map(\.bytes)
    }

    /// Calls with addresses that are valid until the body returns.
    func withAddresses<Result>(
        _ body: (
            _ count: CInt, _ values: [UnsafePointer<CChar>?], _ lengths: [CInt],
            _ formats: [CInt]
        ) -> Result
    ) -> Result {
        // Never empty: an address that is missing is NULL.
        var joined: [UInt8] = [0]
        joined.reserveCapacity(1 + values.reduce(0) { $0 + ($1?.count ?? 0) })
        let starts = values.map { value -> Int? in
            guard let value else { return nil }
            joined += value
            return joined.count - value.count
        }
        return joined.withUnsafeBytes { buffer in
            let addresses = starts.map { start in
                start.flatMap { buffer.baseAddress?.advanced(by: min($0, buffer.count - 1)) }?
                    .assumingMemoryBound(to: CChar.self)
            }
            return body(
                CInt(values.count), addresses, values.map { CInt($0?.count ?? 0) },
                Array(repeating: 1, count: values.count))
        }
    }
}

/// The types of columns that a library has.
enum PostgresType: String {
    case integer = "bigint"
    case real = "double precision"
    case text
    case bytes = "bytea"

    // `nil` for NULL.
    init?(of value: SQLValue) {
        switch value {
        case .null: return nil
        case .integer: self = .integer
        case .real: self = .real
        case .text: self = .text
        case .blob: self = .bytes
        }
    }

    /// As the system catalogue `pg_type` numbers it.
    var id: Oid {
        switch self {
        case .integer: PostgresValue.TypeID.int8
        case .real: PostgresValue.TypeID.float8
        case .text: PostgresValue.TypeID.text
        case .bytes: PostgresValue.TypeID.bytes
        }
    }

    /// That of an array of such values.
    var arrayID: Oid {
        switch self {
        case .integer: 1016
        case .real: 1022
        case .text: 1009
        case .bytes: 1001
        }
    }

    /// The server's form of a value as one of this type; `nil` for NULL.
    func bytes(of value: SQLValue) -> [UInt8]? {
        if value.isNull { return nil }
        return switch self {
        case .integer: Int64(sqlValue: value).bigEndianBytes
        case .real: Double(sqlValue: value).bitPattern.bigEndianBytes
        case .text: Array(String(sqlValue: value).withoutNUL.utf8)
        case .bytes: Array(Data(sqlValue: value))
        }
    }
}

/// The values of one column (src/backend/utils/adt/arrayfuncs.c, `array_recv`).
struct PostgresArray {
    let type: PostgresType
    let bytes: [UInt8]

    init(_ type: PostgresType, _ values: [SQLValue]) {
        self.type = type
        let header: [UInt32] = [
            1,  // dimension
            values.contains(where: \.isNull) ? 1 : 0, type.id, UInt32(values.count),
            1,  // the number of the first element
        ]
        var bytes = header.flatMap(\.bigEndianBytes)
        for value in values {
            guard let element = type.bytes(of: value) else {
                bytes.append(bigEndian: -1 as Int32)
                continue
            }
            bytes.append(bigEndian: Int32(element.count))
            bytes += element
        }
        self.bytes = bytes
    }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
