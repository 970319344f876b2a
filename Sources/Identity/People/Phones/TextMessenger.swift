public import ParaphStorage
public import ParaphWire

/// A text to a person's telephone.
public struct OutgoingText: Hashable, Sendable {
    /// The number, ITU-T E.164.
    public var to: String
    public var text: String
    /// Who gets it.
    public var personID: String
    /// From when on it is not sent any more.
    public var expiresAt: Timestamp
    /// What it is for.
    public var purpose: Purpose

    public enum Purpose: Hashable, Sendable {
        /// A code that shows whose the number is.
        case code
        /// What the operator tells: the announcement's id.
        case notice(String)
    }
}

/// What becomes of a text that is handed in.
public enum TextAdmission: Hashable, Sendable {
    /// It leaves after the transaction's commit; the id tells how far it came.
    case taken(String)
    /// The number or the person had enough; another may be handed in after so many seconds.
    case held(Int)
}

/// Sends text messages; Channels does.
public protocol TextMessenger: Sendable {
    /// Whether there is a gateway.
    var isAvailable: Bool { get }

    /// Takes a text in the transaction of what it tells of: it is sent if that is committed, and never otherwise.
    func enqueue(_ text: OutgoingText, in tx: any WriteTransaction) throws -> TextAdmission

    /// How far a text came; `nil` where it is not known any more.
    func state(of id: String, in tx: any ReadTransaction) throws -> PhoneStatus.State?
}

/// Sends none: the instance has no gateway.
public struct NoTextMessages: TextMessenger {
    /// Makes what sends no text.
    public init() {}

    public var isAvailable: Bool { false }
    public func enqueue(_ text: OutgoingText, in tx: any WriteTransaction) throws -> TextAdmission { .held(86_400) }
    public func state(of id: String, in tx: any ReadTransaction) throws -> PhoneStatus.State? { nil }
}
