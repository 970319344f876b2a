import Foundation
import ParaphEncoding
import ParaphInk
import ParaphPAdES
import ParaphPDF
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import StorageTestSupport
import Synchronization
import TestSupport
import Testing
import X509

@testable import Documents
@testable import DocumentsTestSupport

/// The certificate of a document: sealed, and with no more than the history shows the same reader.
struct EvidenceTests {
    private static func signed(_ registry: RegistryFixture) async throws -> String {
        let id = try await registry.save("draft", by: "anna").documentID
        try await registry.save(
            "signed",
            after: "draft",
            [registry.people.sign("boris", "s1", similarity: 0.319)],
            by: "boris",
            document: id
        )
        try await registry.save("carols", after: "draft", [registry.people.sign("carol", "s2")], by: "carol", document: id)
        return id
    }

    private static func certificate(_ id: String, for person: String?, _ registry: RegistryFixture, in language: Language = .en)
        async throws
        -> PDFFile
    {
        let service = EvidenceService(environment: registry.environment)
        return try PDFFile(PDFBytes(try await service.certificate(of: id, for: person, in: language)))
    }

    /// What the pages show in the standard fonts, the lines one after the other.
    private static func text(_ file: PDFFile) throws -> String {
        var text = ""
        for page in try file.pages() {
            guard case .stream(let stream) = try file.resolve(page.dictionary["Contents"]) else { continue }
            let content = String(decoding: try file.decoded(stream).bytes.array, as: UTF8.self)
            for match in content.matches(of: #/<([0-9A-F]+)> Tj/#) {
                let codes = Hexadecimal.decode(String(match.1)) ?? []
                text += (String(bytes: codes, encoding: .windowsCP1252) ?? "?") + "\n"
            }
        }
        return text
    }

    /// How many curves the pages show in blue ink.
    private static func curves(_ file: PDFFile) throws -> Int {
        var count = 0
        for page in try file.pages() {
            guard case .stream(let stream) = try file.resolve(page.dictionary["Contents"]) else { continue }
            count += String(decoding: try file.decoded(stream).bytes.array, as: UTF8.self).components(separatedBy: " c\n").count - 1
        }
        return count
    }

    /// How many curves a drawing is shown by.
    private static func curves(of drawing: InkDrawing) -> Int {
        drawing.outline.elements.count { if case .curve = $0 { true } else { false } }
    }

    /// A drawing of nearly as many knots as one may have: a line that goes from side to side.
    private static func largeDrawing() throws -> InkDrawing {
        let points = (0..<100).map { Point(x: Double($0 % 2) * 1000, y: Double($0) * 10, time: Double($0) * 100) }
        return try #require(InkDrawing(Sample(strokes: [Stroke(points: points)], channels: .time)))
    }

    /// Text without the ends of lines, where words were wrapped.
    private static func joined(_ text: String) -> String { text.replacing(" \n", with: " ").replacing("\n", with: " ") }

    @Test(.timeLimit(.minutes(5))) func strangersKeepNoPersonFromACertificate() async throws {
        let limiter = ConcurrencyLimiter(EvidenceService.limiter)
        let (held, hold) = AsyncStream<Void>.makeStream()
        let made = Task { try await limiter.run { for await _ in held {} } }
        try await until("the limiter is full") { limiter.load.waiting == 0 && limiter.isBusy }
        var refused = 0
        var strangers: [Task<Void, any Error>] = []
        for number in 0..<45 {
            // One network asks for one document; others ask for others.
            let network = number < 20 ? "192.0.2.1" : "198.51.100.\(number)"
            let places = EvidenceService.places(of: number < 20 ? "a" : "b\(number)", for: nil, from: network)
            let before = limiter.load.waiting
            let task = Task { try await limiter.run(at: places) {} }
            let isIn = Mutex<Bool?>(nil)
            Task { do { try await task.value } catch is ConcurrencyLimiter.Refusal { isIn.withLock { $0 = false } } }
            try await until("it waits, or is sent away") { limiter.load.waiting > before || isIn.withLock { $0 } == false }
            if isIn.withLock({ $0 }) == false { refused += 1 } else { strangers.append(task) }
        }
        #expect(strangers.count == 8 && refused == 37)
        let person = Task { try await limiter.run(at: EvidenceService.places(of: "a", for: "anna", from: "192.0.2.1")) { true } }
        try await until("the person waits") { limiter.load.waiting == 9 }
        hold.finish()
        #expect(try await person.value)
        try await made.value
        for task in strangers { try await task.value }
    }

    @Test func ofAnUnchangedHistoryTheLedgerNotesOneCertificateForStrangers() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            let service = EvidenceService(environment: registry.environment)
            func noted() async throws -> [String] {
                try await registry.environment.database.read { tx in
                    try tx.rows("SELECT actor FROM auditLedger WHERE action = 'evidenceMade' ORDER BY sequence").map { try $0.get("actor") }
                }
            }
            for person in [nil, nil, "anna", nil, "anna"] as [String?] { _ = try await service.certificate(of: id, for: person, in: .en) }
            #expect(try await noted() == ["stranger", "anna", "anna"])
            try await registry.save("more", after: "signed", [registry.people.sign("carol", "s3")], by: "carol", document: id)
            for _ in 0..<2 { _ = try await service.certificate(of: id, for: nil, in: .en) }
            #expect(try await noted().filter { $0 == "stranger" }.count == 2)
        }
    }

    @Test func aParticipantsCertificateTellsAllAndIsSealedWithATimestamp() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            let file = try await Self.certificate(id, for: "anna", registry)
            let text = try Self.text(file)
            let hash = RegistryFixture.hash("signed").text
            for words in [
                id, hash, "Boris", "Notary, North & Co", "0.31", "Does not look like their signature", "0.94", "Verified", "Moscow",
                "iPad3,1",
                "55.7500°, 37.6100°", "21.11.2026 11:00:00", "Version 2, branches off version 1", "Version 3, branches off version 1",
                "sign.example.org", "2026-11-21 10:00:00 UTC", "Page 1 of 2", "This document was saved more than once on the same version.",
            ] { #expect(Self.joined(text).contains(words), "\(words)") }
            #expect(!text.contains("are left out.") && !text.contains("drawing of this signature") && text.contains("A drawing shows how"))
            let one = Self.curves(of: try #require(MadeUpPeople.drawing))
            #expect(try one > 20 && Self.curves(file) == 2 * one)
            let page = try #require(try file.page(at: 0))
            guard case .stream(let stream) = try file.resolve(page["Contents"]) else { throw PDFError(.missing, "no content") }
            let content = String(decoding: try file.decoded(stream).bytes.array, as: UTF8.self)
            let corners = content.matches(of: #/\n([0-9.]+) ([0-9.]+) m\n/#).compactMap { Double($0.2) }
            #expect(!corners.isEmpty && corners.allSatisfy { (62..<786).contains($0) })

            let root = try #require(try await registry.environment.authority.seal().chain.last)
            #expect(text.filter { !$0.isNewline }.contains(try root.fingerprint()))
            let now = registry.time.now().date
            let report = try await DocumentValidator(anchors: [root], date: now).validate(file)
            let signature = try #require(report.signatures.first)
            #expect(report.signatures.count == 1 && report.verdict.rawValue == "valid" && signature.level == "B-T")
            let catalog = try #require(try file.catalog())
            #expect(try file.resolve(catalog["Lang"]).string?.text == "en")
            let information = try #require(try file.resolve(file.trailer["Info"]).dictionary)
            #expect(try file.resolve(information["Title"]).string?.text == "Certificate of signatures · \(id)")

            let entries = try await registry.environment.database.read { tx in
                try tx.rows("SELECT details FROM auditLedger WHERE action = 'evidenceMade'").map { try $0.get("details") as String }
            }
            #expect(entries.count == 1)
        }
    }

    @Test func aStrangersCertificateTellsWhatTheLinkShows() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            for person in [nil, "dora"] {
                let text = try Self.text(try await Self.certificate(id, for: person, registry))
                for words in ["Boris", "0.31", "Notary, North & Co", "shown to participants only", "are left out."] {
                    #expect(text.contains(words), "\(words)")
                }
                for words in ["Moscow", "iPad", "55.75", "11:00:00", RegistryFixture.hash("signed").text] {
                    #expect(!text.contains(words), "\(words)")
                }
            }
            #expect(try await Self.curves(Self.certificate(id, for: nil, registry)) == 0)
            #expect(try await Self.curves(Self.certificate(id, for: "carol", registry)) > 20)
            // Carol's line is the draft and her own version: what Boris told is not hers to see.
            let text = try Self.text(try await Self.certificate(id, for: "carol", registry))
            #expect(text.contains(RegistryFixture.hash("carols").text) && !text.contains(RegistryFixture.hash("signed").text))
            #expect(text.components(separatedBy: "Moscow").count == 2)
        }
    }

    @Test func aDrawingThatIsNotKeptIsSaidToBeMissing() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            registry.people.notDrawn.withLock { _ = $0.insert("s1") }
            let file = try await Self.certificate(id, for: "anna", registry)
            let text = Self.joined(try Self.text(file))
            #expect(text.components(separatedBy: "The drawing of this signature is not kept.").count == 2)
            #expect(try Self.curves(file) > 20)
            // Where links tell a stranger nothing of drawings, nothing is said of them either.
            #expect(!Self.joined(try Self.text(try await Self.certificate(id, for: nil, registry))).contains("drawing of this signature"))
        }
    }

    @Test func moreDrawingsThanACertificateHoldsAreSaidToBeLeftOut() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            let ids = (0..<EvidenceService.mostDrawings + 2).map { registry.people.sign("boris", "s\($0)") }
            try await registry.save("signed", after: "draft", ids, by: "boris", document: id)
            let file = try await Self.certificate(id, for: "anna", registry)
            let one = Self.curves(of: try #require(MadeUpPeople.drawing))
            #expect(try Self.curves(file) == EvidenceService.mostDrawings * one)
            #expect(Self.joined(try Self.text(file)).components(separatedBy: "The drawing is kept; it is left out here.").count == 3)
        }
    }

    @Test func moreCurvesThanACertificateHoldsAreSaidToBeLeftOut() async throws {
        try await RegistryFixture.run { registry in
            let (large, small) = (try Self.largeDrawing(), try #require(MadeUpPeople.drawing))
            let (most, least) = (large.outline.elements.count, small.outline.elements.count)
            let (room, rest) = EvidenceService.drawingElements.quotientAndRemainder(dividingBy: most)
            try #require(room + 3 < EvidenceService.mostDrawings && most > least)
            let leftOut = least <= rest ? 2 : 3
            let id = try await registry.save("draft", by: "anna").documentID
            let ids = (0..<room + 2).map { registry.people.sign("boris", "s\($0)") }
            registry.people.looks.withLock { looks in
                for id in ids { looks[id] = large }
            }
            // What still fits is drawn, whatever was left out before it.
            let signatures = ids + [registry.people.sign("boris", "small")]
            try await registry.save("signed", after: "draft", signatures, by: "boris", document: id)
            let file = try await Self.certificate(id, for: "anna", registry)
            #expect(try Self.curves(file) == room * Self.curves(of: large) + (leftOut == 2 ? Self.curves(of: small) : 0))
            let parts = Self.joined(try Self.text(file)).components(separatedBy: "The drawing is kept; it is left out here.")
            #expect(parts.count == leftOut + 1)
        }
    }

    @Test func whereLinksShowNothingStrangersGetNoCertificate() async throws {
        var settings = DocumentsSettings()
        settings.linkShows = .nothing
        try await RegistryFixture.run(settings: settings) { registry in
            let id = try await Self.signed(registry)
            await #expect(throws: Problem.self) { try await Self.certificate(id, for: nil, registry) }
            await #expect(throws: Problem.self) { try await Self.certificate("0000", for: "anna", registry) }
            let text = try Self.text(try await Self.certificate(id, for: "carol", registry))
            #expect(text.contains("Carol") && !text.contains("Boris") && !text.contains("Version 2"))
            // Of the branch that is not theirs it is told only that it is not all.
            #expect(text.contains("Only the versions that") && !text.contains("more than once on the same version"))
            let whole = try Self.text(try await Self.certificate(id, for: "anna", registry))
            #expect(!whole.contains("Only the versions that") && whole.contains("more than once on the same version"))
        }
    }

    @Test func whereLinksShowEverythingOnlyHashesAreSaidToBeMissing() async throws {
        var settings = DocumentsSettings()
        settings.linkShows = .everything
        try await RegistryFixture.run(settings: settings) { registry in
            let id = try await Self.signed(registry)
            let text = Self.joined(try Self.text(try await Self.certificate(id, for: nil, registry)))
            #expect(text.contains("Moscow") && text.contains("iPad3,1") && !text.contains(RegistryFixture.hash("signed").text))
            #expect(text.contains("hashes that only participants see are left out") && !text.contains("photos, places and devices"))
        }
    }

    @Test func aWeakHashIsCalledSo() {
        let time = Timestamp(milliseconds: 1_795_000_000_000)
        for (digits, isWeak) in [(40, true), (64, false), (128, false)] {
            let version = DocumentHistory.Version(
                number: 1,
                previous: nil,
                hash: String(repeating: "a", count: digits),
                savedAt: time,
                savedBy: "Anna",
                isNewest: true,
                signatures: []
            )
            let history = DocumentHistory(id: "f1", createdAt: time, isForked: false, isParticipant: true, versions: [version])
            let evidence = Evidence(
                history: history,
                pictures: [:],
                registry: "",
                authority: "",
                root: "",
                madeAt: time,
                language: .en
            )
            #expect(evidence.meanings.contains(.meansShortHash) == isWeak)
            #expect(evidence.meanings.contains(.meansHash))
        }
    }

    @Test func aLanguageThatNoFontHasIsRefusedInWords() async throws {
        try await RegistryFixture.run { registry in
            let id = try await Self.signed(registry)
            await #expect {
                try await Self.certificate(id, for: "anna", registry, in: .ru)
            } throws: { error in
                (error as? Problem)?.code == "noFonts"
            }
        }
    }

    @Test func aPictureIsThereOnceAndStandsUpright() throws {
        let time = Timestamp(milliseconds: 1_795_000_000_000)
        let signatures = ["s1", "s2"].map { id in
            DocumentHistory.Signature(id: id, userName: "Anna", at: time, similarity: 0.9, isMatch: true, photoOrientation: 6)
        }
        let picture = SignatoryPicture(bytes: Picture.png.bytes, mediaType: "image/png", orientation: 6)
        let version = DocumentHistory.Version(
            number: 1,
            previous: nil,
            hash: "ab",
            savedAt: time,
            savedBy: "Anna",
            isNewest: true,
            signatures: signatures
        )
        let evidence = Evidence(
            history: DocumentHistory(id: "f1", createdAt: time, isForked: false, isParticipant: true, versions: [version]),
            pictures: ["s1": picture, "s2": picture],
            registry: "sign.example.org",
            authority: "North & Co",
            root: "ab",
            madeAt: time,
            language: .en
        )
        let file = try PDFFile(PDFBytes(try EvidenceLayout.file(evidence, EvidenceFonts(), id: [UInt8](repeating: 1, count: 16))))
        let page = try #require(try file.page(at: 0))
        let resources = try #require(try file.resolve(page["Resources"]).dictionary)
        #expect(try file.resolve(resources["XObject"]).dictionary?.entries.count == 1)
        guard case .stream(let stream) = try file.resolve(page["Contents"]) else { throw PDFError(.missing, "no content") }
        let content = String(decoding: try file.decoded(stream).bytes.array, as: UTF8.self)
        #expect(content.components(separatedBy: "/P0 Do").count == 3)
        // A quarter turn clockwise (Exif 6): what is across in the data goes down the page.
        #expect(content.firstMatch(of: #/\n0 -[0-9.]+ [0-9.]+ 0 [0-9.]+ [0-9.]+ cm\n\/P0 Do/#) != nil)
        #expect(try !Self.text(file).contains("left out here"))
    }

    @Test(arguments: [(Language.en, "Germany"), (.fr, "Allemagne"), (.ru, "Германия")])
    func countriesAreCalledAsTheReaderCallsThem(_ language: Language, _ name: String) throws {
        let time = Timestamp(milliseconds: 1_795_000_000_000)
        let signature = DocumentHistory.Signature(
            id: "s1",
            userName: "Anna",
            at: time,
            similarity: 0.9,
            isMatch: true,
            application: "App",
            circumstances: .init(clientTime: "", country: "Germany", countryCode: "DE", city: "Köln")
        )
        let version = DocumentHistory.Version(
            number: 1,
            previous: nil,
            hash: "ab",
            savedAt: time,
            savedBy: "Anna",
            isNewest: true,
            signatures: [signature]
        )
        let evidence = Evidence(
            history: DocumentHistory(id: "f1", createdAt: time, isForked: false, isParticipant: true, versions: [version]),
            pictures: [:],
            registry: "sign.example.org",
            authority: "North & Co",
            root: "ab",
            madeAt: time,
            language: language
        )
        #expect(evidence.facts(signature, of: version).contains { (word, value) in word == .place && value == "Köln, \(name)" })
    }

    @Test func aThousandVersionsAndNamesOfAnyLengthFillPagesAndLoseNothing() throws {
        let time = Timestamp(milliseconds: 1_795_000_000_000)
        let long = String(repeating: "Wolfeschlegelsteinhausenbergerdorff", count: 20)
        let history = DocumentHistory(
            id: "f1",
            createdAt: time,
            isForked: false,
            isParticipant: true,
            versions: (1...1000).map { number in
                DocumentHistory.Version(
                    number: number,
                    previous: number == 1 ? nil : number - 1,
                    hash: String(repeating: "ab", count: 64),
                    savedAt: time,
                    savedBy: number == 2 ? long : "李",
                    isNewest: number == 1000,
                    signatures: number == 1
                        ? []
                        : [
                            .init(
                                id: "s\(number)",
                                userName: number == 3 ? long : "سارة \(number)",
                                at: time,
                                similarity: .nan,
                                isMatch: true,
                                photoOrientation: 9,
                                hasInk: number % 2 == 0,
                                circumstances: .init(clientTime: "", latitude: .infinity, longitude: 1, city: long + long + long + long)
                            )
                        ]
                )
            }
        )
        let evidence = Evidence(
            history: history,
            pictures: ["s2": SignatoryPicture(bytes: [1, 2, 3], mediaType: "image/png", orientation: 1)],
            registry: "sign.example.org",
            address: nil,
            authority: "North & Co",
            root: "ab",
            madeAt: time,
            language: .fr
        )
        let file = try PDFFile(PDFBytes(try EvidenceLayout.file(evidence, EvidenceFonts(), id: [UInt8](repeating: 1, count: 16))))
        let count = try file.pageCount()
        let text = try Self.text(file)
        #expect((200..<3000).contains(count) && text.contains("Page \(count) sur \(count)"))
        #expect(text.contains("[U+0633][U+0627][U+0631][U+0629] 1000") && text.contains("Version 1000, issue de la version 999"))
        #expect(text.filter { !$0.isNewline }.contains(long))
        #expect(text.contains("Une photo existe"))
        #expect(text.contains("Le tracé est conservé") && text.contains("n’est pas conservé"))
    }

    @Test(arguments: Language.allCases) func everyWordIsThereAndTakesTheSameValues(_ language: Language) {
        for word in EvidenceWord.allCases {
            let (own, english) = (word.text(language), word.text(.en))
            #expect(own != word.rawValue || language == .en && word == .device, "\(word)")
            let names = { (text: String) in Set(text.matches(of: #/\{[a-z]+\}/#).map { String($0.0) }) }
            #expect(names(own) == names(english), "\(word)")
        }
        #expect(EvidenceWord.version.text(language, ["number": "{number}"]).contains("{number}"))
    }
}
