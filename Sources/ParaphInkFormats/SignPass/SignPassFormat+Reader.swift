public import ParaphInk

extension SignPassFormat {
    /// Reads the rows of one signature.
    ///
    /// - Throws: ``FormatError`` that names the line.
    public static func decode(
        _ text: [UInt8],
        time: TimeUnit = .detected,
        limits: Sample.Limits = Sample.Limits()
    ) throws(FormatError) -> Sample {
        guard text.count <= longest else {
            throw FormatError(.tooLarge, "The text is longer than \(longest) bytes; send one signature only.")
        }
        var rows = Rows(limits: limits)
        for (number, line) in TextRows(text) { try rows.read(line, number: number) }
        guard let first = rows.points.first, let last = rows.points.last else {
            throw FormatError(.empty, "There are no rows; send a row of x, y and time for each point.")
        }
        let unit = time == .detected ? rows.header ?? detect(first, last, count: rows.points.count) : time
        let factor = unit == .seconds ? 1000.0 : 1
        let times = try rows.times(since: first.time, factor: factor)
        for index in times.indices { rows.points[index].time = times[index] }
        return try Sample(strokes: rows.strokes(), channels: times.last != 0 ? .time : []).checked(limits)
    }

    private static func detect(_ first: Point, _ last: Point, count: Int) -> TimeUnit {
        last.time - first.time < 0.5 * Double(count - 1) ? .seconds : .milliseconds
    }

    /// The rows read so far.
    private struct Rows {
        let limits: Sample.Limits
        var points: [Point] = []
        var header: TimeUnit?
        private var lines: [Int] = []
        private var starts: [Int] = []
        private var sawBlank = false
        private var sawWords = false

        init(limits: Sample.Limits) {
            self.limits = limits
        }

        mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(FormatError) {
            if line.allSatisfy(TextRows.isBlank) {
                sawBlank = true
                return
            }
            // A closing bracket ends a row, so that [[x,y,t],[x,y,t]] on one line are two.
            for part in line.split(whereSeparator: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: ")") }) {
                let fields = TextRows.fields(part, isSeparator: Self.isSeparator)
                if !fields.isEmpty { try row(fields, number: number) }
            }
        }

        private mutating func row(_ fields: [ArraySlice<UInt8>], number: Int) throws(FormatError) {
            if points.isEmpty, !sawWords, fields.allSatisfy({ Numeral.value($0) == nil }) {
                sawWords = true
                header = try unit(of: fields.last ?? [], number: number)
                return
            }
            guard fields.count == 3 else {
                let hint = "a row is x, y and time, with a point in fractions"
                throw FormatError(.malformed, "This row has \(fields.count) fields where 3 are needed; \(hint).", at: .line(number))
            }
            guard let x = Numeral.value(fields[0]), let y = Numeral.value(fields[1]), let time = Numeral.value(fields[2]) else {
                throw FormatError(.malformed, "This row holds something that is not a decimal number.", at: .line(number))
            }
            guard x.magnitude <= limits.coordinate, y.magnitude <= limits.coordinate, time.magnitude <= 1e15 else {
                throw FormatError(.outOfRange, "This row holds a number that is too large; check the units.", at: .line(number))
            }
            guard points.count < limits.points else {
                throw FormatError(.tooLarge, "There are more than \(limits.points) rows; send one signature only.", at: .line(number))
            }
            if sawBlank, !points.isEmpty { starts.append(points.count) }
            sawBlank = false
            points.append(Point(x: x + 0, y: y + 0, time: time))
            lines.append(number)
        }

        /// The times of the points in milliseconds; a clock may step back a little.
        func times(since origin: Double, factor: Double) throws(FormatError) -> [Double] {
            do {
                return try Clock.steadied(points.map { ($0.time - origin) * factor })
            } catch {
                throw FormatError(
                    .timeRunsBackwards,
                    "This row is earlier than the one before it by more than three ticks, or one of many; sort the rows by time.",
                    at: .line(lines[error.index])
                )
            }
        }

        /// What a header's last word says of the unit.
        private func unit(of word: ArraySlice<UInt8>, number: Int) throws(FormatError) -> TimeUnit? {
            guard let word = String(wellFormed: word)?.lowercased() else {
                throw FormatError(.malformed, "The first line is not text; send rows of x, y and time.", at: .line(number))
            }
            if word.hasSuffix("ms") || word.hasPrefix("milli") { return .milliseconds }
            if word.hasSuffix("_s") || word == "s" || word.hasPrefix("sec") { return .seconds }
            return nil
        }

        func strokes() -> [Stroke] {
            guard !starts.isEmpty else { return Stroke.split(atJumps: points) }
            return zip([0] + starts, starts + [points.count]).map { Stroke(points: Array(points[$0..<$1])) }
        }

        private static func isSeparator(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "\""): true
            default: TextRows.isBlank(byte)
            }
        }
    }
}
