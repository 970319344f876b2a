public import ParaphWire

/// A short text to a telephone.
public struct TextMessage: Codable, Hashable, Sendable {
    /// The receiver's number with country code, as E.164 writes it: `+33123456789`.
    public var recipient: String
    /// What it says: 1 to ``textLimit`` characters.
    public var text: String
    /// From when on it is not sent any more.
    public var expiresAt: Timestamp

    /// Makes a text message.
    public init(to recipient: String, text: String, expiresAt: Timestamp) {
        self.recipient = recipient
        self.text = text
        self.expiresAt = expiresAt
    }

    /// The longest text that is taken, in UTF-16 units: a carrier sends it as up to five messages.
    public static let textLimit = 300

    /// What it is for; limits count each for itself.
    public enum Purpose: String, Sendable {
        /// A code that shows whose a number is.
        case code
        /// What the operator tells those who asked for it.
        case notice
    }

    /// How far it came.
    public enum State: String, Sendable, CaseIterable {
        /// It waits in the outbox.
        case waiting
        /// The gateway took it.
        case accepted
        /// The telephone has it.
        case delivered
        /// It was refused, or given up.
        case failed
        /// Its time was over before it was sent.
        case expired

        /// Whether nothing else comes after it.
        var isFinal: Bool { self != .waiting && self != .accepted }
    }

    /// Whether every character is of the alphabet that telephones know by themselves (3GPP TS 23.038, section 6.2.1), so that 160 fit into one
    /// message; else it goes in UTF-16, of which 70 do.
    var isOfDefaultAlphabet: Bool { text.unicodeScalars.allSatisfy(Self.alphabet.contains) }

    private static let alphabet = Set(
        ("@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿ "
            + "abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€").unicodeScalars
    )
}
