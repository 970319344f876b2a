public import Foundation
import ParaphWire

/// Something that happened to a document, in the line of time.
nonisolated public struct HistoryStep: Hashable, Sendable {
    public let title: String
    public let at: Date
    /// Which version came of it, and of which one it was made.
    public internal(set) var version: String?
    /// That others saved on the same version too.
    public internal(set) var branch: String?
    /// How far to the side it stands, from 0: what branches off stands beside.
    public internal(set) var lane = 0
    /// Whether nothing was saved on it yet.
    public internal(set) var isNewest = false
    /// The signatures that came with it.
    public internal(set) var signatures: [SignatureOnDocument] = []

    /// Every version, with the signatures that came with it, and whom the owner invited.
    static func steps(of history: DocumentHistory, _ signatures: [SignatureOnDocument], _ words: Words) -> [HistoryStep] {
        let lanes = history.lanes
        let forks = Dictionary(grouping: history.versions.compactMap(\.previous)) { $0 }.filter { $0.value.count > 1 }
        var invitations = history.storedFile?.invitations ?? []
        var rest = signatures[...]
        func invited(_ invitation: DocumentHistory.Invitation) -> HistoryStep {
            let names = ["owner": words.shown(name: history.storedFile?.owner ?? ""), "name": words.shown(name: invitation.name)]
            return HistoryStep(title: words("history.invited", names), at: Date(invitation.at))
        }
        var steps: [HistoryStep] = []
        for version in history.versions {
            let earlier = invitations.prefix { $0.at < version.savedAt }
            steps += earlier.map(invited)
            invitations.removeFirst(earlier.count)
            let isFork = version.previous.map { forks[$0] != nil } ?? false
            var step = HistoryStep(title: title(version, words), at: Date(version.savedAt))
            step.version = stands(version, isFork, words)
            step.branch = isFork ? version.previous.map { words("history.branch", ["number": words.number($0)]) } : nil
            (step.lane, step.isNewest) = (lanes[version.number] ?? 0, version.isNewest)
            step.signatures = Array(rest.prefix(version.signatures.count))
            rest = rest.dropFirst(version.signatures.count)
            steps.append(step)
        }
        return steps + invitations.map(invited)
    }

    private static func title(_ version: DocumentHistory.Version, _ words: Words) -> String {
        let name = ["name": version.savedBy]
        if version.previous == nil { return words("history.registered", name) }
        return version.signatures.isEmpty ? words("history.changed", name) : words("history.saved", name)
    }

    /// Which version it is, and what it was made from where that is not the one before and is not said as a branch.
    private static func stands(_ version: DocumentHistory.Version, _ isBranch: Bool, _ words: Words) -> String {
        let number = words.number(version.number)
        guard let previous = version.previous, previous != version.number - 1, !isBranch else {
            return words("history.version", ["number": number])
        }
        return words("history.madeFrom", ["number": number, "previous": words.number(previous)])
    }
}
