extension StateComparison {
    /// Looks whether every program reads what was appended as it is read here.
    func readStrictly() throws(PDFError) {
        var reading = UpdateReading(old, new)
        try reading.run()
        if let finding = reading.finding { add(finding) }
        if case .none = try new.linearization() {
        } else {
            add(Finding(.crossReference, "The file says that it is linearised with its new length, or a later one", .never))
        }
        if new.headerOffset > 0, !new.sections.isEmpty, new.sections[0].offset >= old.bytes.count {
            add(
                Finding(
                    .crossReference,
                    "The file does not begin as a PDF, so that programs count from different places",
                    .nothing,
                    isSuspicious: true
                )
            )
        }
    }

    /// Looks whether something took the place of a stream whose objects the older tables name.
    func findReplacedContainers() throws(PDFError) {
        guard !changed.isEmpty else { return }
        try old.budget.spend(old.table.count >> 2)
        var isReplaced = false
        old.table.forEach { _, entry in
            if case .compressed(let stream, _) = entry, changed[stream] != nil { isReplaced = true }
        }
        if isReplaced { add(Finding(.crossReference, "A stream of objects was replaced", .never)) }
    }

    /// Judges what lies behind the end of the newest revision, and what its trailer leaves out of those before.
    func judgeEnd() throws(PDFError) {
        // Numbers from the size on mean no objects to some programs.
        if let size = new.sections.first?.trailer["Size"]?.integer,
            new.sections.contains(where: { $0.trailer["Size"]?.integer ?? 0 > size })
        {
            let text = "The program that saved this update counted objects wrongly: the size that the file tells leaves objects out"
            add(Finding(.crossReference, text, .never))
        }
        guard let last = try new.revisionEnds().last else { return }
        var lexer = Lexer(new.bytes, at: max(last.end, old.bytes.count))
        // Comments and white space mean nothing.
        lexer.skipSpace()
        if lexer.position < new.bytes.count {
            add(
                Finding(
                    .trailingBytes,
                    "\(new.bytes.count - lexer.position) bytes lie behind the end of the file",
                    .nothing,
                    isSuspicious: true
                )
            )
        } else if let place = new.bytes.last("startxref"), new.bytes.count - place > Self.reach {
            add(
                Finding(
                    .trailingBytes,
                    "So much lies behind the end of the file that programs do not find it",
                    .nothing,
                    isSuspicious: true
                )
            )
        }
    }

    /// How many bytes from the end programs look for the start of the tables (ISO 32000-1, annex H, 3.4.4).
    private static let reach = 1_024
}
