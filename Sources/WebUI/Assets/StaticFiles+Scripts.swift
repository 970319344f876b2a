import Foundation

extension StaticFiles {
    /// A script as browsers are sent it: without the doc comments that lie on lines of their own, which are for `tsc` and for readers; O(n).
    ///
    /// A comment with code behind it, such as a cast, stays.
    static func served(_ script: Data) -> Data {
        var kept: [Data] = []
        // The lines of a comment that is not closed yet.
        var comment: [Data] = []
        for line in script.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard !comment.isEmpty || line.drop(while: { $0 == 32 || $0 == 9 }).starts(with: begin) else {
                kept.append(line)
                continue
            }
            comment.append(line)
            guard line.firstRange(of: end) != nil else { continue }
            if !line.suffix(end.count).elementsEqual(end) { kept += comment }
            comment = []
        }
        return Data((kept + comment).joined(separator: Data("\n".utf8)))
    }

    private static let (begin, end) = (Data("/**".utf8), Data("*/".utf8))
}
