import ParaphPAdES
import ParaphStorage
import ParaphWire
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport
@testable import FilesTestSupport

/// A drawing is good for what the person read: it goes on a later version only where signatures on free paper are all that came between.
struct FileSigningChangesTests {
    /// The head of a JPEG of 300 by 400 points.
    private static let photo = Base64URL([
        0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1, 144, 1, 44, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9,
    ])
    private static let notes = [FormFieldValue(field: "Notes", text: "Anna owes Boris a million.")]

    /// A lease to be filled in.
    private static func form() throws -> [UInt8] { try FilesFixture.file(at: "ParaphPDFTests/Encryption/Fixtures/form.pdf") }

    /// A contract of one line of text, at 52, 640.
    private static func contract(_ content: String = "BT /F 12 Tf 52 640 Td (The tenant pays a hundred a month.) Tj ET") -> [UInt8] {
        FilesFixture.pdf(
            page: "/Contents 10 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
            more: ["<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"]
        )
    }

    private static let free: [Double] = [260, 60, 400, 130]
    private static let text: [Double] = [50, 600, 250, 700]

    /// How Anna is answered, whose drawing for the first version waits as a draft while Boris signs: completing it, and preparing it again.
    private static func refusals(of file: [UInt8], _ edit: @Sendable (inout FileSigning) -> Void) async throws -> [ProblemCode?] {
        let codes = Mutex<[ProblemCode?]>([])
        try await FileSigningFixture.run { fixture in
            let (id, seen) = (try await fixture.keep(file), FileSigningFixture.hash(file))
            let waiting = try await fixture.prepare("s1", on: id, seen: seen, by: "anna") { $0.box = free }
            try await fixture.sign("s2", on: id, seen: seen, by: "boris", edit)
            let counts = try await fixture.counts()
            let completed = await problem { try await fixture.complete(waiting, "s1", on: id, by: "anna") }
            let prepared = await problem { try await fixture.prepare("s1", on: id, seen: seen, by: "anna") { $0.box = free } }
            #expect(try await fixture.counts() == counts, "nothing is sealed")
            codes.withLock { $0 = [completed?.code, prepared?.code] }
        }
        return codes.withLock { $0 }
    }

    @Test func whatWasFilledInMeanwhileIsNotSealedUnread() async throws {
        let refusals = try await Self.refusals(of: Self.form()) { ($0.box, $0.form) = ([40, 200, 200, 270], Self.notes) }
        #expect(refusals == [.changedSince, .changedSince])
        // Emptying a field is filling it in.
        let emptied = try await Self.refusals(of: Self.form()) {
            ($0.box, $0.form) = ([40, 200, 200, 270], [FormFieldValue(field: "Notes")])
        }
        #expect(emptied == [.changedSince, .changedSince])
    }

    @Test func aPictureThatCameMeanwhileIsNotSealedUnread() async throws {
        // The first signature may cover what it likes: its picture over the words of the contract, and beside them.
        for box in [Self.text, [0, 0, 612, 792], [50, 300, 250, 400]] {
            let refusals = try await Self.refusals(of: Self.contract()) { ($0.box, $0.photo) = (box, Self.photo) }
            #expect(refusals == [.changedSince, .changedSince], "\(box)")
        }
    }

    @Test func whatWasSignedOverMeanwhileIsNotSealedUnread() async throws {
        #expect(try await Self.refusals(of: Self.contract()) { $0.box = Self.text } == [.changedSince, .changedSince])
        // Of this page nobody can tell what stands where.
        let unknown = Self.contract("BT /F 12 Tf 1 Tm (The tenant pays.) Tj ET")
        #expect(try await Self.refusals(of: unknown) { $0.box = [50, 300, 250, 380] } == [.changedSince, .changedSince])
    }

    @Test func whereSignaturesOnFreePaperCameTheSameDrawingGoesOn() async throws {
        #expect(try await Self.refusals(of: Self.contract()) { $0.box = [50, 300, 250, 380] } == [.signedMeanwhile, nil])
        try await FileSigningFixture.run { fixture in
            let file = Self.contract()
            let (id, seen) = (try await fixture.keep(file, for: ["boris", "carol"]), FileSigningFixture.hash(file))
            try await fixture.sign("s1", on: id, seen: seen, by: "anna")
            try await fixture.sign("s2", on: id, seen: seen, by: "boris") { $0.box = [320, 100, 500, 180] }
            let last = try await fixture.sign("s3", on: id, seen: seen, by: "carol") { $0.box = [320, 300, 500, 380] }
            #expect(try await fixture.judge(id).verdict == .valid)
            // The history says what each of them read.
            let document = try #require(last.documentId)
            let history = try #require(try await fixture.registry.history(document, for: "anna"))
            #expect(history.versions.map(\.previous) == [nil, 1, 2, 3])
            #expect(history.versions.map { $0.signatures.map(\.drawnFor) } == [[], [nil], [1], [1]])
        }
    }

    @Test func whoeverReadWhatWasFilledInSignsItHoweverManyCameBefore() async throws {
        try await FileSigningFixture.run { fixture in
            let file = try Self.form()
            let (id, seen) = (try await fixture.keep(file), FileSigningFixture.hash(file))
            try await fixture.sign("s1", on: id, seen: seen, by: "boris") { $0.box = [40, 200, 140, 240] }
            let filled = try await fixture.sign("s2", on: id, seen: seen, by: "boris") {
                ($0.box, $0.form) = ([150, 200, 250, 240], Self.notes)
            }
            let read = try #require(filled.hash)
            try await fixture.sign("s3", on: id, seen: read, by: "boris") { $0.box = [260, 200, 360, 240] }
            // Anna drew for the first of four versions.
            let refusal = await problem {
                try await fixture.prepare("s4", on: id, seen: seen, by: "anna") { $0.box = [260, 60, 400, 130] }
            }
            #expect(refusal?.code == .changedSince)
            let draft = try await fixture.prepare("s5", on: id, seen: read, by: "anna") { $0.box = [260, 60, 400, 130] }
            #expect(draft.signedSince == ["Boris"])
            _ = try await fixture.complete(draft, "s5", on: id, by: "anna")
            #expect(try await fixture.judge(id).verdict == .valid)
        }
    }

    @Test func completingDecidesByWhatIsKeptToo() async throws {
        try await FileSigningFixture.run { fixture in
            let file = Self.contract()
            let (id, seen) = (try await fixture.keep(file), FileSigningFixture.hash(file))
            try await fixture.sign("s1", on: id, seen: seen, by: "boris") { $0.box = [50, 300, 250, 380] }
            let draft = try await fixture.prepare("s2", on: id, seen: seen, by: "anna") { $0.box = Self.free }
            try await fixture.environment.database.makeUpRows { tx in
                try tx.execute("UPDATE fileVersion SET onFreePaper = 0 WHERE fileId = \(id) AND number = 2")
            }
            #expect(await problem { try await fixture.complete(draft, "s2", on: id, by: "anna") }?.code == .changedSince)
            #expect(try await fixture.registry.count("fileVersion") == 2)
        }
    }
}
