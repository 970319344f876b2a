import ParaphPDF
import ParaphStorage

/// How far a file is signed, as it says itself, by whichever program.
struct KeptFacts: Hashable, Sendable {
    /// How many signatures it has, document timestamps aside.
    let signatures: Int
    /// How many of its fields for signatures are empty.
    let openFields: Int

    /// How long reading a file that came may take.
    private static let time = Duration.seconds(4)

    init(_ file: PDFFile) throws(PDFError) {
        signatures = try file.signatures().count { $0.kind != .timestamp }
        var open = 0
        for field in try file.fields() where field.kind == .signature {
            if try file.resolve(field["V"]).isNull { open += 1 }
        }
        openFields = open
    }

    /// What a row says; `nil` where nothing is known.
    init?(_ row: Row) throws {
        guard let signatures = try row.find("signatures", as: Int.self), let openFields = try row.find("openFields", as: Int.self) else {
            return nil
        }
        (self.signatures, self.openFields) = (signatures, openFields)
    }

    /// Reads a file that lies in memory; `nil` where it cannot be read, as without its password, or not within limits.
    @concurrent
    static func read(_ memory: GrowingFile, ciphers: PDFCiphers) async -> KeptFacts? {
        let end = ContinuousClock.now + time
        do throws(PDFError) {
            let file = try PDFFile(
                memory.bytes,
                ciphers: ciphers,
                limits: KeptSignaturePreparation.limits,
                isOutOfTime: { ContinuousClock.now > end }
            )
            return file.isLocked ? nil : try KeptFacts(file)
        } catch {
            return nil
        }
    }
}
