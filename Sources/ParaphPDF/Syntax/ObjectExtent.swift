/// Finds where objects end without reading what they hold: at `endobj`, or at `stream`.
enum ObjectExtent {
    /// Where the object that starts at an offset ends, and whether the word `stream` follows there.
    static func end(in bytes: PDFBytes, from start: Int) -> (end: Int, isStream: Bool) {
        bytes.withBytes { memory in
            let count = memory.count
            var place = start
            while place < count {
                let byte = memory[place]
                place += 1
                // Letters, digits and most white space, which are most of it.
                if byte > 62 || (byte < 37 && byte != 32) || (byte >= 42 && byte < 60 && byte != 47) {
                    if byte == UInt8(ascii: "e"), has("ndobj", memory, place) { return (place - 1, false) }
                    if byte == UInt8(ascii: "s"), has("tream", memory, place) { return (place - 1, true) }
                    continue
                }
                switch byte {
                case UInt8(ascii: "/"):
                    while place < count, isRegular(memory[place]) { place += 1 }
                case UInt8(ascii: "("): place = endOfString(memory, place)
                case UInt8(ascii: "<"):
                    if place < count, memory[place] == byte {
                        place += 1
                    } else {
                        while place < count, memory[place] != UInt8(ascii: ">") { place += 1 }
                    }
                case UInt8(ascii: "%"):
                    while place < count, memory[place] != 10, memory[place] != 13 { place += 1 }
                default: break
                }
            }
            return (count, false)
        }
    }

    @inline(__always)
    private static func has(_ text: StaticString, _ memory: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard place <= memory.count - length else { return false }
        for index in 0..<length where memory[place + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether a byte may stand in a name; what only seldom does is left out.
    @inline(__always)
    private static func isRegular(_ byte: UInt8) -> Bool {
        byte > 47 && byte != 60 && byte != 62 && byte != 91 && byte != 93 && byte != 123 && byte != 125
    }

    private static func endOfString(_ memory: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var place = start
        var open = 1
        while place < memory.count {
            let byte = memory[place]
            place += 1
            if byte > 41, byte != 92 { continue }
            if byte == UInt8(ascii: "\\") {
                place += 1
            } else if byte == UInt8(ascii: "(") {
                open += 1
            } else if byte == UInt8(ascii: ")") {
                open -= 1
                if open == 0 { return place }
            }
        }
        return memory.count
    }
}

extension PDFFile {
    /// The signatures, of which those count as broken across whose own /Contents another object reaches: it would show unsigned bytes.
    func withoutCrossed(_ signatures: [PDFSignature]) throws(PDFError) -> [PDFSignature] {
        // Several fields may have the same signature.
        var holders: [Int: Int] = [:]
        for signature in signatures where signature.coverage != .broken {
            guard let holder = signature.field["V"]?.reference ?? signature.field.reference,
                case .offset(let offset, _)? = table[holder.number]
            else { continue }
            holders[signature.byteRange[1]] = offset
        }
        let holes = holders.keys.sorted()
        guard let last = holes.last else { return signatures }
        var offsets: [Int] = []
        offsets.reserveCapacity(table.count)
        table.forEach { _, entry in if case .offset(let offset, _) = entry, offset < last { offsets.append(offset) } }
        var crossed: Set<Int> = []
        var ends = StreamEnds()
        for offset in offsets {
            let end = try end(ofObjectAt: offset, &ends)
            var (low, high) = (0, holes.count)
            while low < high {
                let middle = (low + high) / 2
                if holes[middle] < offset { low = middle + 1 } else { high = middle }
            }
            while low < holes.count, holes[low] < end {
                try budget.spend(8)
                if holders[holes[low]] != offset { crossed.insert(holes[low]) }
                low += 1
            }
        }
        if crossed.isEmpty { return signatures }
        var result = signatures
        for index in result.indices where result[index].coverage != .broken && crossed.contains(result[index].byteRange[1]) {
            result[index].coverage = .broken
        }
        return result
    }

    /// Where an object ends, and where the data of its stream do by any way of reading.
    private func end(ofObjectAt offset: Int, _ ends: inout StreamEnds) throws(PDFError) -> Int {
        let found = ObjectExtent.end(in: bytes, from: offset)
        try budget.spend((found.end - offset) >> 3 + 1)
        guard found.isStream else { return found.end }
        var parser = Parser(bytes, at: offset, limits: limits, budget: budget)
        guard parser.head() != nil, case .dictionary(let dictionary) = try parser.object(), let start = parser.streamStart() else {
            return found.end
        }
        let length = try resolve(dictionary["Length"]).integer ?? -1
        let told = start + min(max(0, length), bytes.count - start)
        if bytes.has("endstream", at: StrictParser.start(bytes, at: told)) { return told }
        return max(told, try ends.first(in: bytes, from: start, budget: budget) ?? bytes.count)
    }
}
