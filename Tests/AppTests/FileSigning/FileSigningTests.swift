import Foundation
import ParaphPAdES
import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport
@testable import Files
@testable import FilesTestSupport

/// Documents that are kept here and signed as one unit of work.
struct FileSigningTests {
    @Test func whatTheDeviceAuthorisedIsSealedRegisteredAndKept() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf(pages: 2)
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: seen, by: "anna")
            #expect(draft.previousHash == seen && draft.signedSince == nil)
            let signed = try await fixture.complete(draft, "s1", on: id, by: "anna")
            let bytes = try await fixture.bytes(of: id)
            #expect(signed.version == 2 && signed.hash == FileSigningFixture.hash(bytes) && signed.size == bytes.count)
            #expect(signed.signerName == "Anna" && signed.isOwn && bytes.starts(with: file))
            #expect(try await fixture.bytes(of: id, version: 1) == file)
            let report = try await fixture.judge(id)
            #expect(report.verdict == .valid && report.signatures.count == 1)
            let document = try #require(signed.documentId)
            #expect(String(decoding: bytes, as: UTF8.self).contains("https://sign.example.org/documents/?documentid=\(document)"))
            let history = try #require(try await fixture.registry.history(document, for: "anna"))
            #expect(history.versions.map(\.hash) == [seen, signed.hash ?? ""])
            #expect(history.versions.map { $0.signatures.map(\.id) } == [[], ["s1"]])
            let counts = try await fixture.counts()
            #expect(counts["documentSeal"] == 1 && counts["orphanedBlob"] == 0)
        }
    }

    @Test func theSameRequestAgainIsAnsweredTheSameAlsoAfterOthersSigned() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna")
            let signed = try await fixture.complete(draft, "s1", on: id, by: "anna")
            let counts = try await fixture.counts()
            #expect(try await fixture.complete(draft, "s1", on: id, by: "anna") == signed)
            #expect(try await fixture.counts() == counts)
            try await fixture.sign("s2", on: id, seen: try #require(signed.hash), by: "boris")
            // Boris has a name to Anna from now on; all else is as it was.
            var named = signed
            named.waitsFor = signed.waitsFor.map { $0.map { $0 == "boris@example.org" ? "Boris" : $0 } }
            #expect(named != signed)
            #expect(try await fixture.complete(draft, "s1", on: id, by: "anna") == named)
            fixture.registry.time.advance(seconds: 3600)
            #expect(try await fixture.complete(draft, "s1", on: id, by: "anna") == named)
            let other = await problem { try await fixture.complete(draft, "s1", on: id, by: "boris") }
            #expect(other?.status == 404, "somebody else's draft")
        }
    }

    @Test func whatTheDeviceAuthorisedIsNotAskedForAgain() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna")
            // The first request breaks off once the device's counter went on.
            fixture.registry.people.authorizing.withLock {
                $0 = { [database = fixture.environment.database] memory in
                    let memory = try #require(memory)
                    guard try await database.read({ try !memory.remembers($0) }) else { throw Problem.forbidden("passkeyCopied", "Again.") }
                    try await database.write { try memory.remember($0) }
                    throw Problem.unavailable()
                }
            }
            #expect(await problem { try await fixture.complete(draft, "s1", on: id, by: "anna") }?.code == "unavailable")
            var other = FileSigningFixture.request(draft, "s1", by: "anna")
            other.assertion = "other words"
            let refusal = await problem { [other] in
                try await fixture.service.complete(other, draftID: draft.id, fileID: id, personID: "anna")
            }
            #expect(refusal?.code == "unavailable", "other words are judged")
            let words = FileSigningFixture.request(draft, "s1", by: "anna")
            #expect(await problem { try await fixture.complete(draft, "s1", on: id, by: "anna") }?.code == "unavailable")
            #expect(try await fixture.service.complete(words, draftID: draft.id, fileID: id, personID: "anna").version == 2)
        }
    }

    @Test func whatADeviceAuthorisedBeforeItWasRemovedIsNotSealed() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna")
            // The device's words are accepted, and then the request breaks off.
            fixture.registry.people.authorizing.withLock {
                $0 = { [database = fixture.environment.database] memory in
                    let memory = try #require(memory)
                    try await database.write { try memory.remember($0) }
                    throw Problem.unavailable()
                }
            }
            #expect(await problem { try await fixture.complete(draft, "s1", on: id, by: "anna") }?.code == "unavailable")
            _ = fixture.registry.people.removed.withLock { $0.insert("s1") }
            let before = try await fixture.counts()
            #expect(await problem { try await fixture.complete(draft, "s1", on: id, by: "anna") }?.code == "unknownSignature")
            #expect(try await fixture.counts().filter { $0.key != "orphanedBlob" } == before.filter { $0.key != "orphanedBlob" })
            // So it is of a document that stays in the browser.
            let service = SigningService(environment: fixture.environment)
            fixture.registry.people.authorizing.withLock { $0 = nil }
            let own = try await service.save(DocumentSave(hash: RegistryFixture.hash("draft").text), personID: "anna").id
            let request = SealRequest(
                signatureId: "s1",
                previousHash: RegistryFixture.hash("draft").text,
                digest: draft.digest,
                assertion: "anna \(draft.digest.text)"
            )
            #expect(await problem { try await service.seal(request, documentID: own, personID: "anna") }?.code == "unknownSignature")
            #expect(try await fixture.registry.count("documentSeal") == 0)
        }
    }

    @Test func theSameRequestTwiceAtOnceIsDoneOnce() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna")
            let answers = try await withThrowingTaskGroup(of: StoredFile.self) { group in
                for _ in 0..<4 { group.addTask { try await fixture.complete(draft, "s1", on: id, by: "anna") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers).count == 1)
            let counts = try await fixture.counts()
            #expect(counts["fileVersion"] == 2 && counts["documentSeal"] == 1 && counts["documentVersion"] == 2)
            #expect(try await fixture.judge(id).verdict == .valid)
        }
    }

    @Test func whoComesSecondSignsOnTopOfTheFirstAndBothStayValid() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file, for: ["boris", "carol"])
            let first = try await fixture.prepare("s1", on: id, seen: seen, by: "anna")
            let second = try await fixture.prepare("s2", on: id, seen: seen, by: "boris") { $0.box = [320, 100, 500, 180] }
            let annas = try await fixture.complete(first, "s1", on: id, by: "anna")
            let counts = try await fixture.counts()
            #expect(await problem { try await fixture.complete(second, "s2", on: id, by: "boris") }?.code == "signedMeanwhile")
            #expect(try await fixture.counts() == counts, "nothing is half there")
            // The same drawing, for what was seen then.
            let again = try await fixture.prepare("s2", on: id, seen: seen, by: "boris") { $0.box = [320, 100, 500, 180] }
            #expect(again.signedSince == ["Anna"] && again.previousHash == seen && again.digest != second.digest)
            let both = try await fixture.complete(again, "s2", on: id, by: "boris")
            #expect(both.version == 3 && both.documentId == annas.documentId && both.signerName == "Boris")
            let told = fixture.readers.told.withLock { $0 }.filter { $0.hasPrefix("anna: ") }
            #expect(told.count == 1 && told[0].hasPrefix("anna: boris signed "), "of others only")
            let report = try await fixture.judge(id)
            #expect(report.verdict == .valid && report.signatures.count == 2)
            #expect(report.signatures[1].coverage == .document && report.signatures[0].changes.verdict == "allowed")
            let document = try #require(both.documentId)
            let versions = try await fixture.environment.database.read { [fixture] tx in
                try fixture.environment.store.versions(of: document, in: tx)
            }
            #expect(versions.map(\.previous) == [nil, 1, 2] && versions[1].hash.text == annas.hash, "a line, no fork")
            // One link, with the first signature.
            let text = String(decoding: try await fixture.bytes(of: id), as: UTF8.self)
            #expect(text.components(separatedBy: "/documents/?documentid=").count == 2)
        }
    }

    @Test func aSignatureIsSealedOnceHereOrThere() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            let signing = SigningService(environment: fixture.environment)
            // Kept first: no other digest, nor the same one, is sealed by the call for documents in the browser.
            let draft = try await fixture.prepare("s1", on: id, seen: seen, by: "anna")
            let signed = try await fixture.complete(draft, "s1", on: id, by: "anna")
            let document = try #require(signed.documentId)
            for digest in [draft.digest, Base64URL([UInt8](repeating: 7, count: 32))] {
                let request = SealRequest(signatureId: "s1", previousHash: seen, digest: digest, assertion: "anna \(digest.text)")
                #expect(await problem { try await signing.seal(request, documentID: document, personID: "anna") }?.code == "usedSignature")
            }
            // In the browser first, also between preparing and completing.
            let hash = try #require(signed.hash)
            let waiting = try await fixture.prepare("s2", on: id, seen: hash, by: "anna")
            let digest = Base64URL([UInt8](repeating: 8, count: 32))
            let request = SealRequest(signatureId: "s2", previousHash: hash, digest: digest, assertion: "anna \(digest.text)")
            _ = try await signing.seal(request, documentID: document, personID: "anna")
            #expect(await problem { try await fixture.complete(waiting, "s2", on: id, by: "anna") }?.code == "usedSignature")
            #expect(await problem { try await fixture.prepare("s2", on: id, seen: hash, by: "anna") }?.code == "usedSignature")
            #expect(try await fixture.registry.count("fileVersion") == 2)
        }
    }

    @Test func onlyWhoMayReadSignsAndOnlyWithTheirOwnSignatureForThisDocument() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            #expect(await problem { try await fixture.prepare("s1", on: id, seen: seen, by: "carol") }?.status == 404)
            #expect(await problem { try await fixture.prepare("s1", on: id, seen: seen, by: "nobody") }?.status == 401)
            #expect(await problem { try await fixture.prepare("s1", on: "elsewhere", seen: seen, by: "anna") }?.status == 404)
            let other = FileSigningFixture.hash([1])
            #expect(await problem { try await fixture.prepare("s1", on: id, seen: other, by: "anna") }?.code == "unknownVersion")
            for (person, drawn, similarity) in [("boris", seen, 0.9), ("anna", other, 0.9), ("anna", seen, 0.2)] {
                let signature = fixture.registry.people.sign(person, "bad", for: drawn, similarity: similarity)
                let wanted = FileSigningFixture.wanted(signature, seen: seen)
                let refusal = await problem { try await fixture.service.prepare(wanted, fileID: id, personID: "anna") }
                #expect(refusal?.code == "unknownSignature")
            }
            let throughApp = fixture.registry.people.sign("anna", "app")
            let wanted = FileSigningFixture.wanted(throughApp, seen: seen)
            #expect(await problem { try await fixture.service.prepare(wanted, fileID: id, personID: "anna") }?.code == "unknownSignature")
            #expect(try await fixture.registry.count("fileDraft") == 0)
        }
    }

    @Test func aSignatureWhoseDrawingIsGoneIsDrawnAgain() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            fixture.registry.people.notDrawn.withLock { _ = $0.insert("s1") }
            let refusal = await problem { try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "anna") }
            #expect(refusal?.code == "unknownSignature")
            #expect(try await fixture.registry.count("fileDraft") == 0)
        }
    }

    @Test func whoIsDismissedBetweenPreparingAndCompletingSignsNothing() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file), by: "boris")
            let counts = try await fixture.counts()
            try await fixture.environment.database.write { [fixture] tx in
                _ = try fixture.files.store.removeReader("boris", from: id, at: fixture.files.time.now(), in: tx)
            }
            #expect(await problem { try await fixture.complete(draft, "s1", on: id, by: "boris") }?.status == 404)
            #expect(try await fixture.counts() == counts)
        }
    }

    @Test func aDraftIsGoodForFifteenMinutesAndForWhatWasPrepared() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            let draft = try await fixture.prepare("s1", on: id, seen: seen, by: "anna")
            let good = FileSigningFixture.request(draft, "s1", by: "anna")
            var (signature, hash, digest, unsaid) = (good, good, good, good)
            signature.signatureId = "s2"
            hash.previousHash = FileSigningFixture.hash([1])
            digest.digest = Base64URL([UInt8](repeating: 1, count: 32))
            unsaid.assertion = "boris \(draft.digest.text)"
            for (request, code) in [(signature, "malformed"), (hash, "malformed"), (digest, "malformed"), (unsaid, "badAssertion")] {
                let refusal = await problem {
                    try await fixture.service.complete(request, draftID: draft.id, fileID: id, personID: "anna")
                }
                #expect(refusal?.code == code)
            }
            let unknown = await problem { try await fixture.service.complete(good, draftID: "none", fileID: id, personID: "anna") }
            #expect(unknown?.status == 404)
            fixture.registry.time.advance(seconds: 900)
            #expect(await problem { try await fixture.complete(draft, "s1", on: id, by: "anna") }?.code == "draftExpired")
            let wanted = FileSigningFixture.wanted("s1", seen: seen)
            #expect(await problem { try await fixture.service.prepare(wanted, fileID: id, personID: "anna") }?.code == "signatureExpired")
            #expect(try await fixture.registry.count("fileVersion") == 1)
        }
    }

    @Test func aPersonHasTenDraftsAndOneForEachSignature() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            for _ in 0..<3 { _ = try await fixture.prepare("s0", on: id, seen: seen, by: "anna") }
            #expect(try await fixture.registry.count("fileDraft") == 1)
            for number in 1..<10 { _ = try await fixture.prepare("s\(number)", on: id, seen: seen, by: "anna") }
            let refusal = await problem { try await fixture.prepare("s10", on: id, seen: seen, by: "anna") }
            #expect(refusal?.code == "tooManyDrafts" && refusal?.status == 429 && refusal?.retryAfter == 900)
            _ = try await fixture.prepare("s11", on: id, seen: seen, by: "boris")
            #expect(try await fixture.registry.count("fileDraft") == 11)
        }
    }

    @Test func whereSignaturesMayAddNoMoreNothingIsPrepared() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let id = try await fixture.keep(file)
            // What was appended ends like the file, so that it is one still.
            let end = Array(file.suffix(40).split(separator: UInt8(ascii: "\n")).suffix(3).joined(separator: [UInt8(ascii: "\n")]))
            let appended = [UInt8](repeating: 0x20, count: FileLimits.signatures - end.count - 101) + [UInt8(ascii: "\n")] + end
            let part = try await fixture.files.contents.store(appended)
            try await fixture.files.database.write { [fixture] tx in
                let first = try #require(try fixture.files.store.newestVersion(of: id, in: tx))
                let second = try fixture.files.store.append(
                    part,
                    to: first,
                    hash: FileSigningFixture.hash(file + appended),
                    documentID: "document",
                    signatureID: "s0",
                    person: MadeUpReaders.person("boris"),
                    at: fixture.registry.time.now(),
                    in: tx
                )
                #expect(second?.number == 2)
            }
            let refusal = await problem {
                try await fixture.prepare("s1", on: id, seen: FileSigningFixture.hash(file + appended), by: "anna")
            }
            #expect(refusal?.code == "fileFull")
            #expect(try await fixture.registry.count("fileDraft") == 0)
        }
    }

    @Test func draftsAreSweptAndForgottenByARestore() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            let done = try await fixture.prepare("s1", on: id, seen: seen, by: "anna")
            let signed = try await fixture.complete(done, "s1", on: id, by: "anna")
            _ = try await fixture.prepare("s2", on: id, seen: try #require(signed.hash), by: "anna")
            func sweep() async throws -> Int {
                try await fixture.environment.database.write { [now = fixture.registry.time.now()] tx in
                    try FileDraftStore.deleteExpired(at: now, limit: 10, in: tx)
                }
            }
            #expect(try await sweep() == 0)
            fixture.registry.time.advance(seconds: 900)
            #expect(try await sweep() == 1, "what came of nothing")
            fixture.registry.time.advance(seconds: 86_400)
            #expect(try await sweep() == 1, "what is answered no more")
            _ = try await fixture.prepare("s3", on: id, seen: try #require(signed.hash), by: "anna")
            try await fixture.environment.database.write { tx in try FileDraftStore.deleteAll(in: tx) }
            #expect(try await fixture.registry.count("fileDraft") == 0)
        }
    }

    @Test func draftsGoWithTheirPersonAndSoonAfterTheirFile() async throws {
        try await FileSigningFixture.run { fixture in
            let file = FilesFixture.pdf()
            let seen = FileSigningFixture.hash(file)
            let id = try await fixture.keep(file)
            for (person, signature) in [("anna", "s1"), ("boris", "s2")] {
                _ = try await fixture.prepare(signature, on: id, seen: seen, by: person)
            }
            try await fixture.environment.database.write { [fixture] tx in
                let blobs = try DocumentsDomain.erase("boris", at: fixture.registry.time.now(), keys: fixture.environment.keys, in: tx)
                #expect(blobs.isEmpty)
            }
            #expect(try await fixture.registry.count("fileDraft") == 1)
            let other = try await fixture.keep(file)
            _ = try await fixture.prepare("s3", on: other, seen: seen, by: "anna")
            let sweep = FileDraftSweep(environment: fixture.environment, batch: 1)
            while try await sweep.turn() {}
            #expect(try await fixture.registry.count("fileDraft") == 2)
            try await fixture.environment.database.write { [fixture] tx in
                _ = try fixture.files.store.delete(id, at: fixture.registry.time.now(), in: tx)
            }
            while try await sweep.turn() {}
            let left = try await fixture.environment.database.read { try FileDraftStore.files(after: "", limit: 10, in: $0) }
            #expect(left == [other])
        }
    }
}
