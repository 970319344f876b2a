extension ValidationReport {
    /// The report as people ask: is it as it was signed, who signed, can I trust who, what changed since.
    public var lines: [String] {
        var lines: [String] = []
        switch verdict {
        case .valid: lines.append("Valid: the document is as it was signed, by people who are trusted.")
        case .invalid: lines.append("INVALID: do not rely on this document as signed.")
        case .indeterminate: lines.append("Undecided: not everything about the signatures is known to be right.")
        case .unsigned: lines.append("Nobody signed this document.")
        }
        for signature in signatures { lines += signature.lines }
        return lines
    }
}

extension SignatureReport {
    fileprivate var lines: [String] {
        let what =
            switch type {
            case .approval: "Signed"
            case .certification: "Certified"
            case .timestamp: "Timestamped"
            }
        var lines = [
            "",
            "\(what) by \(signer ?? "somebody unknown")\(time.map { ", \($0)" } ?? "") (\(field.isEmpty ? "in no form" : field)\(level.map { ", \($0)" } ?? ""))",
        ]
        switch integrity {
        case .intact: lines.append("  Is it as it was signed?  \(coverage == .document ? "Yes, all of it." : "Yes; more was added later.")")
        case .broken: lines.append("  Is it as it was signed?  NO.")
        case .unknown: lines.append("  Is it as it was signed?  Not known; the notes say why.")
        }
        switch trust {
        case .trusted: lines.append("  Can the signer be trusted?  Yes.")
        case .untrusted: lines.append("  Can the signer be trusted?  NO.")
        case .unknown: lines.append("  Can the signer be trusted?  Not known; --trust names whom you trust.")
        }
        if changes.verdict == "none" {
            lines.append("  What changed since?  Nothing.")
        } else if changes.isUnknown {
            lines.append("  What changed since?  Not known: it could not be checked in time.")
        } else {
            lines += changeLines
        }
        for problem in problems { lines.append("  Note: \(problem)") }
        return lines
    }

    /// The changes, the worst first, each under the word for how it is judged: what is allowed stands apart.
    private var changeLines: [String] {
        var lines: [String] = []
        for verdict in ["forbidden", "suspicious", "allowed"] {
            let found = changes.items.filter { $0.verdict == verdict }
            if found.isEmpty { continue }
            lines.append("  \(lines.isEmpty ? "What changed since?  " : "")Changes that are \(verdict):")
            for change in found.prefix(Self.mostTold) {
                let words = change.remark ? "; look at the place: nothing there was removed" : ""
                lines.append("    - \(change.detail)\(change.page.map { " (page \($0))" } ?? "")\(words)")
            }
            if found.count > Self.mostTold { lines.append("    - and \(found.count - Self.mostTold) more") }
        }
        return lines.isEmpty ? ["  What changed since?  Changes that are \(changes.verdict)."] : lines
    }

    /// How many changes of one verdict are told in words.
    private static let mostTold = 50
}
