import ParaphPDF

/// The rows that tell what was changed, each kind once a page, and the places that are outlined.
nonisolated struct VerdictRows {
    private(set) var changes: [DocumentVerdict.Change] = []
    private(set) var marks: [DocumentVerdict.Mark] = []
    private let words: Words

    init(_ words: Words) { self.words = words }

    /// What was changed; what is allowed comes last, and says so where something else is to blame.
    mutating func addChanges(_ items: [FileChange]) {
        let blamed = items.filter { $0.verdict != .allowed }
        let allowed = items.filter { $0.verdict == .allowed }
        var seen: Set<String> = []
        for change in blamed + allowed {
            // What every program writes anew, such as when it was last saved, is nothing to show anybody.
            if change.verdict == .allowed, change.page == nil { continue }
            let isFine = change.verdict == .allowed && !blamed.isEmpty
            mark(change.page, change.rectangle, isRemark: isFine)
            guard seen.insert("\(change.kind) \(change.page ?? -1) \(isFine)").inserted else { continue }
            let title = words.known("script.verdict.kind.\(change.kind.rawValue)") ?? words("script.verdict.kind.other")
            add(title, isFine ? words("script.verdict.allowed") : nil, change.page)
        }
    }

    /// Where a later signature lies on text or on another one or is read with it, or a link lies over a page; nothing was changed there.
    mutating func addRemarks(_ items: [FileChange]) {
        var seen: Set<String> = []
        for change in items where seen.insert("\(change.detail) \(change.page ?? -1)").inserted {
            mark(change.page, change.rectangle, isRemark: true)
            let isLink = change.kind == .annotation
            add(
                words("script.verdict.remark.title"),
                words(isLink ? "script.verdict.remark.link" : "script.verdict.remark.covers"),
                change.page
            )
        }
    }

    /// The fields that were filled in, those of a page and of the same signers before together.
    mutating func addFilled(_ found: FoundDocument) {
        struct Group: Hashable {
            let page: Int
            let after: Int
        }
        var (groups, order): ([Group: [FileChanges.Filled]], [Group]) = ([:], [])
        for field in found.changes.filled ?? [] {
            let group = Group(page: field.page, after: field.after)
            if groups[group] == nil { order.append(group) }
            groups[group, default: []].append(field)
            mark(field.page, field.rectangle, isRemark: true)
        }
        for group in order {
            guard let fields = groups[group], let first = fields.first else { continue }
            var labels: [String] = []
            for field in fields {
                let label = field.label.flatMap { $0.isEmpty ? nil : $0 } ?? field.name
                if !labels.contains(label) { labels.append(label) }
            }
            let names = found.signers(before: first).map(words.shown(name:))
            let after = names.isEmpty ? nil : words("script.verdict.filledAfter", ["names": words.list(names)], count: names.count)
            add(words.list(labels), after, group.page)
        }
    }

    private mutating func add(_ title: String, _ note: String?, _ page: Int?) {
        changes.append(DocumentVerdict.Change(title: title, note: note, page: page))
    }

    private mutating func mark(_ page: Int?, _ rectangle: PDFRectangle?, isRemark: Bool) {
        guard let page, let rectangle else { return }
        marks.append(DocumentVerdict.Mark(page: page, rectangle: rectangle, isRemark: isRemark))
    }
}
