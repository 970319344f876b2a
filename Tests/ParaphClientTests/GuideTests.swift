import Foundation
import ParaphInk
import ParaphVerification
import ParaphWire
import Synchronization
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport

/// The code of the guide's articles (docs/Paraph.docc), as it stands there.
@Suite final class GuideTests: Sendable {
    private let shown = Mutex<[String]>([])

    private var show: @Sendable (String) -> Void {
        { text in self.shown.withLock { $0.append(text) } }
    }

    @Test func aNewDeviceAsks() async throws {
        try await ClientFixture.run { fixture async throws in
            let known = try await fixture.enrolledPhone()
            let client = try fixture.phone("Anna’s tablet").client
            let letIn = Task {
                var waiting: DeviceRequest?
                while waiting == nil { waiting = try await known.client.devices.requests().first }
                let request = try #require(waiting)
                let approval = try await known.approval(.addDevice, subject: request.id, drawing: 1)
                let code = try #require(try await client.devices.pending().first).code
                _ = try await known.client.devices.approve(request.id, code: code, approval: approval)
            }
            let pending = try await client.devices.request(for: "anna@example.org")
            show("Type this code on a device of yours: \(pending.code)")
            while try await client.devices.status(of: pending) == .pending {
                try await Task.sleep(for: .seconds(2))
            }
            try await letIn.value
            #expect(await client.signIn.current != nil)
        }
    }

    @Test func aWeightyActIsApproved() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let client = phone.client
            let draw: (String) async throws -> [UInt8] = { _ in phone.drawing(2) }

            let signing = try await client.approvals.begin(.recoveryCodes)
            let drawing = try await draw(await signing.bindingMessage)
            if case .accepted(let accepted) = try await signing.answer(drawing) {
                let codes = try await client.account.renewRecoveryCodes(approval: accepted.approval)
                show("Keep these: \(codes.codes?.joined(separator: ", ") ?? "")")
            }
            #expect(shown.withLock { $0.last?.hasPrefix("Keep these: ") } == true)
        }
    }

    @Test func aFileIsKeptSharedAndFetched() async throws {
        try await ClientFixture.run { fixture async throws in
            let client = try await fixture.enrolledPhone().client
            let other = try fixture.phone("Jean’s phone", seed: 8)
            try await fixture.register(other, "jean@example.org")
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-guide-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let show = self.show
            let (chosen, copy) = (folder.appending(path: "chosen.pdf"), folder.appending(path: "copy.pdf"))
            try Data(FilesFixture.pdf()).write(to: chosen)

            let file = try await client.files.upload(FileSource(chosen), named: "Lease.pdf") { sent in
                show("\(sent) bytes are there")
            }
            _ = try await client.files.invite("jean@example.org", to: file.id)
            try await client.files.download(file, to: copy)
            #expect(try Data(contentsOf: copy) == Data(contentsOf: chosen))

            let id = String(repeating: "0", count: 32)
            do {
                let history = try await client.documents.history(of: id, hash: file.hash)
                for signature in history.versions.flatMap(\.signatures) {
                    show("\(signature.userName) signed, similarity \(signature.similarity)")
                }
            } catch let error as ClientError where error.problem?.code == .notFound {
                show("The server knows no such document.")
            }
            #expect(shown.withLock { $0.last } == "The server knows no such document.")
        }
    }

    @Test func whatIsDoneOfflineIsSentLater() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let (client, secrets) = (phone.client, phone.secrets)
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-guide-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = try await client.files.upload(MemorySource(FilesFixture.pdf()), named: "Lease.pdf")

            let store = try await OfflineStore.open(in: folder, secrets: secrets)
            let engine = SyncEngine(client: client, store: store)
            try await engine.catchUp()

            try await store.note(.rename(file: file.id, name: "Lease of the flat.pdf"))
            let names = try await store.files().map(\.name)
            try await engine.sendWaiting()
            let refused = try await store.outgoing().filter { $0.failure != nil }
            #expect(names == ["Lease of the flat.pdf"] && refused.isEmpty)
            #expect(try await client.files.find(file.id).name == "Lease of the flat.pdf")
            await store.close()
        }
    }

    private func destination(of url: URL, server: URL) -> String? {
        guard let link = Link(url, server: server) else { return nil }
        switch link {
        case .document(let id): return "the history of \(id)"
        case .file(let id): return "the file \(id)"
        case .deviceRequest(let id), .request(let id): return "the question \(id)"
        case .page(let url): return "the browser, at \(url)"
        case .start: return "the list of documents"
        }
    }

    @Test func linksLeadSomewhere() throws {
        let server = try #require(URL(string: "https://sign.example.org"))
        let link = try #require(URL(string: "https://sign.example.org/documents?documentid=31a8de70"))
        #expect(destination(of: link, server: server) == "the history of 31a8de70")
        #expect(destination(of: try #require(URL(string: "https://other.example.org/")), server: server) == nil)
    }
}
