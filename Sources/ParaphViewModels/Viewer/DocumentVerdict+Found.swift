import Foundation
import ParaphPDF
import ParaphWire

nonisolated extension DocumentVerdict {
    init(_ found: FoundDocument, _ words: Words) {
        let (state, besides) = found.state
        let signatures = found.signatures
        // Nothing is good while a signature is not like its signer's.
        let isUnlike = state == .current && signatures.contains { !$0.isMatch }
        let tone: Tone = isUnlike ? .warning : Self.tone(of: state)
        let isShort = tone == .good && found.count > 0
        (self.state, self.tone) = (state, tone)
        if state == .filled {
            let count = Set((found.changes.filled ?? []).map(\.name)).count
            title = "\(words("script.verdict.filled")) · \(words("script.verdict.fields", count: count))"
        } else if isShort {
            title = "\(words("script.verdict.short")) · \(words("script.documents.signatures", count: found.count))"
        } else {
            title = isUnlike ? words("script.verdict.currentUnlike") : Self.words(of: state, words)
        }
        var notes = isShort ? [Self.words(of: state, words)] : []
        if let besides, besides != .current {
            notes.append(besides == .earlier ? words("script.verdict.filledEarlier") : Self.words(of: besides, words))
        }
        self.notes = notes
        var rows = VerdictRows(words)
        if tone == .bad {
            rows.addChanges(found.changes.items)
        } else {
            if state == .filled { rows.addFilled(found) }
            rows.addRemarks(found.changes.remarks)
        }
        (changes, marks) = (rows.changes, rows.marks)
        signers = signatures.map { Signer($0, words) }
        seals = Self.distinct(found.verdicts).map { Seal($0, words) }
        unjudged = found.earlier > 0 ? words("script.verdict.seal.more", count: found.earlier) : nil
        historyID = found.history?.id
    }

    private static func tone(of state: State) -> Tone {
        switch state {
        case .current: .good
        case .earlier, .unknown, .unchecked, .filled: .warning
        case .changed, .unknownChanged, .sealBroken: .bad
        }
    }

    private static func words(of state: State, _ words: Words) -> String {
        switch state {
        case .current: words("script.verdict.current")
        case .earlier: words("script.verdict.earlier")
        case .changed: words("script.verdict.changed")
        case .unknown: words("script.verdict.unknown")
        case .unknownChanged: words("script.verdict.unknownChanged")
        case .filled: words("script.verdict.filled")
        case .unchecked: words("script.verdict.unchecked")
        case .sealBroken: words("script.verdict.sealBroken")
        }
    }

    /// Each verdict once.
    private static func distinct(_ verdicts: [SealVerdict]) -> [SealVerdict] {
        var found: [SealVerdict] = []
        for verdict in verdicts {
            let isKnown = found.contains {
                $0.state == verdict.state && $0.reason == verdict.reason && $0.signerName == verdict.signerName
            }
            if !isKnown { found.append(verdict) }
        }
        return found
    }
}

nonisolated extension DocumentVerdict.Signer {
    fileprivate init(_ signature: DocumentHistory.Signature, _ words: Words) {
        name = words.shown(name: signature.userName)
        at = Date(signature.at)
        isMatch = signature.isMatch
        let value = ["similarity": words.similarity(signature.similarity)]
        text = signature.isMatch ? words("script.verdict.matches", value) : words("script.verdict.differs", value)
    }
}

nonisolated extension DocumentVerdict.Seal {
    fileprivate init(_ verdict: SealVerdict, _ words: Words) {
        title = verdict.signerName.map { words("script.verdict.seal.of", ["name": $0]) } ?? words("script.verdict.seal.title")
        reason = verdict.reason.flatMap { words.known("script.verdict.seal.reason.\($0.rawValue)") }
        sealedAt = verdict.reason == nil ? verdict.sealedAt.map { Date($0) } : nil
        switch verdict.state.known {
        case .valid: (text, tone) = (words("script.verdict.seal.valid"), .good)
        case .invalid: (text, tone) = (words("script.verdict.seal.invalid"), .bad)
        case .untrusted: (text, tone) = (words("script.verdict.seal.untrusted"), .warning)
        case .unknown, nil: (text, tone) = (words("script.verdict.seal.unknown"), .warning)
        }
    }
}
