import ParaphWire

/// Things that an entry is about, as its row has them: `file/ID document/ID`.
extension [ActivityItem.Thing] {
    init(row text: String) {
        self = text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: "/", maxSplits: 1)
            return parts.count == 2 ? Element(Open(rawValue: String(parts[0])), String(parts[1])) : nil
        }
    }

    var row: String { map { "\($0.kind.rawValue)/\($0.id)" }.joined(separator: " ") }
}
