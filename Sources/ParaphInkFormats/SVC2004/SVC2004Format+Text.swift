public import ParaphInk

extension SVC2004Format {
    /// Reads the rows of a file; `encode(_:)` of them gives the same numbers.
    ///
    /// - Throws: ``FormatError`` that names the line.
    public static func table(_ text: [UInt8], limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Table {
        guard text.count <= longest else {
            throw FormatError(.tooLarge, "The file is longer than \(longest) bytes; it is not one signature.")
        }
        var expected: Int?
        var table = Table(rows: [], hasPen: false)
        for (number, line) in TextRows(text) {
            let fields = TextRows.fields(line, isSeparator: TextRows.isBlank)
            if fields.isEmpty { continue }
            let values = try integers(fields, number: number)
            guard let count = expected else {
                guard values.count == 1, values[0] >= 0 else {
                    throw FormatError(.malformed, "The first line must be the number of points.", at: .line(number))
                }
                guard values[0] <= limits.points else {
                    throw FormatError(
                        .tooLarge,
                        "The file has more than \(limits.points) points; it is not one signature.",
                        at: .line(number)
                    )
                }
                expected = values[0]
                continue
            }
            guard table.rows.count < count else {
                throw FormatError(.malformed, "There are more rows than the \(count) that the first line says.", at: .line(number))
            }
            if table.rows.isEmpty { table.hasPen = values.count == 7 }
            guard values.count == (table.hasPen ? 7 : 4) else {
                throw FormatError(
                    .malformed,
                    "A row has 4 or 7 columns, the same in the whole file; this has \(values.count).",
                    at: .line(number)
                )
            }
            table.rows.append(row(values))
        }
        guard let expected else { throw FormatError(.empty, "The file is empty; the first line must be the number of points.") }
        guard table.rows.count == expected else {
            throw FormatError(
                .truncated,
                "The first line says \(expected) points, but there are \(table.rows.count) rows; get the whole file."
            )
        }
        return table
    }

    private static func row(_ values: [Int]) -> Table.Row {
        var row = Table.Row(x: values[0], y: values[1], time: values[2], button: values[3])
        if values.count == 7 {
            row.azimuth = values[4]
            row.altitude = values[5]
            row.pressure = values[6]
        }
        return row
    }

    private static func integers(_ fields: [ArraySlice<UInt8>], number: Int) throws(FormatError) -> [Int] {
        var values: [Int] = []
        for field in fields.prefix(8) {
            // 15 digits are exact in a Double and leave room for differences.
            guard field.count <= 16, let value = Numeral.value(field), value.magnitude < 1e15, value == value.rounded() else {
                throw FormatError(
                    .malformed,
                    "Every number is an integer of at most 15 digits; this line has something else.",
                    at: .line(number)
                )
            }
            values.append(Int(value))
        }
        return values
    }

    /// Writes the rows of a file as the competition's files have them: single spaces, LF.
    public static func encode(_ table: Table) -> [UInt8] {
        var text = "\(table.rows.count)\n"
        for row in table.rows {
            text += "\(row.x) \(row.y) \(row.time) \(row.button)"
            text += table.hasPen ? " \(row.azimuth) \(row.altitude) \(row.pressure)\n" : "\n"
        }
        return Array(text.utf8)
    }
}
