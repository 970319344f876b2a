import ParaphPDF
import ParaphStorage

extension PDFSignatureCount {
    /// The bytes that reading a file takes besides it: where its objects are, twice, and those that are remembered.
    static let reading = 64 << 20
    /// What reading a file may take: two million entries have room in half of ``reading``.
    private static let limits: PDFLimits = {
        var limits = PDFLimits()
        limits.entries = 2 << 20
        limits.decodedBytes = 64 << 20
        return limits
    }()
    /// How long reading a file may take.
    private static let time = Duration.seconds(4)

    /// What a row says; `nil` where nothing is known.
    init?(_ row: Row) throws {
        guard let signatures = try row.find("signatures", as: Int.self), let openFields = try row.find("openFields", as: Int.self) else {
            return nil
        }
        self.init(signatures: signatures, openFields: openFields)
    }

    /// Reads a file that lies in memory; `nil` where it cannot be read, as without its password, not within limits, or not before others need
    /// the room that it takes.
    @concurrent
    static func read(_ memory: GrowingFile, ciphers: PDFCiphers, givesWay: @escaping @Sendable () -> Bool) async -> PDFSignatureCount? {
        let end = ContinuousClock.now + time
        do throws(PDFError) {
            let isOver = { givesWay() || ContinuousClock.now > end }
            guard !isOver() else { return nil }
            let file = try PDFFile(memory.bytes, ciphers: ciphers, limits: limits, isOutOfTime: isOver)
            return file.isLocked ? nil : try PDFSignatureCount(file)
        } catch {
            return nil
        }
    }
}
