/// What a table looks like, the same on every engine.
public struct TableShape: Hashable, Sendable, CustomStringConvertible {
    /// One column.
    public struct Column: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// What it holds.
        public var kind: DatabaseValue.Kind
        /// Whether it may be NULL.
        public var isOptional: Bool

        package init(name: String, kind: DatabaseValue.Kind, isOptional: Bool) {
            self.name = name
            self.kind = kind
            self.isOptional = isOptional
        }
    }

    /// Its name.
    public var name: String
    /// Its columns, by name.
    public var columns: [Column]
    /// The columns of its primary key, in the key's order.
    public var key: [String]
    /// The tables that it refers to.
    public var parents: Set<String>

    /// One line, in which two engines' tables can be compared.
    public var description: String {
        let columns = columns.map { "\($0.name) \($0.kind)\($0.isOptional ? "?" : "")" }.joined(separator: ", ")
        return "\(name): \(columns); key \(key.joined(separator: ", ")); parents \(parents.sorted().joined(separator: ", "))"
    }

    package init(name: String, columns: [Column], key: [String], parents: Set<String>) {
        self.name = name
        self.columns = columns.sorted { $0.name < $1.name }
        self.key = key
        self.parents = parents
    }

    /// Tables in an order in which each follows those that it refers to, by name where nothing else decides.
    ///
    /// - Throws: ``StorageError`` of code `engine` where tables refer to one another in a circle.
    package static func sortedByReference(_ tables: [TableShape]) throws -> [TableShape] {
        var rest = tables.sorted { $0.name < $1.name }
        var sorted: [TableShape] = []
        var placed: Set<String> = []
        while !rest.isEmpty {
            guard let next = rest.firstIndex(where: { $0.parents.subtracting([$0.name]).isSubset(of: placed) }) else {
                throw StorageError(.engine, "the tables \(rest.map(\.name).joined(separator: ", ")) refer to one another in a circle")
            }
            placed.insert(rest[next].name)
            sorted.append(rest.remove(at: next))
        }
        return sorted
    }
}
