extension FontTables {
    /// Where a character stands in the tables.
    static func index(of scalar: UInt32) -> Int? {
        guard scalar <= 0xFFFF else { return nil }
        let wanted = UInt16(scalar)
        var (low, high) = (0, scalars.count)
        while low < high {
            let middle = (low + high) / 2
            if scalars[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low < scalars.count && scalars[low] == wanted ? low : nil
    }

    /// The character that a glyph's name stands for: of the Latin ones, of Adobe's Cyrillic ones, or `uni0416` and `u1F600`; nil for others.
    static func scalar(ofGlyph name: PDFName) -> Unicode.Scalar? {
        var wanted = name.bytes[...]
        // What follows a period says only which form of the glyph it is.
        if let dot = wanted.firstIndex(of: UInt8(ascii: ".")), dot > wanted.startIndex { wanted = wanted[..<dot] }
        guard let first = wanted.first, wanted.count <= 24 else { return nil }
        var start = 0
        for index in 0..<scalars.count {
            while start < names.utf8CodeUnitCount, names.utf8Start[start] <= 32 { start += 1 }
            var end = start
            while end < names.utf8CodeUnitCount, names.utf8Start[end] > 32 { end += 1 }
            if names.utf8Start[start] == first, end - start == wanted.count {
                var same = true
                for offset in 0..<wanted.count where names.utf8Start[start + offset] != wanted[wanted.startIndex + offset] { same = false }
                if same { return Unicode.Scalar(scalars[index]) }
            }
            start = end
        }
        return hexadecimal(wanted, after: "uni", digits: 4...4) ?? hexadecimal(wanted, after: "u", digits: 4...6) ?? cyrillic(wanted)
    }

    private static func rest(of name: ArraySlice<UInt8>, after prefix: StaticString) -> ArraySlice<UInt8>? {
        let length = prefix.utf8CodeUnitCount
        guard name.count > length else { return nil }
        for offset in 0..<length where name[name.startIndex + offset] != prefix.utf8Start[offset] { return nil }
        return name.dropFirst(length)
    }

    private static func hexadecimal(_ name: ArraySlice<UInt8>, after prefix: StaticString, digits: ClosedRange<Int>) -> Unicode.Scalar? {
        guard let rest = rest(of: name, after: prefix), digits.contains(rest.count) else { return nil }
        var value: UInt32 = 0
        for byte in rest {
            guard let digit = Lexer.hexadecimalDigit(Int(byte)) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return Unicode.Scalar(value)
    }

    /// The letters of Russian have numbers for names: `afii10017` is А.
    private static func cyrillic(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let rest = rest(of: name, after: "afii"), rest.count == 5 else { return nil }
        var number: UInt32 = 0
        for byte in rest {
            guard let digit = Lexer.digit(Int(byte)) else { return nil }
            number = number * 10 + UInt32(digit)
        }
        switch number {
        case 10017...10022: return Unicode.Scalar(number - 10017 + 0x410)
        case 10023: return "\u{401}"
        case 10024...10049: return Unicode.Scalar(number - 10024 + 0x416)
        case 10065...10070: return Unicode.Scalar(number - 10065 + 0x430)
        case 10071: return "\u{451}"
        case 10072...10097: return Unicode.Scalar(number - 10072 + 0x436)
        default: return nil
        }
    }
}
