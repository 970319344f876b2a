import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of what the operator tells everybody; they tell nothing of a person, and lie open.
enum AnnouncementStore {
    /// How many stand at once: of more than a few people read none.
    static let limit = 20

    static func insert(_ announcement: AnnouncementRecord, in tx: any WriteTransaction) throws {
        let text = announcement.text
        try tx.execute(
            """
            INSERT INTO announcement (id, textEn, textRu, textFr, startsAt, endsAt, createdAt)
            VALUES (\(announcement.id), \(text[.en]), \(text[.ru]), \(text[.fr]), \(announcement.startsAt), \(announcement.endsAt),
                \(announcement.createdAt))
            """
        )
    }

    /// What is not over at a moment, the next to begin first.
    static func standing(at now: Timestamp, in tx: any ReadTransaction) throws -> [AnnouncementRecord] {
        try tx.rows("SELECT * FROM announcement WHERE endsAt > \(now) ORDER BY startsAt, id LIMIT \(limit)").map { row in
            AnnouncementRecord(
                id: try row.get("id"),
                text: LocalizedText(en: try row.get("textEn"), ru: try row.get("textRu"), fr: try row.get("textFr")),
                startsAt: try row.timestamp("startsAt"),
                endsAt: try row.timestamp("endsAt"),
                createdAt: try row.timestamp("createdAt")
            )
        }
    }

    /// Takes one back.
    ///
    /// - Returns: whether it was there.
    static func delete(_ id: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("DELETE FROM announcement WHERE id = \(id)") > 0
    }

    /// Deletes what is over, and says how many.
    static func deleteOver(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            "DELETE FROM announcement WHERE id IN (SELECT id FROM announcement WHERE endsAt <= \(now) ORDER BY endsAt LIMIT \(limit))"
        )
    }
}
