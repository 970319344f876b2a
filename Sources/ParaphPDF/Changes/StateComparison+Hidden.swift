extension StateComparison {
    /// Looks through what was appended for objects and other bytes that no table tells of: a reader that repairs would find them.
    func findHiddenObjects() throws(PDFError) {
        let (start, end) = (old.bytes.count, new.bytes.count)
        guard start < end else { return }
        try old.budget.spend((end - start) >> 2)
        var known: [Int] = []
        for section in new.sections where section.offset >= start || section.kind == .repaired {
            known.append(section.offset)
            section.table.forEach { _, entry in if case .offset(let offset, _) = entry, offset >= start { known.append(offset) } }
            // Hybrid sections hide a stream of their own.
            if let hidden = section.trailer["XRefStm"]?.integer { known.append(hidden + new.shift) }
        }
        for index in known.indices {
            var lexer = Lexer(new.bytes, at: known[index])
            lexer.skipSpace()
            known[index] = lexer.position
        }
        known.sort()
        var position = start
        var inside = start
        while let place = new.bytes.first("obj", from: position, before: end) {
            position = place + 3
            guard place >= inside, let head = ObjectScan.head(in: new.bytes, before: place), head.start >= start else { continue }
            try old.budget.spend(16)
            guard known.binarySearch(head.start) else {
                add(Finding(.hiddenObject, "Object \(head.number) lies behind what was signed and is in no table", .never))
                return
            }
            inside = try self.end(ofObjectAt: head.start)
        }
    }

    /// Where the data of a stream end that starts at an offset; its own start where it is none.
    private func end(ofObjectAt offset: Int) throws(PDFError) -> Int {
        var parser = Parser(new.bytes, at: offset, limits: new.limits, budget: new.budget)
        guard parser.head() != nil, case .dictionary(let dictionary) = try parser.object(), let start = parser.streamStart() else {
            return offset
        }
        guard let length = try new.resolve(dictionary["Length"]).integer, length >= 0, length <= new.bytes.count - start else {
            return offset
        }
        return start + length
    }

    /// Judges what lies behind the end of the newest revision.
    func judgeTrailingBytes() throws(PDFError) {
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
        }
    }
}

extension [Int] {
    /// Whether a sorted array has a value.
    fileprivate func binarySearch(_ value: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == value
    }
}
