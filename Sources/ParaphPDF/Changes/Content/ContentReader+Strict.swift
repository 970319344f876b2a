/// What an update shows is read only as ISO 32000-2 has it: programs mend each in its own way, and what they would show was never seen here.
extension ContentReader {
    /// Reads the operators of an appearance; one that programs could read in different ways is thrown as `malformed`.
    mutating func readStrictly(_ bytes: PDFBytes, _ resources: PDFDictionary, depth: Int) throws(PDFError) {
        var parser = StrictParser(bytes, at: 0, limits: file.limits, budget: file.budget)
        if try recolours(resources) { throw parser.fault("plain colours are given another meaning") }
        isInText = false
        while let (code, known, given) = try parser.nextOperator() {
            guard isInText ? known.isWithinText : known.isOutside else { throw parser.fault("an operator stands where it may not") }
            if code == 0x4254 { isInText = true }  // BT
            if code == 0x4554 { isInText = false }  // ET
            if code == 0x51, !isAnyKept { throw parser.fault("it takes back what was not kept") }  // Q
            operands = given
            try perform(code, resources, depth: depth)
        }
        guard !isInText, !isAnyKept else { throw parser.fault("it ends in the middle") }
    }

    /// Whether a form is one that every reader draws, and from the same entries.
    func isPlainForm(_ form: PDFDictionary) throws(PDFError) -> Bool {
        // A form of another file, of another program, or with bytes elsewhere.
        for key in ["Ref", "OPI", "PS", "Subtype2", "F"] as [StaticString] where form[key] != nil { return false }
        if let kind = form["Subtype"], try !(file.resolve(kind).name.map { $0 == "Form" } ?? false) { return false }
        return try file.numbers(form["BBox"]).count == 4
    }

    /// Whether resources give plain colours another meaning (8.6.5.6).
    func recolours(_ resources: PDFDictionary) throws(PDFError) -> Bool {
        guard let spaces = try file.resolve(resources["ColorSpace"]).dictionary else { return false }
        let plain: [StaticString] = [
            "DefaultGray", "DefaultRGB", "DefaultCMYK", "DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern", "G", "RGB", "CMYK",
        ]
        return plain.contains { spaces[$0] != nil }
    }

    /// Whether graphics settings are of the kinds that are followed, or change nothing that is seen (8.4.5).
    func isFollowed(_ settings: PDFDictionary) throws(PDFError) -> Bool {
        let known: [StaticString] = [
            "Type", "LW", "LC", "LJ", "ML", "D", "RI", "Font", "BM", "ca", "CA", "SMask", "SA", "TK", "FL", "SM", "OPM",
        ]
        for entry in settings.entries where !known.contains(where: { entry.key == $0 }) {
            switch try file.resolve(entry.value) {
            // As curves and screens may be said to be those that are usual, and overprinting and the like to be off.
            case .name(let name) where name == "Default" || name == "Identity": continue
            case .boolean(false): continue
            default: return false
            }
        }
        return true
    }
}
