/// The lines of a text, each with its number; ends of line may be LF, CR LF or CR.
struct TextRows: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int
    private var number = 0

    /// Begins at the first line; a UTF-8 byte order mark is left out.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.begin(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> (number: Int, text: ArraySlice<UInt8>)? {
        guard position < bytes.count else { return nil }
        let start = position
        while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
        let line = bytes[start..<position]
        if position < bytes.count {
            let isCarriageReturn = bytes[position] == 13
            position += 1
            if isCarriageReturn, position < bytes.count, bytes[position] == 10 { position += 1 }
        }
        number += 1
        return (number, line)
    }

    /// The words of a line between separators.
    static func fields(_ line: ArraySlice<UInt8>, isSeparator: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
        line.split(omittingEmptySubsequences: true, whereSeparator: isSeparator)
    }

    /// Whether a byte is a space or a tab.
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 9
    }
}
