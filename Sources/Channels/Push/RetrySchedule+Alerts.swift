import ServerKit

extension RetrySchedule {
    /// Twelve tries in about nine hours; an alert whose time is over is not tried again.
    static let alerts = RetrySchedule(first: 4, longest: 7200, attempts: 12)
}
