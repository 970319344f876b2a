/// Something that a person did on this device and that the server is still to hear of.
public struct Outgoing: Codable, Hashable, Sendable, Identifiable {
    public let id: String
    /// What is to be done.
    public internal(set) var action: Action
    /// Why it is given up, in the words of ``ClientError/Code`` or of the server's problem; `nil` while it waits.
    public internal(set) var failure: String?

    /// How far a file is that is being sent.
    public struct Progress: Hashable, Sendable {
        /// Which of what waits.
        public let id: String
        /// How many bytes are on the server, or on their way there.
        public let sent: Int
        /// How many there are.
        public let size: Int
    }

    /// What is to be done.
    public enum Action: Codable, Hashable, Sendable {
        /// Keeps a file on the server.
        case upload(name: String, size: Int, begun: String?)
        /// Gives a file another name.
        case rename(file: String, name: String)
        /// Deletes a file, or leaves it.
        case delete(file: String)
        /// Shares a file, which tells its reader by mail.
        case invite(email: String, file: String)
    }
}
