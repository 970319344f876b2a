import ParaphPDF
import ParaphTrust
import Testing

@testable import ParaphPAdES

@Suite struct PermissionTests {
    private let signer: DocumentSigner

    init() throws { signer = DocumentSigner(try TestIdentity.make()) }

    private func sign(_ file: PDFFile, _ change: (inout SignatureRequest) -> Void) async throws -> PDFFile {
        var request = SignatureRequest()
        change(&request)
        return try PDFFile(PDFBytes(try await signer.sign(file, request).bytes))
    }

    private func isForbidden(_ file: PDFFile, _ change: (inout SignatureRequest) -> Void) async -> Bool {
        do {
            _ = try await sign(file, change)
            return false
        } catch {
            return (error as? PAdESError)?.code == .forbidden
        }
    }

    @Test(arguments: SignatureRequest.Permission.allCases)
    func aCertificationSaysWhatIsAllowed(permission: SignatureRequest.Permission) async throws {
        let file = try await sign(try TestDocument(fields: [("Later", "")]).open()) { $0.certification = permission }
        #expect(try file.signatures().map(\.kind) == [.certification])
        #expect(await isForbidden(file) { $0.field = "Later" } == (permission == .nothing))
        #expect(await isForbidden(file) { _ in } == (permission == .nothing))
        #expect(await isForbidden(file) { $0.certification = .annotating })
        #expect(await isForbidden(file) { $0.placement = PDFPlacement(page: 0, rectangle: PDFRectangle(1, 1, 90, 90)) })
    }

    @Test func aCertificationThatSaysNothingKnownAllowsNothing() async throws {
        func certified(_ parameters: String) throws -> PDFFile {
            var document = TestDocument(fields: [("First", "/V 6 0 R"), ("Later", "")], catalog: "/Perms<</DocMDP 6 0 R>>")
            let reference = "[<</TransformMethod/DocMDP/TransformParams<<\(parameters)>>>>]"
            document.objects.append("<</Type/Sig/Reference\(reference)/ByteRange[0 1 2 3]/Contents<00>>>")
            return try document.open()
        }
        #expect(await isForbidden(try certified("/P 9")) { $0.field = "Later" })
        #expect(await isForbidden(try certified("/P(1)")) { $0.field = "Later" })
        #expect(await !isForbidden(try certified("")) { $0.field = "Later" })
    }

    @Test(arguments: [
        ("/Action/All", ["Second", "Third", "New"]), ("/Action/Include/Fields[(Second)]", ["Second"]),
        ("/Action/Exclude/Fields[(Second)]", ["Third", "New"]), ("/Action/Unknown", []),
    ]) func aLockedFieldIsNotSigned(lock: String, locked: [String]) async throws {
        let fields = [("First", "/Lock<</Type/SigFieldLock\(lock)>>"), ("Second", ""), ("Third", "")]
        let file = try await sign(try TestDocument(fields: fields).open()) { $0.field = "First" }
        for name in ["Second", "Third", "New"] {
            #expect(await isForbidden(file) { $0.field = name } == locked.contains(name), "\(name)")
        }
        let references = try #require(try file.signatures().first).dictionary["Reference"]?.array
        #expect(references?.count == (lock.contains("Unknown") ? nil : 1))
    }

    @Test func aLockMayNameAPermissionToo() async throws {
        let fields = [("First", "/Lock<</Type/SigFieldLock/Action/Include/Fields[]/P 1>>"), ("Second", "")]
        let file = try await sign(try TestDocument(fields: fields).open()) { $0.field = "First" }
        #expect(try file.signatures().map(\.kind) == [.approval])
        #expect(await isForbidden(file) { $0.field = "Second" })
    }

    @Test func aLinkIsNotAddedToWhatIsSigned() async throws {
        let file = try await sign(try TestDocument().open()) { _ in }
        #expect(
            await isForbidden(file) {
                $0.placement = PDFPlacement(page: 0, rectangle: PDFRectangle(1, 1, 90, 90))
                $0.link = "https://example.org/"
            }
        )
    }
}
