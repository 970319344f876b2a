import ParaphWire
import ServerKit

/// What the operator tells everybody, in each language.
struct AnnouncementRecord: Sendable {
    let id: String
    let text: LocalizedText
    let startsAt: Timestamp
    let endsAt: Timestamp
    let createdAt: Timestamp

    /// The announcement as it is read in a language.
    func wire(in language: Language) -> Announcement {
        Announcement(id: id, text: text[language], startsAt: startsAt, endsAt: endsAt, createdAt: createdAt)
    }
}
