/// A table whose rows people's lists show.
public struct FollowedTable: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The column with the id of the thing that a row is, or is a part of.
    public let thing: String
    /// The column with the id of a person who has the thing, or NULL where no list shows the row.
    ///
    /// `nil` where no column names a person.
    public let person: String?
    /// The columns that no list shows, or that may be older in lists than they are here.
    public let unseen: Set<String>

    /// Names a table.
    public init(_ name: String, thing: String = "id", person: String? = nil, unseen: Set<String> = []) {
        (self.name, self.thing, self.person, self.unseen) = (name, thing, person, unseen)
    }
}
