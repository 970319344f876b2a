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
            "what": kind?.title[phrases.language] ?? phrases["activity.other"],
            "at": item.at.text,
            "icon": kind?.icon ?? "activity",
            "warn": kind?.isWarning ?? false,
        ]
        let place = [item.appName, item.deviceName].compactMap { $0 }.joined(separator: " · ")
        if !place.isEmpty { row["where"] = place }
        row["similarity"] = item.similarity.map { $0.shown(phrases.language) }
        return row
    }
}
