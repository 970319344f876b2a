import ParaphWire

extension HistoryPage {
    func values(_ phrases: Phrases) -> [String: Any] {
        let signatures = history.versions.flatMap { version in version.signatures.map { (version, $0) } }
        let pages = signatures.enumerated().map { index, pair in
            page(pair.1, of: pair.0, number: index + 1, total: signatures.count, phrases)
        }
        var values: [String: Any] = [
            "id": history.id, "signedIn": isSignedIn, "any": !pages.isEmpty, "pages": pages, "forked": history.isForked,
            "timeline": timeline(phrases), "count": phrases["history.signatures", count: pages.count],
        ]
        if let appStoreID { values["appStore"] = "https://apps.apple.com/app/id\(appStoreID)" }
        if !history.isParticipant, !pages.isEmpty {
            values["partly"] = true
            if !isSignedIn { values["signIn"] = SignInPage.path(next: "/documents?documentid=\(PercentEncoding.encode(history.id))") }
        }
        return values
    }

    private func page(
        _ signature: DocumentHistory.Signature,
        of version: DocumentHistory.Version,
        number: Int,
        total: Int,
        _ phrases: Phrases
    ) -> [String: Any] {
        var page: [String: Any] = [
            "anchor": "signature-\(number)", "name": signature.userName, "at": signature.at.text,
            "similarity": signature.similarity.shown(phrases.language), "matches": signature.isMatch,
            "verdict": verdict(signature, phrases),
            "place": phrases["history.place", ["number": String(number), "total": String(total)]],
        ]
        if let orientation = signature.photoOrientation {
            page["photo"] = DocumentsEndpoints.photo.path(history.id, signature.id)
            page["turned"] = orientation
            page["photoLabel"] = phrases["history.photoOf", ["name": signature.userName]]
        }
        let work = [signature.position, signature.companyName].compactMap { $0 }.joined(separator: ", ")
        if !work.isEmpty { page["work"] = work }
        page["facts"] = facts(signature, of: version, phrases)
        return page
    }

    private func verdict(_ signature: DocumentHistory.Signature, _ phrases: Phrases) -> String {
        if let refusal = signature.refusal { return phrases[refusal == "replay" ? "history.replayed" : "history.notCompared"] }
        return phrases[signature.isMatch ? "history.matches" : "history.differs"]
    }

    private func facts(_ signature: DocumentHistory.Signature, of version: DocumentHistory.Version, _ phrases: Phrases) -> [[String: Any]] {
        let circumstances = signature.circumstances
        let place = [circumstances?.address, circumstances?.city, circumstances?.country].compactMap { $0 }.joined(separator: ", ")
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
            ("app", signature.application), ("file", stands),
        ]
        return facts.compactMap { key, value in value.map { ["label": phrases["history.\(key)"], "value": $0] } }
    }

    /// Every version, with the signatures that came with it.
    private func timeline(_ phrases: Phrases) -> [[String: Any]] {
        var number = 0
        let forks = Dictionary(grouping: history.versions.compactMap(\.previous)) { $0 }.filter { $0.value.count > 1 }.keys
        return history.versions.map { version in
            let key = version.previous == nil ? "registered" : version.signatures.isEmpty ? "changed" : "saved"
            var row: [String: Any] = [
                "what": phrases["history.\(key)", ["name": version.savedBy]], "at": version.savedAt.text,
                "version": phrases["history.version", ["number": String(version.number)]],
                "newest": version.isNewest,
            ]
            if let previous = version.previous, forks.contains(previous) {
                row["fork"] = phrases["history.branch", ["number": String(previous)]]
            }
            row["signatures"] = version.signatures.map { signature -> [String: Any] in
                number += 1
                return [
                    "anchor": "signature-\(number)", "name": signature.userName, "similarity": signature.similarity.shown(phrases.language),
                    "matches": signature.isMatch,
                ]
            }
            return row
        }
    }
}

extension Double {
    /// Degrees with four decimals, some ten metres.
    fileprivate var degrees: String {
        guard isFinite, magnitude <= 180 else { return "?" }
        let units = Int((magnitude * 10_000).rounded())
        let digits = String(10_000 + units % 10_000).dropFirst()
        return "\(self < 0 && units > 0 ? "−" : "")\(units / 10_000).\(digits)°"
    }
}
