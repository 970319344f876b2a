extension CrossReferenceReader {
    /// The entries of a cross-reference stream (ISO 32000-2, 7.5.8.2 and 7.5.8.3), as far as its data go.
    ///
    /// Such a stream is never encrypted and refers to nothing.
    static func table(of stream: PDFStream, shift: Int, limits: PDFLimits, budget: PDFBudget) throws(PDFError) -> CrossReferenceTable {
        let dictionary = stream.dictionary
        let widths = (dictionary["W"]?.array ?? []).map { $0.integer ?? -1 }
        guard widths.count >= 3, widths.allSatisfy({ (0...8).contains($0) }), widths[0] + widths[1] + widths[2] > 0 else {
            throw PDFError(.malformed, "A cross-reference stream has no field widths")
        }
        let data = try stream.decodedWithoutReferences(limits: limits, budget: budget).bytes
        let size = dictionary["Size"]?.integer ?? 0
        let ranges = dictionary["Index"]?.array?.map { $0.integer ?? -1 } ?? [0, max(size, 0)]
        var table = CrossReferenceTable()
        var position = 0
        let length = widths.reduce(0, +)
        func field(_ width: Int) -> Int {
            var value: UInt64 = 0
            for _ in 0..<width {
                value = value << 8 | UInt64(max(0, data.peek(position)))
                position += 1
            }
            return Int(clamping: value)
        }
        var range = 0
        while range + 1 < ranges.count {
            let (first, count) = (ranges[range], ranges[range + 1])
            guard first >= 0, count >= 0, first <= limits.objectNumber else {
                throw PDFError(.malformed, "A cross-reference stream's index is out of range")
            }
            var number = first
            while number - first < count, number <= limits.objectNumber, position + length <= data.count {
                try budget.spend(4)
                let kind = widths[0] == 0 ? 1 : field(widths[0])
                let (second, third) = (field(widths[1]), field(widths[2]))
                for extra in widths.dropFirst(3) { position += extra }
                let entry: CrossReferenceEntry? =
                    switch kind {
                    case 0: .free(generation: min(third, 65_535))
                    case 1 where second <= .max - shift: .offset(second + shift, generation: min(third, 65_535))
                    case 2 where second <= limits.objectNumber && third <= Int(Int32.max): .compressed(stream: second, index: third)
                    // Other types are null objects (7.5.8.3).
                    default: nil
                    }
                if let entry { table.set(entry, for: number, keepingEarlier: true) }
                number += 1
            }
            range += 2
        }
        return table
    }
}

extension PDFStream {
    /// The data of a stream whose dictionary holds no references and that is not encrypted.
    func decodedWithoutReferences(limits: PDFLimits, budget: PDFBudget) throws(PDFError) -> Decoded {
        let names = dictionary["Filter"].map { $0.array ?? [$0] } ?? []
        let parameters = dictionary["DecodeParms"].map { $0.array ?? [$0] } ?? []
        guard names.count <= limits.filters else { throw PDFError(.tooLarge, "A stream has too many filters") }
        var result = Decoded(bytes: data, isComplete: true)
        for index in names.indices {
            guard let name = names[index].name else { throw PDFError(.malformed, "A filter is no name") }
            let filter = FilterParameters(name, index < parameters.count ? parameters[index].dictionary : nil)
            let next = try filter.decode(result.bytes, limit: limits.decodedBytes, budget: budget)
            result = Decoded(bytes: next.bytes, isComplete: result.isComplete && next.isComplete)
        }
        return result
    }
}
