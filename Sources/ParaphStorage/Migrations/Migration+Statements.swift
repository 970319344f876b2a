extension Migration {
    /// The statements one by one, without their `;`: a statement ends with a line that ends in `;`.
    package var statements: [String] {
        var statements: [String] = []
        var lines: [Substring] = []
        for line in sql.split(whereSeparator: \.isNewline) {
            let text = line.trimmingSuffix(while: \.isWhitespace)
            let isComment = text.drop(while: \.isWhitespace).hasPrefix("--")
            if isComment || text.isEmpty { continue }
            guard text.hasSuffix(";") else {
                lines.append(text)
                continue
            }
            lines.append(text.dropLast())
            statements.append(lines.joined(separator: "\n"))
            lines = []
        }
        if !lines.isEmpty { statements.append(lines.joined(separator: "\n")) }
        return statements
    }

    /// A statement as SQLite runs it: `CREATE TABLE` ends in `STRICT`, so that a column holds its own type only, as on PostgreSQL.
    static func strict(_ statement: String) -> String {
        let words = statement.split(whereSeparator: \.isWhitespace).prefix(2).map { $0.uppercased() }
        guard words == ["CREATE", "TABLE"], let end = statement.lastIndex(of: ")") else { return statement }
        let options = statement[statement.index(after: end)...].uppercased()
        if options.contains("STRICT") { return statement }
        return statement + (options.contains(where: \.isLetter) ? ", STRICT" : " STRICT")
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
        var end = endIndex
        while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
