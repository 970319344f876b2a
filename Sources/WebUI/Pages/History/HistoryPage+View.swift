import ParaphWire
import ServerKit

extension HistoryPage {
    func values(_ phrases: Phrases) -> [String: Any] {
        let signatures = history.versions.flatMap { version in version.signatures.map { (version, $0) } }
        let pages = signatures.enumerated().map { index, pair in
            page(pair.1, of: pair.0, number: index + 1, total: signatures.count, phrases)
        }
        var values: [String: Any] = [
            "id": history.id, "signedIn": isSignedIn, "any": !pages.isEmpty, "pages": pages, "forked": history.isForked,
            "timeline": timeline(phrases), "evidence": evidencePath(phrases.language),
            "count": phrases["history.signatures", count: pages.count],
        ]
        if let file = history.storedFile {
            values["storedFile"] = ["link": "/documents/view#file-\(file.fileId)", "name": file.name]
        }
        if let appStoreID { values["appStore"] = "https://apps.apple.com/app/id\(appStoreID)" }
        if !history.isParticipant, !pages.isEmpty {
            values["partly"] = true
            if !isSignedIn { values["signIn"] = SignInPage.path(next: "/documents?documentid=\(PercentEncoding.encode(history.id))") }
        }
        return values
    }

    private func evidencePath(_ language: Language) -> String {
        "\(DocumentsEndpoints.evidence.path(history.id))?language=\(language.rawValue)"
    }

    private func page(
        _ signature: DocumentHistory.Signature,
        of version: DocumentHistory.Version,
        number: Int,
        total: Int,
        _ phrases: Phrases
    ) -> [String: Any] {
        var page: [String: Any] = [
            "anchor": "signature-\(number)", "name": phrases.shown(name: signature.userName), "at": signature.at.text,
            "similarity": signature.similarity.shown(phrases.language), "matches": signature.isMatch,
            "verdict": verdict(signature, phrases),
            "place": phrases["history.place", ["number": String(number), "total": String(total)]],
        ]
        if let orientation = signature.photoOrientation {
            page["photo"] = DocumentsEndpoints.photo.path(history.id, signature.id)
            page["turned"] = orientation
            page["photoLabel"] = phrases["history.photoOf", ["name": phrases.shown(name: signature.userName)]]
        }
        if signature.hasInk == true {
            page["ink"] = DocumentsEndpoints.ink.path(history.id, signature.id)
            page["inkLabel"] = phrases["history.inkOf", ["name": phrases.shown(name: signature.userName)]]
        }
        page["inkMissing"] = signature.hasInk == false
        let work = [signature.position, signature.companyName].compactMap { $0 }.joined(separator: ", ")
        if !work.isEmpty { page["work"] = work }
        page["facts"] = facts(signature, of: version, phrases)
        return page
    }

    private func verdict(_ signature: DocumentHistory.Signature, _ phrases: Phrases) -> String {
        if let refusal = signature.refusal { return phrases[refusal == .replay ? "history.replayed" : "history.notCompared"] }
        return phrases[signature.isMatch ? "history.matches" : "history.differs"]
    }

    private func facts(_ signature: DocumentHistory.Signature, of version: DocumentHistory.Version, _ phrases: Phrases) -> [[String: Any]] {
        let circumstances = signature.circumstances
        let place = [circumstances?.address, circumstances?.city, circumstances?.country(in: phrases.language)].compactMap { $0 }
            .joined(separator: ", ")
        var position: String?
        if let latitude = circumstances?.latitude, let longitude = circumstances?.longitude {
            position = "\(latitude.degrees), \(longitude.degrees)"
        }
        let device = [circumstances?.deviceVersion, circumstances?.osVersion].compactMap { $0 }.joined(separator: " · ")
        let stands =
            version.previous.map { phrases["history.madeFrom", ["number": String(version.number), "previous": String($0)]] }
            ?? phrases["history.version", ["number": String(version.number)]]
        let facts: [(String, String?)] = [
            ("where", place.isEmpty ? nil : place), ("position", position), ("device", device.isEmpty ? nil : device),
            ("app", signature.application),
            ("file", [stands, Self.seen(signature, phrases)].compactMap { $0 }.joined(separator: " · ")),
        ]
        return facts.compactMap { key, value in value.map { ["label": phrases["history.\(key)"], "value": $0] } }
    }

    /// Every version, with the signatures that came with it.
    private func timeline(_ phrases: Phrases) -> [[String: Any]] {
        var number = 0
        let lanes = history.lanes
        let forks = Dictionary(grouping: history.versions.compactMap(\.previous)) { $0 }.filter { $0.value.count > 1 }.keys
        var invitations = history.storedFile?.invitations ?? []
        let owner = history.storedFile?.owner ?? ""
        let rows = history.versions.flatMap { version -> [[String: Any]] in
            let earlier = invitations.prefix { $0.at < version.savedAt }
            invitations.removeFirst(earlier.count)
            let key = version.previous == nil ? "registered" : version.signatures.isEmpty ? "changed" : "saved"
            var row: [String: Any] = [
                "what": phrases["history.\(key)", ["name": version.savedBy]], "at": version.savedAt.text,
                "version": stands(version, forks.contains(version.previous ?? 0), phrases), "newest": version.isNewest,
                "lane": lanes[version.number] ?? 0,
            ]
            if let previous = version.previous, forks.contains(previous) {
                row["fork"] = phrases["history.branch", ["number": String(previous)]]
            }
            row["signatures"] = version.signatures.map { signature -> [String: Any] in
                number += 1
                var link: [String: Any] = [
                    "anchor": "signature-\(number)", "name": phrases.shown(name: signature.userName),
                    "similarity": signature.similarity.shown(phrases.language),
                    "matches": signature.isMatch, "verdict": verdict(signature, phrases), "where": Self.whereabouts(signature, phrases),
                ]
                if signature.hasInk == true { link["ink"] = DocumentsEndpoints.ink.path(history.id, signature.id) }
                return link
            }
            return earlier.map { invited($0, by: owner, phrases) } + [row]
        }
        return rows + invitations.map { invited($0, by: owner, phrases) }
    }

    /// That the owner invited a reader, in the line of time.
    private func invited(_ invitation: DocumentHistory.Invitation, by owner: String, _ phrases: Phrases) -> [String: Any] {
        let names = ["owner": phrases.shown(name: owner), "name": phrases.shown(name: invitation.name)]
        return ["what": phrases["history.invited", names], "at": invitation.at.text, "lane": 0]
    }

    /// Place and device, where they are known and may be seen, and the version that was drawn for.
    private static func whereabouts(_ signature: DocumentHistory.Signature, _ phrases: Phrases) -> String {
        let circumstances = signature.circumstances
        let known = [
            circumstances?.city, circumstances?.country(in: phrases.language), circumstances?.deviceVersion, seen(signature, phrases),
        ]
        return known.compactMap { $0 }.joined(separator: " · ")
    }

    /// The version that a signature was drawn for, where others signed in between.
    private static func seen(_ signature: DocumentHistory.Signature, _ phrases: Phrases) -> String? {
        signature.drawnFor.map { phrases["history.drawnFor", ["number": String($0)]] }
    }

    /// Which version it is, and what it was made from where that is not the one before and is not said as a branch.
    private func stands(_ version: DocumentHistory.Version, _ isBranch: Bool, _ phrases: Phrases) -> String {
        guard let previous = version.previous, previous != version.number - 1, !isBranch else {
            return phrases["history.version", ["number": String(version.number)]]
        }
        return phrases["history.madeFrom", ["number": String(version.number), "previous": String(previous)]]
    }
}
