/// A list, or one page of it.
public struct Page<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable, JSONContent {
    /// The things, in the order that the call says.
    public var items: [Item]
    /// What to give as `after` for the next page, as it is: an opaque text of at most 200 letters, digits, `_` and `-`.
    ///
    /// Absent on the last, and always where the call takes no `after`: it answers the whole list.
    public var next: String?

    /// Makes a page.
    public init(items: [Item], next: String? = nil) {
        self.items = items
        self.next = next
    }
}
