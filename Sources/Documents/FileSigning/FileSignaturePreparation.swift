import Foundation
import ParaphPAdES
import ParaphPDF
import ParaphTrust
import ParaphWire
import ServerKit

/// A signature as it is to be put on a file: what is seen of it and where.
struct FileSignaturePreparation: Sendable {
    /// What is appended to the file, and what of it is to be sealed.
    struct Prepared: Sendable {
        let appended: [UInt8]
        /// Where in the whole file the seal goes.
        let contents: Range<Int>
        /// The SHA-256 of what the seal covers.
        let digest: [UInt8]
        /// How far the file is signed with it.
        let count: PDFSignatureCount
        /// Whether it is a signature on free paper and nothing else.
        let isOnFreePaper: Bool
        /// Whether it replaces a value of the form that an earlier signer has read.
        let isReplacing: Bool
    }

    /// The most bytes of a photo, of a field's name and of a password.
    private static let longestPhoto = 262_144
    private static let longestField = 1024
    private static let longestPassword = 1024
    /// The most bytes that a signature may append: files that have to be repaired get a table of all their objects.
    static let mostAppended = 4 << 20
    /// The bytes that reading a file takes besides it: where its objects are, twice, and those that are remembered.
    static let reading = 64 << 20
    /// What reading a file may take: two million entries have room in half of ``reading``.
    static let limits: PDFLimits = {
        var limits = PDFLimits()
        limits.entries = 2 << 20
        limits.decodedBytes = 64 << 20
        return limits
    }()
    /// How long all reading may take, and then judging what the signature would hide; the limiter's patience is longer, so that who waits
    /// for one file is not sent away.
    private static let (readingTime, judgingTime) = (Duration.seconds(8), Duration.seconds(6))

    private let photo: PDFImage?
    let field: String?
    let placement: PDFPlacement?
    private let password: String?
    private let form: FileFormValues
    /// Tells the time that reading takes.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }

    /// Takes what the person wants.
    ///
    /// - Throws: a `Problem` of code `malformed` that names the part that is wrong.
    init(_ wanted: FileSigning) throws {
        photo = try wanted.photo.map { try Self.photo($0.bytes) }
        placement = try Self.placement(wanted)
        field = wanted.field
        guard field.map({ (1...Self.longestField).contains($0.utf8.count) && !$0.utf8.contains(0) }) ?? true else {
            throw Problem.invalid("field", .malformed, "must be 1 to \(Self.longestField) bytes, none of them NUL")
        }
        form = try FileFormValues(wanted.form ?? [])
        password = wanted.password
        guard password?.utf8.count ?? 0 <= Self.longestPassword else {
            throw Problem.invalid("password", .tooLong, "must be at most \(Self.longestPassword) bytes")
        }
    }

    private static func photo(_ bytes: [UInt8]) throws -> PDFImage {
        guard bytes.count <= longestPhoto else { throw Problem.invalid("photo", .tooLong, "must be at most \(longestPhoto) bytes") }
        guard bytes.starts(with: [0xFF, 0xD8]), let image = try? PDFImage(PDFBytes(bytes)) else {
            throw Problem.invalid("photo", .malformed, "is no JPEG that a PDF can show; save it as a baseline JPEG")
        }
        return image
    }

    private static func placement(_ wanted: FileSigning) throws -> PDFPlacement? {
        guard wanted.field == nil else {
            guard wanted.page == nil, wanted.box == nil else {
                throw Problem.invalid("field", .several, "is there, and so are page and box; send one or the other")
            }
            return nil
        }
        guard let page = wanted.page, let box = wanted.box else {
            throw Problem.invalid("field", .missing, "is missing, and so are page and box; say where the signature goes")
        }
        guard (0...1_000_000).contains(page) else { throw Problem.invalid("page", .malformed, "counts from 0") }
        guard box.count == 4, box.allSatisfy({ $0.magnitude < 100_000 }), box[2] > box[0], box[3] > box[1] else {
            throw Problem.invalid("box", .malformed, "must be left, bottom, right and top in points")
        }
        return PDFPlacement(page: page, rectangle: PDFRectangle(box[0], box[1], box[2], box[3]))
    }

    /// Who signs when and how that looks, with room for a seal.
    struct Signing: Sendable {
        /// What was drawn and verified.
        var ink: PDFSignatureAppearance.Ink
        var name: String
        var time: Date
        /// The address that a click on the first signature of a file opens; later ones bring none.
        var link: String?
        /// How many bytes the seal has at most.
        var room: Int
        /// Fonts for what is filled in and the form's fonts have not.
        var fonts: [TrueTypeFont]
    }

    /// Reads a file, and prepares what the signature appends to it.
    ///
    /// - Throws: a `Problem` that says why the file cannot be signed, or not like this.
    @concurrent
    func prepare(_ memory: GrowingFile, _ signing: Signing, ciphers: PDFCiphers) async throws -> Prepared {
        do {
            return try begin(memory, signing, ciphers)
        } catch let error as PDFError {
            throw Problem(unsignable: error)
        }
    }

    private func begin(_ memory: GrowingFile, _ signing: Signing, _ ciphers: PDFCiphers) throws -> Prepared {
        let clock = Clock(now, for: Self.readingTime)
        let file = try open(memory.bytes, ciphers, clock)
        let pages = try file.pages()
        guard !pages.isEmpty else { throw Problem.noPages }
        guard try file.resolve(file.form()?["XFA"]).isNull else { throw Problem.xfa }
        if let placement {
            guard pages.indices.contains(placement.page) else { throw Problem.invalid("page", .unknown, "is not in this document") }
            guard placement.fits(try file.geometry(of: pages[placement.page])) else {
                throw Problem.invalid("box", .outside, "leaves the page")
            }
        }
        if let field { try check(field, of: file) }
        try form.check(in: file, fonts: signing.fonts)
        let history = try PDFHistory(file)
        var request = PDFSigning.Request(time: PDFString(date: signing.time), room: signing.room)
        var appearance = PDFSignatureAppearance(ink: signing.ink)
        appearance.photo = photo
        request.appearance = appearance
        request.field = field
        request.placement = placement
        request.values = form.values
        request.fonts = signing.fonts
        request.name = signing.name
        request.link = history.signatures.isEmpty ? signing.link : nil
        let prepared: PDFSigning
        do throws(PDFError) {
            prepared = try PDFSigning(file, request, permissions: try history.permissions())
        } catch {
            throw error.code == .unsupported ? Problem.signatureForbidden : Problem(unsignable: error)
        }
        let (before, after) = prepared.covered
        guard prepared.appended.count <= Self.mostAppended else { throw Problem.tooComplex }
        var digester = Digester(.sha256)
        file.bytes.withBytes { digester.update(UnsafeRawBufferPointer($0)) }
        for covered in [before, after] { covered.withUnsafeBytes { digester.update($0) } }
        // What comes of it must be read as one file with one signature over all of it.
        guard prepared.appended.count <= memory.room else { throw Problem.tooComplex }
        let signed = try PDFFile(file, extendedTo: memory.append(prepared.appended))
        guard let last = try signed.signatures().last, last.coverage == .document, last.field.name == prepared.field else {
            throw Problem.unsignable
        }
        let isReplacing = try signed.checkUpdate(of: file, fonts: signing.fonts) && !history.signatures.isEmpty
        let count = try PDFSignatureCount(signed)
        // However long reading took, what is hidden is looked for.
        clock.restart(for: Self.judgingTime)
        let background: SignaturePlaces.Background?
        if history.signatures.isEmpty {
            // The first signer may cover anything, so that nothing is refused here.
            background = try? self.background(of: appearance, in: signed, field: prepared.field)
        } else {
            background = try self.background(of: appearance, in: file, field: field)
            if background == .hidden { throw Problem.wouldHide(withPhoto: photo != nil) }
        }
        // A photo may show words as well, and so may what a field showed before.
        var isOnFreePaper = background == .free && photo == nil && form.values.isEmpty
        if isOnFreePaper, let field { isOnFreePaper = try !SignaturePlaces(file).isDrawn(field) }
        if isOnFreePaper { isOnFreePaper = try SignaturePlaces(signed).isInOnePlace(prepared.field) }
        return Prepared(
            appended: prepared.appended,
            contents: prepared.byteRange[1]..<prepared.byteRange[2],
            digest: digester.finalize(),
            count: count,
            isOnFreePaper: isOnFreePaper,
            isReplacing: isReplacing
        )
    }

    /// When what is done with a file has to end.
    private final class Clock {
        private let now: @Sendable () -> ContinuousClock.Instant
        private var end: ContinuousClock.Instant

        init(_ now: @escaping @Sendable () -> ContinuousClock.Instant, for time: Duration) {
            (self.now, end) = (now, now() + time)
        }

        var isOver: Bool { now() > end }

        func restart(for time: Duration) { end = now() + time }
    }

    /// Opens a file by the empty password, else by the one that was given.
    private func open(_ bytes: PDFBytes, _ ciphers: PDFCiphers, _ clock: Clock) throws -> PDFFile {
        func open(_ password: String) throws -> PDFFile {
            do throws(PDFError) {
                return try PDFFile(
                    bytes,
                    password: Array(password.utf8),
                    ciphers: ciphers,
                    limits: Self.limits,
                    isOutOfTime: { clock.isOver }
                )
            } catch {
                throw error.code == .unsupported ? Problem.locked() : Problem(unsignable: error)
            }
        }
        let file = try open("")
        guard file.isLocked else { return file }
        guard let password, !password.isEmpty else { throw Problem.locked(.missing) }
        let opened = try open(password)
        guard !opened.isLocked else { throw Problem.locked(.wrong) }
        return opened
    }

    /// Refuses a field that is none to be signed.
    private func check(_ name: String, of file: PDFFile) throws {
        guard let field = try file.fields().first(where: { $0.name.utf8.elementsEqual(name.utf8) }), field.kind == .signature else {
            throw Problem.invalid("field", .unknown, "is no signature field of this document")
        }
        guard try file.resolve(field["V"]).isNull else { throw Problem.fieldSigned }
        if try SeedValue(field, of: file)?.unmet(by: SignatureRequest(), .sha256) != nil { throw Problem.signatureForbidden }
    }
}
