/// When a mail is tried again: after 15 s, then twice as long each time up to an hour, sixteen tries in about nine hours.
enum RetrySchedule {
    static let attempts = 16

    /// The seconds to wait after a failed try, counted from 1; `nil` where it was the last.
    static func delay(after attempt: Int) -> Int64? {
        guard attempt < attempts else { return nil }
        return min(3600, 15 << Int64(min(max(attempt - 1, 0), 8)))
    }
}
