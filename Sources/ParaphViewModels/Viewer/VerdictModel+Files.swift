import Crypto
import ParaphEncoding

extension VerdictModel {
    /// Judges a file beside any screen, as the viewer does, with all its seals.
    ///
    /// - Returns: what it is worth; `nil` where it has no signature.
    /// - Throws: `ClientError`, and what ``Words/explain(_:of:)`` has words for where the file cannot be read.
    package static func verdict(on bytes: [UInt8], _ context: AppContext) async throws -> DocumentVerdict? {
        let file = SigningFile(bytes)
        let facts = try await file.facts()
        if facts.isLocked { throw DocumentFault(.locked) }
        let shown = ShownDocument(name: "", hash: Hexadecimal.encode(SHA256.hash(data: bytes)), facts: facts)
        guard shown.isJudged else { return nil }
        return try await VerdictModel(context, file, shown).all()
    }
}
