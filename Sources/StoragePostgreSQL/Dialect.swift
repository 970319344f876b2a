import ParaphStorage

/// Makes PostgreSQL's text of a statement in the shared SQL.
///
/// - Names in mixed case are quoted, so that they keep their case, as on SQLite; words that are all small or all capital stay as they are.
/// - `INTEGER` becomes `BIGINT` and `REAL` becomes `DOUBLE PRECISION`: the shared types have 64 bits.
/// - In `CREATE` and `ALTER`, `TEXT` becomes `TEXT COLLATE "C"`: text sorts by its bytes, whatever the database's own collation is.
/// - Parameters stay `$1`; their types are declared when the statement is prepared.
///
/// What stands in quotes and comments stays as it is.
enum Dialect {
    /// The text as PostgreSQL runs it.
    ///
    /// - Throws: `StorageError` of code `engine` where a parameter has no value.
    static func translate(_ sql: SQL) throws -> String {
        let source = Array(sql.text.utf8)
        let isDefinition = ["CREATE", "ALTER"].contains(sql.text.prefix { $0.isLetter }.uppercased())
        var output: [UInt8] = []
        output.reserveCapacity(source.count + 64)
        var index = 0
        while index < source.count {
            let byte = source[index]
            let start = index
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                index = end(ofQuoteAt: index, in: source)
                output += source[start..<index]
            case UInt8(ascii: "-") where source[start...].starts(with: "--".utf8):
                index = source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
                output += source[start..<index]
            case UInt8(ascii: "$"):
                index = source[(start + 1)...].firstIndex { !isDigit($0) } ?? source.count
                let number = Int(String(decoding: source[(start + 1)..<index], as: UTF8.self)) ?? 0
                guard sql.values.indices.contains(number - 1) else {
                    throw StorageError(.engine, "the statement has a parameter $\(number), but \(sql.values.count) values")
                }
                output += source[start..<index]
            case _ where isLetter(byte):
                index = source[start...].firstIndex { !isLetter($0) && !isDigit($0) } ?? source.count
                output += translate(word: source[start..<index], isDefinition: isDefinition)
            case _ where isDigit(byte):
                index = source[start...].firstIndex { !isLetter($0) && !isDigit($0) } ?? source.count
                output += source[start..<index]
            default:
                output.append(byte)
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A name in the quotes that keep its case.
    static func quote(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    private static func translate(word: ArraySlice<UInt8>, isDefinition: Bool) -> [UInt8] {
        let hasCapital = word.contains { (0x41...0x5A).contains($0) }
        guard hasCapital else { return Array(word) }
        if word.contains(where: { (0x61...0x7A).contains($0) }) {
            return [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
        }
        if word.elementsEqual("INTEGER".utf8) { return Array("BIGINT".utf8) }
        if word.elementsEqual("REAL".utf8) { return Array("DOUBLE PRECISION".utf8) }
        if isDefinition, word.elementsEqual("TEXT".utf8) { return Array("TEXT COLLATE \"C\"".utf8) }
        return Array(word)
    }

    /// Behind the closing quote; a doubled quote is part of what is quoted.
    private static func end(ofQuoteAt start: Int, in source: [UInt8]) -> Int {
        var index = start + 1
        while index < source.count {
            defer { index += 1 }
            guard source[index] == source[start] else { continue }
            guard index + 1 < source.count, source[index + 1] == source[start] else { return index + 1 }
            index += 1
        }
        return source.count
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte)
    }
}
