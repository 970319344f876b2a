/// An operator of content streams as ISO 32000-2 has it (annex A): what stands before it, and where it may stand.
struct ContentOperator {
    /// One letter for each operand: `n` a number, `m` a name, `s` a string, `a` an array of numbers, `t` one of strings and numbers,
    /// `p` a name or dictionary; `c` is for any number of numbers, after which a name may stand.
    let operands: StaticString
    /// Whether it may stand within text objects, and whether outside of them.
    let isWithinText: Bool
    let isOutside: Bool

    private init(_ operands: StaticString, within isWithinText: Bool = true, outside isOutside: Bool = true) {
        (self.operands, self.isWithinText, self.isOutside) = (operands, isWithinText, isOutside)
    }

    /// The operator of a code, which is its letters one after another; nil for an unknown one.
    init?(_ code: Int) {
        switch code {
        case 0x71, 0x51: self.init("", within: false)  // q Q
        case 0x636D: self.init("nnnnnn", within: false)  // cm
        case 0x77, 0x4A, 0x6A, 0x4D, 0x69: self.init("n")  // w J j M i
        case 0x7269, 0x6773: self.init("m")  // ri gs
        case 0x64: self.init("an")  // d
        case 0x6D, 0x6C: self.init("nn", within: false)  // m l
        case 0x63: self.init("nnnnnn", within: false)  // c
        case 0x76, 0x79, 0x7265: self.init("nnnn", within: false)  // v y re
        case 0x68, 0x53, 0x73, 0x66, 0x46, 0x662A, 0x42, 0x422A, 0x62, 0x622A, 0x6E, 0x57, 0x572A:  // h S s f F f* B B* b b* n W W*
            self.init("", within: false)
        case 0x4254: self.init("", within: false)  // BT
        case 0x4554, 0x542A: self.init("", outside: false)  // ET T*
        case 0x5463, 0x5477, 0x547A, 0x544C, 0x5472, 0x5473: self.init("n")  // Tc Tw Tz TL Tr Ts
        case 0x5466: self.init("mn")  // Tf
        case 0x5464, 0x5444: self.init("nn", outside: false)  // Td TD
        case 0x546D: self.init("nnnnnn", outside: false)  // Tm
        case 0x546A, 0x27: self.init("s", outside: false)  // Tj '
        case 0x22: self.init("nns", outside: false)  // "
        case 0x544A: self.init("t", outside: false)  // TJ
        case 0x6373, 0x4353: self.init("m")  // cs CS
        case 0x7363, 0x73636E, 0x5343, 0x53434E: self.init("c")  // sc scn SC SCN
        case 0x67, 0x47: self.init("n")  // g G
        case 0x7267, 0x5247: self.init("nnn")  // rg RG
        case 0x6B, 0x4B: self.init("nnnn")  // k K
        case 0x7368, 0x446F: self.init("m", within: false)  // sh Do
        case 0x4D50, 0x424D43: self.init("m")  // MP BMC
        case 0x4450, 0x424443: self.init("mp")  // DP BDC
        case 0x454D43: self.init("")  // EMC
        case 0x6430: self.init("nn")  // d0
        case 0x6431: self.init("nnnnnn")  // d1
        default: return nil
        }
    }

    /// Whether operands are what it takes, in number and kind.
    func takes(_ given: [PDFObject]) -> Bool {
        if operands.utf8CodeUnitCount == 1, operands.utf8Start[0] == UInt8(ascii: "c") {
            let numbers = given.last?.name == nil ? given[...] : given.dropLast()
            return !given.isEmpty && numbers.allSatisfy { $0.number != nil }
        }
        guard given.count == operands.utf8CodeUnitCount else { return false }
        for (index, object) in given.enumerated() where !Self.isOfKind(operands.utf8Start[index], object) { return false }
        return true
    }

    private static func isOfKind(_ letter: UInt8, _ object: PDFObject) -> Bool {
        switch letter {
        case UInt8(ascii: "n"): object.number != nil
        case UInt8(ascii: "m"): object.name != nil
        case UInt8(ascii: "s"): object.string != nil
        case UInt8(ascii: "a"): object.array?.allSatisfy { $0.number != nil } ?? false
        case UInt8(ascii: "t"): object.array?.allSatisfy { $0.number != nil || $0.string != nil } ?? false
        default: isPropertyList(object)
        }
    }

    private static func isPropertyList(_ object: PDFObject) -> Bool {
        if case .dictionary = object { return true }
        return object.name != nil
    }
}
