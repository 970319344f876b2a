import ParaphWire
import ServerKit

extension ActivityPage {
    var title: String { "activity.title" }
    var area: Area? { .activity }
    var isAreaStart: Bool { true }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values: [String: Any] = ["waiting": waiting.map { $0.values(phrases) }, "any": !activity.items.isEmpty]
        values["told"] = told.map { ["text": $0.text, "from": $0.startsAt.text, "until": $0.endsAt.text] }
        values["asked"] = asked.map { $0.values(phrases) }
        values["items"] = activity.items.map { row($0, phrases) }
        values["next"] = activity.next
        return values
    }

    private func row(_ item: ActivityItem, _ phrases: Phrases) -> [String: Any] {
        var row: [String: Any] = [
            "what": item.title ?? phrases["activity.other"],
            "at": item.at.text,
            "icon": kinds[item.kind]?.icon ?? "activity",
            "warn": item.isWarning,
        ]
        let file = item.about.lazy.compactMap { files[$0] }.first
        let place = [file, item.appName, item.deviceName].compactMap { $0 }.joined(separator: " · ")
        if !place.isEmpty { row["where"] = place }
        row["link"] = item.about.lazy.compactMap(address).first
        row["similarity"] = item.similarity.map { phrases["activity.similarity", ["value": $0.shown(phrases.language)]] }
        return row
    }

    /// Where a thing is shown; `nil` where it is gone or has no page.
    private func address(of thing: ActivityItem.Thing) -> String? {
        switch thing.kind.known {
        case .file: files[thing] == nil ? nil : "/documents/view#file-\(thing.id)"
        case .document: "/documents?documentid=\(PercentEncoding.encode(thing.id))"
        case .deviceRequest, .handOver, .request, .session, nil: nil
        }
    }
}
