extension [PDFField] {
    /// A name of a field that none of them and no group has: the given start and the lowest number from 1 that is free.
    public func freeName(_ start: String) -> String {
        // Bytes are compared, as names of PDFs are: strings would be equal where they only look the same.
        var taken: Set<[UInt8]> = []
        for field in self { taken.insert([UInt8](field.name.utf8.prefix { $0 != UInt8(ascii: ".") })) }
        var number = 1
        while taken.contains([UInt8]("\(start)\(number)".utf8)) { number += 1 }
        return "\(start)\(number)"
    }
}
