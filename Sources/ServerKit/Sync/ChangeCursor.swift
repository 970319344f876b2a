/// How far a client has read a person's changes.
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

    /// Reads a cursor's text (``PageCursor``); `nil` where it is none.
    init?(_ text: String) {
        let place = try? PageCursor.read(text, of: "changes") { Self(epoch: try $0.id(), number: try $0.number()) }
        guard let place else { return nil }
        self = place
    }

    /// Its text.
    var text: String { PageCursor.text(of: "changes", epoch, number) }
}
