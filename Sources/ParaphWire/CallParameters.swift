/// What a call takes beside its path and body: members of the query, and of headers.
///
/// All are optional; a call says what it needs. A server refuses members of the query that it does not know.
public protocol CallParameters: Hashable, Sendable {
    /// The members.
    static var members: [Parameter<Self>] { get }

    /// None of them.
    init()
}

/// One member of a query, or of headers.
public struct Parameter<Root: Sendable>: Sendable {
    /// Where a member stands in a request.
    public enum Place: Hashable, Sendable {
        /// In the query, by its name.
        case query
        /// In the header of its name.
        case header
        /// The query as it is, names that are not known included.
        case wholeQuery
    }

    /// Its name on the wire.
    public let name: String
    /// Where it stands.
    public let place: Place
    /// Reads its text; `false` where the text is none of its type.
    public let read: @Sendable (_ text: String, _ root: inout Root) -> Bool
    /// Its text; `nil` where it is absent.
    public let write: @Sendable (Root) -> String?

    /// A member of the query that is a text.
    public static func query(_ name: String, _ member: any WritableKeyPath<Root, String?> & Sendable) -> Self {
        Parameter(name, .query, member)
    }

    /// A member of the query that is a whole number.
    public static func query(_ name: String, _ member: any WritableKeyPath<Root, Int?> & Sendable) -> Self {
        Parameter(
            name: name,
            place: .query,
            read: { text, root in
                root[keyPath: member] = Int(text)
                return root[keyPath: member] != nil
            },
            write: { $0[keyPath: member].map(String.init) }
        )
    }

    /// A member of the query that is `true` or `false`.
    public static func query(_ name: String, _ member: any WritableKeyPath<Root, Bool?> & Sendable) -> Self {
        Parameter(
            name: name,
            place: .query,
            read: { text, root in
                root[keyPath: member] = Bool(text)
                return root[keyPath: member] != nil
            },
            write: { $0[keyPath: member].map(String.init) }
        )
    }

    /// A header.
    public static func header(_ name: String, _ member: any WritableKeyPath<Root, String?> & Sendable) -> Self {
        Parameter(name, .header, member)
    }

    /// The query as it is.
    public static func wholeQuery(_ member: any WritableKeyPath<Root, String?> & Sendable) -> Self {
        Parameter("query", .wholeQuery, member)
    }

    private init(_ name: String, _ place: Place, _ member: any WritableKeyPath<Root, String?> & Sendable) {
        self.init(
            name: name,
            place: place,
            read: { text, root in
                root[keyPath: member] = text
                return true
            },
            write: { $0[keyPath: member] }
        )
    }

    private init(
        name: String,
        place: Place,
        read: @escaping @Sendable (String, inout Root) -> Bool,
        write: @escaping @Sendable (Root) -> String?
    ) {
        self.name = name
        self.place = place
        self.read = read
        self.write = write
    }
}
