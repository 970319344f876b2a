import Foundation

/// Rows as bytes, the same whichever engine they come from.
///
/// Layout: for each row the byte 1 and then each column's value; at the end the byte 0. A value is a tag and what belongs to it: 0 NULL;
/// 1 integer and 2 real in 8 bytes, big-endian; 3 text (UTF-8) and 4 bytes, behind their length in 4 bytes, big-endian.
package enum RowCodec {
    static let end: UInt8 = 0
    static let row: UInt8 = 1

    static func append(_ values: [DatabaseValue], to bytes: inout [UInt8]) {
        bytes.append(row)
        for value in values {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number): bytes += [1] + Envelope.bigEndian(number)
            case .real(let number): bytes += [2] + Envelope.bigEndian(number.bitPattern)
            case .text(let text): append(3, Array(text.utf8), to: &bytes)
            case .blob(let blob): append(4, blob, to: &bytes)
            }
        }
    }

    private static func append(_ tag: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(tag)
        // The engines refuse values of 256 MiB and more.
        bytes += Envelope.bigEndian(UInt32(truncatingIfNeeded: content.count)) + content
    }

    /// Reads rows from pieces of a file.
    package struct Reader {
        private let kinds: [DatabaseValue.Kind]
        private let more: (Int) throws -> [UInt8]
        private var buffer: [UInt8] = []
        private var position = 0
        private static let pieceLength = 1 << 20

        /// Makes a reader.
        ///
        /// - Parameters:
        ///   - kinds: The type of each column.
        ///   - more: Yields the next bytes, at most as many as asked for; none at the end.
        package init(kinds: [DatabaseValue.Kind], more: @escaping (Int) throws -> [UInt8]) {
            self.kinds = kinds
            self.more = more
        }

        /// The next row; `nil` behind the last.
        ///
        /// - Throws: ``StorageError`` of code `corrupt` where the bytes are no rows of these columns.
        package mutating func next() throws -> [DatabaseValue]? {
            switch try byte() {
            case RowCodec.row: return try kinds.map { try value(of: $0) }
            case RowCodec.end:
                guard try position == buffer.count && more(1).isEmpty else { throw Self.damaged }
                return nil
            default: throw Self.damaged
            }
        }

        private mutating func value(of kind: DatabaseValue.Kind) throws -> DatabaseValue {
            switch (try byte(), kind) {
            case (0, _): return .null(kind)
            case (1, .integer): return .integer(Int64(bitPattern: try number(8)))
            case (2, .real): return .real(Double(bitPattern: try number(8)))
            case (3, .text):
                guard let text = String(validating: try take(Int(number(4))), as: UTF8.self) else { throw Self.damaged }
                return .text(text)
            case (4, .blob): return .blob(Array(try take(Int(number(4)))))
            default: throw Self.damaged
            }
        }

        private mutating func byte() throws -> UInt8 {
            guard let byte = try take(1).first else { throw Self.damaged }
            return byte
        }

        private mutating func number(_ length: Int) throws -> UInt64 {
            try take(length).reduce(0) { $0 << 8 | UInt64($1) }
        }

        private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
            guard count <= SQL.valueLimit else { throw Self.damaged }
            while buffer.count - position < count {
                buffer.removeFirst(position)
                position = 0
                // Never more than has come: a length that lies makes nothing large.
                let piece = try more(Self.pieceLength)
                guard !piece.isEmpty else { throw Self.damaged }
                buffer += piece
            }
            defer { position += count }
            return buffer[position..<(position + count)]
        }

        private static var damaged: StorageError { StorageError(.corrupt, "a backup's rows are cut short or damaged") }
    }
}
