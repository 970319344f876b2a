import Foundation

/// Text in a header field: as it is where it is plain ASCII, else as encoded words in base 64 (RFC 2047).
enum EncodedWord {
    /// Bytes of UTF-8 in one word: 42 become 56 digits, with `=?utf-8?B?` and `?=` 68 of the 75 that a word may have, and with `Subject: `
    /// 77 of the 78 that a line should have.
    private static let wordLimit = 42
    /// The longest header line that needs no folding, less the longest field name here.
    private static let plainLimit = 60

    /// Encodes a text; the words are folded onto lines of their own, and no character is split between two.
    static func encode(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (32...126).contains($0) }
        if isPlain, text.utf8.count <= plainLimit, !text.contains("=?") { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(UTF8.encode(scalar).map(Array.init) ?? [])
            if words[words.count - 1].count + bytes.count > wordLimit { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
