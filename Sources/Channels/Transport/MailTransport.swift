/// A way for mails to leave.
public protocol MailTransport: Sendable {
    /// Hands a message over, and returns once the other side has taken it.
    ///
    /// - Throws: ``MailError``: `refused` where another try will not help, `unreachable` where it may. Other errors count as `unreachable`.
    func send(_ message: MailMessage) async throws
}
