import ParaphPDF

/// A change of a file since a signature.
nonisolated struct FileChange: Hashable, Sendable {
    let kind: PDFChange.Kind
    let detail: String
    let verdict: PDFChanges.Verdict
    let isRemarkable: Bool
    /// The page's index, and where on it as it is shown.
    var page: Int?
    var rectangle: PDFRectangle?

    /// How the judge says that a field was filled in (StateComparison+Field.swift); the field's full name follows.
    private static let filledIn = "A field was filled in"

    /// Whether it says that a field was filled in, which is allowed.
    var isFilling: Bool {
        kind == .formField && verdict == .allowed && (detail == Self.filledIn || detail.hasPrefix("\(Self.filledIn): "))
    }

    /// The name of the field that was filled in.
    var filledField: String { String(detail.dropFirst(Self.filledIn.count + 2)) }
}

/// What was changed in a file after its signatures.
nonisolated struct FileChanges: Hashable, Sendable {
    /// How bad it is; what cannot be read within limits is unknown.
    enum Verdict: Hashable, Sendable { case none, allowed, suspicious, forbidden, unknown }

    /// How bad changes are as people are told, from good to bad.
    enum Rank: Int, Comparable, Sendable {
        /// Nothing; nothing that is seen on a page; fields that were filled in and nothing else.
        case none, unseen, filled
        /// Something allowed that is seen.
        case seen, unknown, suspicious, forbidden

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// A field that was filled in after so many signatures.
    struct Filled: Hashable, Sendable {
        let name: String
        let page: Int
        var rectangle: PDFRectangle?
        var after: Int
        /// What the form calls it.
        var label: String?
    }

    var verdict: Verdict
    var items: [FileChange] = []
    /// What later signatures lie on, and links that lie over pages.
    var remarks: [FileChange] = []
    /// The fields that were filled in, where nothing else is new on pages.
    var filled: [Filled]?
    /// How many signatures there are, where ``filled`` is told.
    var signed = 0

    /// Whether there may be more changes than are told.
    private var isCut: Bool

    var rank: Rank {
        switch verdict {
        case .none: return .none
        case .unknown: return .unknown
        case .suspicious: return .suspicious
        case .forbidden: return .forbidden
        case .allowed:
            let seen = items.filter { $0.page != nil }
            return seen.isEmpty ? .unseen : !isCut && seen.allSatisfy(\.isFilling) ? .filled : .seen
        }
    }

    /// What was changed after the last signature.
    ///
    /// Where a signer signed anew after a change of what an earlier one had signed, it is what was changed since that one, but for signatures: a
    /// later signer does not make it what the first one signed.
    ///
    /// - Parameter all: What was changed since each signature, from the first to the last.
    init(judging all: [FileChanges]) {
        var worst = all.last ?? FileChanges(verdict: .forbidden)
        for var earlier in all.dropLast() {
            earlier.items.removeAll { $0.kind == .signature && $0.verdict == .allowed }
            if earlier.rank >= .filled, earlier.rank >= worst.rank { worst = earlier }
        }
        self = worst
        remarks = all.flatMap { $0.items.filter(\.isRemarkable) }
        guard rank == .filled else { return }
        filled = Self.filled(all)
        signed = all.count
    }

    init(verdict: Verdict, items: [FileChange] = []) {
        (self.verdict, self.items, isCut) = (verdict, items, items.count >= PDFChanges.most)
    }

    /// The fields that were filled in, each place once.
    private static func filled(_ all: [FileChanges]) -> [Filled] {
        struct Place: Hashable {
            let detail: String
            let page: Int
            let rectangle: PDFRectangle?
        }
        var (found, order): ([Place: Filled], [Place]) = ([:], [])
        for changes in all {
            var told: Set<Place> = []
            for change in changes.items where change.isFilling {
                guard let page = change.page else { continue }
                let place = Place(detail: change.detail, page: page, rectangle: change.rectangle)
                guard told.insert(place).inserted else { continue }
                if found[place] == nil { order.append(place) }
                found[place, default: Filled(name: change.filledField, page: page, rectangle: change.rectangle, after: 0)].after += 1
            }
        }
        return order.compactMap { found[$0] }
    }
}
