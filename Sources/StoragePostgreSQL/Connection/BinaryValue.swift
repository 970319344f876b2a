import ParaphStorage

/// The binary forms in which values travel (PostgreSQL 15, chapter 55, "Frontend/Backend Protocol"; `src/backend/utils/adt`).
enum BinaryValue {
    /// The numbers of the types that parameters are declared with (`pg_type.dat`).
    static func type(of kind: DatabaseValue.Kind) -> UInt32 {
        switch kind {
        case .integer: 20
        case .real: 701
        case .text: 25
        case .blob: 17
        }
    }

    /// Appends a value's bytes and says how many they are; `nil` for NULL.
    static func encode(_ value: DatabaseValue, into buffer: inout [UInt8]) -> Int? {
        let start = buffer.count
        switch value {
        case .null: return nil
        case .integer(let value): append(UInt64(bitPattern: value), to: &buffer)
        case .real(let value): append(value.bitPattern, to: &buffer)
        case .text(let value): buffer += value.utf8
        case .blob(let value): buffer += value
        }
        return buffer.count - start
    }

    /// Reads a column of one of the types that the shared SQL can yield; `nil` for any other.
    static func decode(_ bytes: UnsafeRawBufferPointer, type: UInt32) -> DatabaseValue? {
        switch type {
        case 16: return bytes.count == 1 ? .integer(bytes[0] == 0 ? 0 : 1) : nil
        case 17: return .blob([UInt8](bytes))
        case 20, 21, 23: return bytes.count <= 8 ? .integer(signed(bytes)) : nil
        case 26: return .integer(Int64(truncatingIfNeeded: unsigned(bytes)))
        case 700: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: unsigned(bytes)))))
        case 701: return .real(Double(bitPattern: unsigned(bytes)))
        case 18, 19, 25, 705, 1042, 1043: return .text(String(decoding: bytes, as: UTF8.self))
        case 1700: return numeric(bytes)
        // A function without an answer, such as pg_notify.
        case 2278: return .null(.text)
        default: return nil
        }
    }

    private static func append(_ value: UInt64, to buffer: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { buffer.append(UInt8(truncatingIfNeeded: value >> UInt64(shift))) }
    }

    private static func unsigned(_ bytes: some Collection<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func signed(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        let unused = UInt64(64 - 8 * bytes.count)
        return bytes.isEmpty ? 0 : Int64(bitPattern: unsigned(bytes) << unused) >> Int64(unused)
    }

    /// `SUM` and `AVG` of integers are decimal there: an integer where no digits stand behind the point, as on SQLite, else a real.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> DatabaseValue? {
        guard bytes.count >= 8 else { return nil }
        func word(_ index: Int) -> Int { Int(unsigned(bytes[(2 * index)..<(2 * index + 2)])) }
        let (count, sign, scale) = (word(0), word(2), word(3))
        let weight = Int(Int16(truncatingIfNeeded: word(1)))
        guard bytes.count == 8 + 2 * count, sign == 0 || sign == 0x4000 else { return nil }
        let digits = (0..<count).map { word(4 + $0) }
        if scale == 0 {
            var value: Int64 = 0
            guard weight < 5 else { return nil }
            for place in stride(from: 0, through: weight, by: 1) {
                let digit = Int64(place < count ? digits[place] : 0)
                let (product, isTooBig) = value.multipliedReportingOverflow(by: 10_000)
                let (sum, isStillTooBig) = product.addingReportingOverflow(sign == 0 ? digit : -digit)
                guard !isTooBig, !isStillTooBig else { return nil }
                value = sum
            }
            return .integer(value)
        }
        // Through text, which rounds once.
        let whole = weight < 0 ? "0" : (0...weight).map { padded($0 < count ? digits[$0] : 0) }.joined()
        let fraction = ((weight + 1)..<max(weight + 1, count)).map { padded($0 < 0 ? 0 : digits[$0]) }.joined()
        let text = (sign == 0 ? "" : "-") + whole + "." + (fraction.isEmpty ? "0" : fraction)
        return Double(text).map { .real($0) }
    }

    private static func padded(_ digit: Int) -> String {
        let text = String(digit)
        return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }
}

extension DatabaseValue {
    /// The type that the value has, or that NULL stands for.
    var kind: Kind {
        switch self {
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        case .null(let kind): kind
        }
    }
}
