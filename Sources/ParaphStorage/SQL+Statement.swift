extension SQL {
    /// The longest text or blob that a statement may bind, in bytes; what is longer belongs into a ``BlobStore``.
    package static let valueLimit = 256 << 20
    /// Statements with more values than this (lists of any length) are compiled anew, so that caches of statements stay small.
    package static let cachedValueLimit = 24

    /// Lets only statements through that leave the transaction to the engine.
    package func checkKind() throws {
        let word = text.utf8.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != UInt8(ascii: "(") }
        guard Self.allowedWords.contains(String(Substring(word)).uppercased()) else {
            throw StorageError(.engine, "a statement must begin with one of: \(Self.allowedWords.sorted().joined(separator: ", "))")
        }
    }

    /// Throws where a value is one that not every engine can hold: not a number, NUL in a text, or too long.
    package func checkValues() throws {
        for (index, value) in values.enumerated() { try value.check(parameter: index + 1) }
    }

    private static let allowedWords: Set<String> = [
        "ALTER", "CREATE", "DELETE", "DROP", "EXPLAIN", "INSERT", "SELECT", "UPDATE", "VALUES", "WITH",
    ]
}

extension DatabaseValue {
    fileprivate func check(parameter: Int) throws {
        switch self {
        case .integer, .null: break
        case .real(let value):
            guard !value.isNaN else {
                throw StorageError(.unexpectedValue, "parameter $\(parameter) is not a number (NaN), which no column can hold")
            }
        case .text(let value):
            try Self.check(size: value.utf8.count, parameter: parameter)
            guard !value.utf8.contains(0) else {
                throw StorageError(.unexpectedValue, "parameter $\(parameter) holds a NUL character, which no text column can hold")
            }
        case .blob(let value): try Self.check(size: value.count, parameter: parameter)
        }
    }

    private static func check(size: Int, parameter: Int) throws {
        guard size <= SQL.valueLimit else {
            throw StorageError(.unexpectedValue, "parameter $\(parameter) is longer than \(SQL.valueLimit) bytes")
        }
    }
}
