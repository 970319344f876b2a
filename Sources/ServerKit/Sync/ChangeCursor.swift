import ParaphWire

/// How far a client has read a person's changes: opaque to clients.
///
/// The epoch makes cursors of before a restore useless, whose numbers stood for other changes.
struct ChangeCursor: Hashable {
    /// The life of the data that the number counts in.
    let epoch: String
    /// The number of the last change that was read; 0 before the first.
    let number: Int64

    init(epoch: String, number: Int64) {
        (self.epoch, self.number) = (epoch, number)
    }

    /// Reads a cursor's text; `nil` where it is none.
    init?(_ text: String) {
        guard text.utf8.count <= 200 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(parts[1]), number >= 0, !parts[0].isEmpty else { return nil }
        self.init(epoch: String(parts[0]), number: number)
    }

    /// Its text.
    var text: String { "\(epoch).\(number)" }
}
