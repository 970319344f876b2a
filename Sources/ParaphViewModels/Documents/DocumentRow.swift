public import Foundation
import ParaphClient
public import ParaphWire

/// A document in the list.
nonisolated public struct DocumentRow: Identifiable, Hashable, Sendable {
    /// How a state is shown.
    public enum Tone: Hashable, Sendable { case plain, good, warning }

    public let id: String
    public let name: String
    /// What is known of it, in a few words: its size, and who signed it last.
    public let facts: [String]
    public let changedAt: Date
    /// How far it is signed; `nil` where it is unknown.
    public let state: DocumentState?
    /// The same in words: whom it waits for, by name where the owner looks.
    public let stateLabel: String?
    public let tone: Tone
    /// Where it is from.
    public let origin: String
    /// Whether it is on the server whole; else it comes from another device, and ``facts`` say how far it is.
    public let isOpenable: Bool
    /// What ``ViewerModel`` opens.
    public let source: ViewerModel.Source
    /// The file on the server, where it is one.
    public let file: StoredFile?

    /// A document of this device.
    init(_ document: DeviceDocument, _ words: Words) {
        (id, name, changedAt, isOpenable) = ("device \(document.name)", document.name, document.changedAt, true)
        (source, file) = (.device(document.name), nil)
        let waiting = document.isWaiting ? words("script.signing.waitingShort") : nil
        facts = [words.size(document.size), waiting].compactMap(\.self)
        (state, stateLabel, tone) = (nil, nil, document.isWaiting ? .warning : .plain)
        origin = words("script.documents.onlyHere")
    }

    init(_ file: StoredFile, _ words: Words) {
        (source, self.file) = (.file(file.id), file)
        (id, name, changedAt, isOpenable) = (file.id, file.name, Date(file.changedAt), file.hash != nil)
        origin =
            file.isOwn ? words("script.files.in") : words("script.files.shared", ["name": words.shown(name: file.ownerName)])
        guard file.hash != nil else {
            facts = [words("script.files.elsewhere", ["share": words.share(file.received, of: file.size)])]
            (state, stateLabel, tone) = (nil, nil, .plain)
            return
        }
        let signer = file.signerName.map { words("script.files.signer", ["name": words.shown(name: $0)]) }
        facts = [words.size(file.size), signer].compactMap(\.self)
        state = DocumentState(file)
        stateLabel = state.map { Self.label($0, file, words) }
        tone = state == .forMe || state == .changed ? .warning : state?.isDone(file) == true ? .good : .plain
    }

    private static func label(_ state: DocumentState, _ file: StoredFile, _ words: Words) -> String {
        let count = file.unsigned ?? 0
        switch state {
        case .changed: return words("script.documents.state.changed")
        case .forMe: return words("script.documents.state.forMe")
        case .unsigned: return words("script.documents.state.unsigned")
        case .signed: return words("script.documents.state.signed")
        case .mine: return words("script.documents.state.mine")
        case .all: return words("script.documents.state.all")
        case .forOthers, .mineForOthers:
            guard file.isOwn, let names = file.waitsFor, !names.isEmpty else {
                return state == .forOthers
                    ? words("script.documents.state.forOthers", count: count) : words("script.documents.state.mineForOthers", count: count)
            }
            var shown = names.map(words.shown(name:))
            if count > shown.count { shown.append(words("script.documents.state.others", count: count - shown.count)) }
            let listed = ["names": words.list(shown)]
            return state == .forOthers
                ? words("script.documents.state.forOthersNamed", listed) : words("script.documents.state.mineForOthersNamed", listed)
        }
    }
}
