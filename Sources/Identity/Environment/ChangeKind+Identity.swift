import ServerKit

extension ChangeKind {
    /// What a program asks a person.
    static let request = ChangeKind("request")
    /// A new device that asks to be added.
    static let deviceRequest = ChangeKind("deviceRequest")
    /// A session or token.
    static let session = ChangeKind("session")
    /// A document that one device asks another to sign.
    static let handOver = ChangeKind("handOver")

    static let identity: [ChangeKind] = [.request, .deviceRequest, .session, .handOver]
}
