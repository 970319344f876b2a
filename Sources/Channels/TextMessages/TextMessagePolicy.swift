import ParaphWire

/// How many codes go to one number, so that no telephone is flooded and strangers spend nothing of the owner's.
///
/// A person has a count of their own, which others cannot use up. What strangers have sent to a number keeps its owner from no first code of the day,
/// until as many accounts took part as make the limit of the number; each of them needs a mailbox of its own.
struct TextMessagePolicy: Hashable, Sendable {
    /// The seconds between two codes of one person.
    var pause: Int64 = 60
    /// How many codes one person gets within an hour, and within a day.
    var ofPersonInHour = 3
    var ofPersonInDay = 6
    /// After how many codes to one number within a day, asked by others, a person gets one only.
    var ofOthers = 6
    /// How many codes go to one number within a day, of all people.
    var ofNumber = 30
    /// How many notices go to one number within a day.
    var notices = 5

    /// What was sent before.
    struct Entry: Hashable, Sendable {
        /// Who asked; `nil` of a person who was erased.
        var personID: String?
        /// Whether it went to the number in question.
        var isToNumber: Bool
        var createdAt: Timestamp
    }

    static let day: Int64 = 86_400

    /// How long a person must wait for a code to a number.
    ///
    /// - Parameters:
    ///   - personID: Who asks.
    ///   - entries: The codes of a day that they asked for, and those to the number.
    ///   - now: The present moment.
    /// - Returns: seconds; `nil` where it is sent.
    func wait(for personID: String, entries: [Entry], now: Timestamp) -> Int? {
        let entries = entries.filter { now < $0.createdAt.adding(seconds: Self.day) }.sorted { $0.createdAt > $1.createdAt }
        let own = entries.filter { $0.personID == personID }
        let toNumber = entries.filter(\.isToNumber)
        let others = toNumber.filter { $0.personID != personID }
        var ends = [
            end(own, limit: 1, seconds: pause, now), end(own, limit: ofPersonInHour, seconds: 3600, now),
            end(own, limit: ofPersonInDay, seconds: Self.day, now), end(toNumber, limit: ofNumber, seconds: Self.day, now),
        ]
        if others.count >= ofOthers { ends.append(end(own.filter(\.isToNumber), limit: 1, seconds: Self.day, now)) }
        return ends.compactMap(\.self).max().map { Int(max(1, ($0.milliseconds - now.milliseconds + 999) / 1000)) }
    }

    /// When the window of the limit-th newest is over, where so many lie in it.
    private func end(_ entries: [Entry], limit: Int, seconds: Int64, _ now: Timestamp) -> Timestamp? {
        guard entries.count >= limit else { return nil }
        let end = entries[limit - 1].createdAt.adding(seconds: seconds)
        return now < end ? end : nil
    }
}
