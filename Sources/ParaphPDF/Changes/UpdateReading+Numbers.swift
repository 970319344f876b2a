extension UpdateReading {
    /// Entries that hold whole numbers; what other numbers mean there programs do not agree about, and some pass over them.
    private static let whole: [StaticString] = [
        "F", "Ff", "Q", "MaxLen", "SigFlags", "Rotate", "Flags", "FirstChar", "LastChar", "BitsPerComponent", "StructParent",
        "StructParents",
    ]

    /// Checks that whole numbers are written as such wherever an object has them.
    func checkNumbers(of object: PDFObject) throws(PDFError) {
        switch object {
        case .array(let elements): for element in elements { try checkNumbers(of: element) }
        case .dictionary(let dictionary): try checkNumbers(in: dictionary)
        case .stream(let stream): try checkNumbers(in: stream.dictionary)
        default: break
        }
    }

    private func checkNumbers(in dictionary: PDFDictionary) throws(PDFError) {
        try new.budget.spend(dictionary.entries.count)
        for entry in dictionary.entries {
            if Self.whole.contains(where: { entry.key == $0 }), case .real = try new.resolve(entry.value) {
                throw PDFError(.malformed, "a whole number in it is written as another")
            }
            try checkNumbers(of: entry.value)
        }
    }
}
