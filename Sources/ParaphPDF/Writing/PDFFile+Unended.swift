extension PDFFile {
    /// How many times as much as the file has those objects may be read over together that nothing ends.
    private static let mostUnended = 16

    /// The objects of a file that had to be repaired that nothing ends before the file does, in the order of their numbers, such as the last
    /// of a file that was cut short: whatever is appended would be read as part of them.
    ///
    /// None where the file did not have to be repaired. O(n) in its bytes where objects do not overlap; where they do, the budget bounds it.
    ///
    /// - Throws: ``PDFError``: `malformed` where so many objects run into one another that they cannot be told apart, and whatever the limits say.
    func unended() throws(PDFError) -> [PDFReference] {
        guard sections.first?.kind == .repaired else { return [] }
        var places: [(reference: PDFReference, offset: Int)] = []
        table.forEach { number, entry in
            if case .offset(let offset, let generation) = entry { places.append((PDFReference(number, generation: generation), offset)) }
        }
        var found: [PDFReference] = []
        var length = 0
        var ends = StreamEnds()
        for (reference, offset) in places where try reachesEnd(offset, &ends) {
            found.append(reference)
            length += bytes.count - offset
            if length > Self.mostUnended * bytes.count {
                throw PDFError(.malformed, "The file is too damaged to be added to: its objects run into one another", offset: offset)
            }
        }
        return found
    }

    /// Whether reading an object ends where the file does, and not before.
    private func reachesEnd(_ offset: Int, _ ends: inout StreamEnds) throws(PDFError) -> Bool {
        var parser = Parser(bytes, at: offset, limits: limits, budget: budget)
        guard parser.head() != nil else { return false }
        let object: PDFObject
        do throws(PDFError) {
            object = try parser.object()
        } catch {
            // What breaks a limit is no object, whatever follows it.
            guard error.code == .tooDeep || error.code == .tooLarge else { throw error }
            return false
        }
        if case .dictionary(let dictionary) = object, let start = parser.streamStart() {
            _ = try parser.streamData(from: start, length: try resolve(dictionary["Length"]).integer, ends: &ends)
        }
        parser.lexer.skipSpace()
        return parser.lexer.position >= bytes.count
    }
}
