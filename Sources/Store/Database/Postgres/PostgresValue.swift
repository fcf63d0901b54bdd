internal import CPhonolithPostgres
internal import FoundationEssentials
import Glibc

/// Values as PostgreSQL sends them in its binary format (postgresql.org/docs/15/protocol-overview.html#PROTOCOL-FORMAT-CODES;
/// integers and reals are big-endian).
enum PostgresValue {
    /// The types of columns that the library has, and of what is computed of them, as the system catalogue `pg_type` numbers
    /// them; all other values are read as text.
    enum TypeID {
        static let bool: Oid = 16
        static let bytes: Oid = 17
        static let int8: Oid = 20
        static let int2: Oid = 21
        static let int4: Oid = 23
        static let text: Oid = 25
        static let float4: Oid = 700
        static let float8: Oid = 701
        static let numeric: Oid = 1700
    }

    /// The value of a column of a row.
    static func value(of result: OpaquePointer, _ row: CInt, _ column: CInt) -> SQLValue {
        guard let bytes = bytes(of: result, row, column) else { return .null }
        return switch postgres_ftype(result, column) {
        case TypeID.bool: .integer(bytes.first == 0 ? 0 : 1)
        case TypeID.int2: .integer(Int64(integer(bytes) as Int16))
        case TypeID.int4: .integer(Int64(integer(bytes) as Int32))
        case TypeID.int8: .integer(integer(bytes))
        case TypeID.float4: .real(Double(Float(bitPattern: integer(bytes))))
        case TypeID.float8: .real(Double(bitPattern: integer(bytes)))
        case TypeID.numeric: number(bytes)
        case TypeID.bytes: .blob(Data(bytes))
        default: .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The bytes of a column of a row, as long as the result is there; `nil` for NULL.
    static func bytes(
        of result: OpaquePointer, _ row: CInt, _ column: CInt
    ) -> UnsafeRawBufferPointer? {
        if postgres_getisnull(result, row, column) != 0 { return nil }
        return UnsafeRawBufferPointer(
            start: postgres_getvalue(result, row, column),
            count: Int(postgres_getlength(result, row, column)))
    }

    private static func integer<Number: FixedWidthInteger>(
        _ bytes: some Sequence<UInt8>
    ) -> Number {
        bytes.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// A `numeric`, which sums of integers are: digits to the base of 10 000, of which the first has a weight, then sign and
    /// scale (src/backend/utils/adt/numeric.c, `numeric_send`).
    private static func number(_ bytes: UnsafeRawBufferPointer) -> SQLValue {
        let header = 8
        guard bytes.count >= header else { return .null }
        let weight = Int(integer(bytes[2..<4]) as Int16)
        let isNegative = (integer(bytes[4..<6]) as UInt16) == 0x4000
        let digits = stride(from: header, to: bytes.count - 1, by: 2).map {
            Int64(integer(bytes[$0..<$0 + 2]) as Int16)
        }
        if digits.count <= weight + 1, let whole = whole(digits, weight) {
            return .integer(isNegative ? -whole : whole)
        }
        let real = digits.enumerated().reduce(0.0) {
            $0 + Double($1.element) * pow(10_000, Double(weight - $1.offset))
        }
        return .real(isNegative ? -real : real)
    }

    /// `nil` for one that has more than 64 bits.
    private static func whole(_ digits: [Int64], _ weight: Int) -> Int64? {
        var number: Int64 = 0
        for place in 0..<max(0, weight + 1) {
            let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10_000)
            let digit = place < digits.count ? digits[place] : 0
            let (sum, isSumTooLarge) = shifted.addingReportingOverflow(digit)
            if isTooLarge || isSumTooLarge { return nil }
            number = sum
        }
        return number
    }
}
