import Foundation
import ParaphClient

extension DocumentSigningModel {
    /// What is offered where programs show the document differently: ``makeCopy()``.
    public struct CopyOffer: Hashable, Sendable {
        public let text: String
        public let action: String
    }

    /// Offers a clean copy of a document that is not signed as it is; says whether it does.
    func offersCopy() async -> Bool {
        guard !shown.facts.isLocked, !shown.facts.isSigned, await viewer.file.isAmbiguous() else { return false }
        copyOffer = CopyOffer(text: words("script.signing.damaged"), action: words("script.signing.makeCopy"))
        return true
    }

    /// Makes a clean copy, which becomes a document of its own on this device and is shown from then on; what it was made of stays as it is.
    public func makeCopy() async {
        guard copyOffer != nil, !isBusy else { return }
        await work.perform(words) {
            do {
                let bytes = try await viewer.file.cleanCopy()
                let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-copy-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let stem = shown.name.lowercased().hasSuffix(".pdf") ? String(shown.name.dropLast(4)) : shown.name
                let file = folder.appending(path: "copy.pdf")
                try Data(bytes).write(to: file)
                let name = try await viewer.documents.take(file, named: words("script.signing.copyName", ["name": stem]) + ".pdf")
                copyOffer = nil
                await viewer.copied(name)
            } catch let fault as DocumentFault {
                work.notice = Notice(words.explain(fault, of: shown.name), kind: .bad)
            }
        }
    }
}
