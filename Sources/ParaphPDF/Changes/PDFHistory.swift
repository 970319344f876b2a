/// The states that a file went through, and what changed from one to the next.
///
/// States are compared once, however many signatures ask. Not safe for use by two tasks at once, as its file is not.
///
/// ```swift
/// let history = try PDFHistory(file)
/// for signature in history.signatures {
///     let verdict = try history.changes(since: signature).verdict
/// }
/// ```
public final class PDFHistory {
    /// The newest state.
    public let file: PDFFile
    /// Its revisions, oldest first.
    public let revisions: [PDFRevision]
    /// Its signatures, in the order of signing.
    public let signatures: [PDFSignature]
    /// The fonts by which forms are filled: what is filled in with a part of one of these is judged by what it says.
    ///
    /// All others that come with their glyphs can show anything. They must come from somewhere that does not depend on the file.
    public var fonts: [TrueTypeFont] {
        didSet {
            found = [:]
            index = nil
        }
    }

    private var states: [Int: PDFFile] = [:]
    private var found: [Int: [Finding]] = [:]
    /// How many revisions behind a signature are compared.
    private static let mostRevisions = 256

    /// Reads revisions and signatures of a file, and knows some fonts.
    public init(_ file: PDFFile, fonts: [TrueTypeFont] = []) throws(PDFError) {
        self.file = file
        self.fonts = fonts
        revisions = try file.revisions()
        signatures = try file.withoutCrossed(file.signatures())
    }

    /// The file as it was when it had so many bytes.
    public func state(length: Int) throws(PDFError) -> PDFFile {
        if length >= file.bytes.count { return file }
        if let known = states[length] { return known }
        // Two at a time are needed.
        if states.count > 3 { states.removeAll() }
        let state = try PDFFile(file, length: length)
        states[length] = state
        return state
    }

    /// A signature as the state has it that it covers, which nothing later can change; nil where that state has no such signature.
    public func signedVersion(of signature: PDFSignature) throws(PDFError) -> PDFSignature? {
        switch signature.coverage {
        case .document: return signature
        case .broken: return nil
        case .revision(let length):
            for candidate in try state(length: length).signatures() where candidate.coverage == .document {
                let isSame = candidate.byteRange == signature.byteRange && candidate.contents == signature.contents
                if isSame, Array(candidate.field.name.utf8) == Array(signature.field.name.utf8) { return candidate }
            }
            return nil
        }
    }

    /// What all signatures together still permit.
    ///
    /// - Throws: ``PDFError``, where what a signature says cannot be read.
    public func permissions() throws(PDFError) -> PDFPermissions {
        var permissions = PDFPermissions()
        for signature in signatures { permissions.restrict(by: try file.permissions(of: signature)) }
        return permissions
    }

    /// What was changed after a signature, judged by what it and those before it permit.
    ///
    /// - Throws: ``PDFError``: what limits and the clock say (``PDFError/isLimit``), which leaves the changes unknown, and where a state cannot be
    ///   read, which a judge must take for forbidden.
    public func changes(since signature: PDFSignature) throws(PDFError) -> PDFChanges {
        var changes = PDFChanges()
        let length: Int
        switch signature.coverage {
        case .document:
            if try file.isLinearizedWrongly() {
                changes.add(unsigned("Programs read the file differently, because it says wrongly how it is linearised"))
            }
            return changes
        case .broken:
            changes.add(unsigned("What the signature covers cannot be told"))
            return changes
        case .revision(let count): length = count
        }
        guard let signed = try signedVersion(of: signature) else {
            changes.add(unsigned("What was signed has no such signature"))
            return changes
        }
        var permissions = PDFPermissions()
        let state = try state(length: length)
        for earlier in try state.signatures() where end(of: earlier) <= end(of: signed) {
            permissions.restrict(by: try state.permissions(of: earlier))
        }
        return try self.changes(since: length, permitting: permissions)
    }

    /// What was changed after a state, judged by permissions.
    public func changes(since revision: PDFRevision, permitting permissions: PDFPermissions = PDFPermissions()) throws(PDFError)
        -> PDFChanges
    {
        try changes(since: revision.length, permitting: permissions)
    }

    private func changes(since length: Int, permitting permissions: PDFPermissions) throws(PDFError) -> PDFChanges {
        var changes = PDFChanges()
        let steps = [length] + revisions.map { $0.length }.filter { $0 > length }
        guard steps.last == file.bytes.count || steps.count == 1 else { throw PDFError(.malformed, "The revisions do not reach the end") }
        let ends = steps.last == file.bytes.count ? steps : steps + [file.bytes.count]
        guard ends.count <= Self.mostRevisions else { throw PDFError(.tooLarge, "Too many revisions follow a signature") }
        for index in ends.indices.dropLast() {
            let number = revisions.first { $0.length == ends[index + 1] }?.number ?? revisions.count
            for finding in try findings(from: ends[index], to: ends[index + 1]) {
                changes.add(finding.judged(by: permissions, revision: number))
            }
        }
        return changes
    }

    private func findings(from first: Int, to second: Int) throws(PDFError) -> [Finding] {
        if let known = found[first] { return known }
        let (old, new) = (try state(length: first), try state(length: second))
        let known = index.flatMap { $0.length == first ? $0.index : nil }
        let signed = try firstSigned(or: first)
        let (bodies, doubt) = try readings(of: signed)
        let comparison = StateComparison(old, new, first: signed, bodies: bodies, doubt: doubt, fonts: fonts, index: known)
        try comparison.run()
        if second == file.bytes.count { try comparison.judgeEnd() }
        found[first] = comparison.findings
        index = comparison.laterIndex.map { (second, $0) }
        return comparison.findings
    }

    /// Where bodies of objects stand, once states are compared; and why programs may read the first signed state in several ways.
    private var readings: (bodies: BodyStarts, doubt: PDFError?)?

    private func readings(of first: PDFFile) throws(PDFError) -> (bodies: BodyStarts, doubt: PDFError?) {
        if let readings { return readings }
        let bodies = try BodyStarts(in: file)
        var doubt: PDFError?
        do throws(PDFError) {
            var reading = OneReading(of: first, bodies: bodies)
            try reading.check()
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            doubt = error
        }
        readings = (bodies, doubt)
        return (bodies, doubt)
    }

    private var firstState: PDFFile?
    /// Who refers to what in the state that is compared next.
    private var index: (length: Int, index: ReferenceIndex)?

    /// The earliest state that is signed, as far as it is earlier than another.
    private func firstSigned(or length: Int) throws(PDFError) -> PDFFile {
        if let firstState, firstState.bytes.count <= length { return firstState }
        var earliest = length
        for signature in signatures { if case .revision(let count) = signature.coverage { earliest = min(earliest, count) } }
        let state = try state(length: earliest)
        firstState = state
        return state
    }

    private func end(of signature: PDFSignature) -> Int {
        guard signature.byteRange.count == 4 else { return .max }
        let (sum, overflow) = signature.byteRange[2].addingReportingOverflow(signature.byteRange[3])
        return overflow ? .max : sum
    }

    private func unsigned(_ detail: String) -> PDFChange {
        PDFChange(kind: .signature, page: nil, detail: detail, rectangle: nil, verdict: .forbidden, revision: revisions.count)
    }
}
