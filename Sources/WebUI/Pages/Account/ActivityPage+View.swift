import ParaphWire
import ServerKit

extension ActivityPage {
    var title: String { "activity.title" }
    var area: Area? { .activity }
    var isAreaStart: Bool { true }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values: [String: Any] = ["waiting": waiting.map { $0.values(phrases) }, "any": !activity.items.isEmpty]
        values["asked"] = asked.map { $0.values(phrases) }
        values["items"] = activity.items.map { row($0, phrases) }
        values["next"] = activity.next
        return values
    }

    private func row(_ item: ActivityItem, _ phrases: Phrases) -> [String: Any] {
        let kind = kinds[item.kind]
        var row: [String: Any] = [
            "what": title(of: item, kind, phrases),
            "at": item.at.text,
            "icon": kind?.icon ?? "activity",
            "warn": kind?.isWarning ?? false,
        ]
        let file = item.fileId.flatMap { files[$0] }
        let place = [file, item.appName, item.deviceName].compactMap { $0 }.joined(separator: " · ")
        if !place.isEmpty { row["where"] = place }
        if let id = item.fileId, file != nil {
            row["link"] = "/documents/view#file-\(id)"
        } else if let id = item.documentId {
            row["link"] = "/documents?documentid=\(PercentEncoding.encode(id))"
        }
        row["similarity"] = item.similarity.map { phrases["activity.similarity", ["value": $0.shown(phrases.language)]] }
        return row
    }

    /// What happened, with the name of the other person where it is known.
    private func title(of item: ActivityItem, _ kind: ActivityKind?, _ phrases: Phrases) -> String {
        guard let kind else { return phrases["activity.other"] }
        guard let naming = kind.naming, let name = item.personName else { return kind.title[phrases.language] }
        return naming[phrases.language].replacing("{name}", with: phrases.shown(name: name))
    }
}
