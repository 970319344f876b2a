/// Two states of a file that follow one another: finds everything by which the later one differs, and what it means.
///
/// Only what is known to be harmless, or known to be what a signature may permit, is called so; the rest is forbidden.
final class StateComparison {
    let old: PDFFile
    let new: PDFFile
    /// What the first signature covers: fonts that were not there then are new, however long ago they came.
    let first: PDFFile
    /// Where bodies stand in both states and elsewhere; nil where the writer of the new state has looked.
    let bodies: BodyStarts?
    /// Why programs may read what was signed first in several ways, if they may.
    let doubt: PDFError?
    /// The fonts that are known to show what they say.
    let knownFonts: KnownFonts
    private(set) var findings: [Finding] = []
    /// Whether a field was filled in, or replaced, that no script computes.
    var hasFilled = false
    /// The objects that differ.
    private(set) var changed: [Int: (old: PDFObject, new: PDFObject)] = [:]
    /// Who referred to what in the old state.
    var index: ReferenceIndex?
    /// Objects whose change was judged, with what they were judged as.
    private(set) var judged: [Int: ObjectRole] = [:]
    /// The form's fields and widgets in the old state, and those that the new state adds.
    var knownFields: Set<Int> = []
    var addedFields: Set<Int> = []
    /// Whether fields or annotations came or went, which may change the structure tree too.
    var changesTagged = false
    /// Whether the structure that is compared has elements that were not there.
    var addsStructure = false
    /// The annotations that were taken from pages, and the keys by which the structure found them.
    var removedAnnotations: Set<Int> = []
    var removedTags: Set<Int> = []
    var places = PagePlaces()
    /// The pages of both states, once it was asked what they inherit.
    var inherited: (old: [PDFPage], new: [PDFPage])?
    /// What draws in the old state, once it was asked for; and what objects of it are for.
    var owners: DrawingOwners?
    /// By which names the old state is drawn, once it was asked for.
    var drawnNames: DrawnNames?
    var roles: [Int: ObjectRole] = [:]
    /// Objects of the old state of which it was asked whether they have one reading, and whether one has not.
    var questioned: Set<Int> = []
    /// Reads them; a stream that is replaced must be exactly as long as it says.
    var replaced: ObjectReading
    /// Those that replaced objects referred to and do not any more, lists walked.
    var questionedNeighbours: Set<Int> = []
    var isAmbiguous = false
    /// Objects that stand under other numbers now.
    var copied = CopiedObjects()
    /// Of objects that were asked about: 1 where what they draw leads back to them, else 0.
    var loops: [Int: Int] = [:]
    /// What the catalog of the old state says about layers leads to, once it was asked for.
    var layers: Set<Int>?

    /// How many differing objects are looked at.
    private static let mostChanged = 200_000
    static let mostFindings = 2_000

    /// Prepares to compare; fonts that come and are part of one of some are believed.
    init(
        _ old: PDFFile,
        _ new: PDFFile,
        first: PDFFile,
        bodies: BodyStarts? = nil,
        doubt: PDFError? = nil,
        fonts: [TrueTypeFont] = [],
        index: ReferenceIndex? = nil
    ) {
        self.bodies = bodies
        self.doubt = doubt
        self.index = index
        knownFonts = KnownFonts(fonts, from: old, to: new)
        self.old = old
        replaced = ObjectReading(of: old, mayMiscount: false)
        self.new = new
        self.first = first
    }

    /// Who refers to what in the new state, if that is known for the old one.
    var laterIndex: ReferenceIndex? {
        guard var later = index else { return nil }
        var objects = changed.map { (number: $0.key, object: $0.value.new) }
        objects.append((0, ReferenceIndex.trailer(of: new)))
        later.replace(objects)
        return later
    }

    func add(_ finding: Finding) { if findings.count < Self.mostFindings { findings.append(finding) } }

    /// Says that an object's change was judged as what it is for.
    func judge(_ number: Int?, as role: ObjectRole) { if let number, changed[number] != nil { judged[number] = role } }

    func isChanged(_ object: PDFObject?) -> Bool { object?.reference.map { changed[$0.number] != nil } ?? false }

    /// Compares the states.
    func run() throws(PDFError) {
        if new.isRepaired || new.sections.first?.kind == .repaired {
            add(Finding(.crossReference, "The file is damaged behind what was signed", .never))
        } else if old.isRepaired {
            add(
                Finding(
                    .crossReference,
                    "What was signed was damaged already, so that readers may disagree about it",
                    .nothing,
                    isSuspicious: true
                )
            )
        }
        if let doubt, !old.isRepaired {
            let text = "What was signed can be read in several ways (\(doubt)), so that readers may disagree about it"
            add(Finding(.crossReference, text, .nothing, isSuspicious: true))
        }
        try readStrictly()
        try findChanged()
        try findReplacedContainers()
        if new.sections.first.map({ $0.offset >= old.bytes.count }) ?? false { try questionTrailer() }
        try compareTrailers()
        if !changed.isEmpty {
            if index == nil { index = try ReferenceIndex(of: old) }
            if index?.isDamaged ?? false {
                add(Finding(.crossReference, "What was signed says wrongly where some objects are", .nothing, isSuspicious: true))
            }
        }
        try compareCatalogs()
        try comparePages()
        try explainTheRest()
        settleComputed()
        if new.isRepaired, !findings.contains(where: { $0.kind == .crossReference && $0.need == .never }) {
            add(Finding(.crossReference, "The file is damaged behind what was signed", .never))
        }
    }

    /// Tells numbers that are computed of fields as replaced where no field was filled in.
    ///
    /// Where one was they change as the author had them, and are told as filled in, with both values.
    private func settleComputed() {
        guard !hasFilled else { return }
        for (index, finding) in findings.enumerated() where finding.isComputed {
            findings[index].isComputed = false
            findings[index].detail = "What a field held was replaced: \(String(decoding: finding.field ?? [], as: UTF8.self))"
        }
    }

    /// Finds the numbers whose objects differ.
    private func findChanged() throws(PDFError) {
        let newer = new.sections.prefix { $0.offset >= old.bytes.count }
        let older = new.sections.dropFirst(newer.count)
        var isChain = older.count == old.sections.count && new.shift == old.shift
        if isChain { for (left, right) in zip(older, old.sections) where left.offset != right.offset { isChain = false } }
        var numbers: [Int] = []
        if isChain {
            for section in newer { numbers += section.numbers }
        } else {
            if new.sections.first?.kind != .repaired {
                add(Finding(.crossReference, "The file's tables do not continue those that were signed", .never))
            }
            new.table.forEach { number, _ in numbers.append(number) }
            old.table.forEach { number, _ in numbers.append(number) }
        }
        for number in numbers where number > 0 && changed[number] == nil {
            try old.budget.spend(4)
            let (before, after) = (old.table[number], new.table[number])
            guard before != after else { continue }
            let (first, second) = (try content(before, number, old), try content(after, number, new))
            try question(number)
            try questionBodies(of: number)
            if !first.isNull, let generation = before?.generation, let other = after?.generation, generation != other {
                add(Finding(.crossReference, "Object \(number) has another generation", .never))
            }
            if try isIdentical(first, second) { continue }
            guard changed.count < Self.mostChanged else { throw PDFError(.tooLarge, "Too many objects were changed") }
            changed[number] = (first, second)
            try questionNeighbours(of: first, before: second)
        }
    }

    private func content(_ entry: CrossReferenceEntry?, _ number: Int, _ file: PDFFile) throws(PDFError) -> PDFObject {
        guard let entry else { return .null }
        return try file.object(number: number, entry)
    }

    private func compareTrailers() throws(PDFError) {
        let (before, after) = (old.trailer, new.trailer)
        for key in keys(before, after) {
            if [PDFName("Size"), PDFName("Prev"), PDFName("XRefStm"), PDFName("Type"), PDFName("W"), PDFName("Index")].contains(key) {
                continue
            }
            if [PDFName("Filter"), PDFName("DecodeParms"), PDFName("Length")].contains(key) { continue }
            if key == "Info" {
                if before[key] != after[key] || isChanged(after[key]) {
                    add(Finding(.metadata, "What the file says of itself was changed", .nothing))
                    if before[key] == after[key] { judge(after[key]?.reference?.number, as: .information) }
                }
            } else if key == "ID" {
                let (first, second) = (try old.resolve(before[key]).array?.first, try new.resolve(after[key]).array?.first)
                // Old ciphers derive their key from it; else it means nothing.
                if let first, first != second, before["Encrypt"] != nil {
                    add(Finding(.crossReference, "The file has another identifier", .never))
                }
            } else if before[key] != after[key] {
                if key == "Root" {
                    if try isCatalogAnew(after[key]) {
                        try question(before[key]?.reference?.number)
                        add(Finding(.root, "The document's catalog was written anew, under another number", .nothing))
                    } else {
                        add(Finding(.root, "The file leads to another document", .never))
                    }
                } else if key == "Encrypt" {
                    add(Finding(.encryption, "The encryption was changed", .never))
                } else if key != "AdditionalStreams", key != "DocChecksum" {
                    // What OpenOffice and its heirs note of the file as it was first written, which all others leave out.
                    add(Finding(.crossReference, "The trailer's entry \(key) was changed", .nothing, isSuspicious: true))
                }
            }
        }
    }

    /// Whether the document begins at an object that the old state had not, as some programs write the catalog anew with each update.
    ///
    /// It is compared with the old one entry by entry; one that was there when it was signed could have been prepared.
    private func isCatalogAnew(_ root: PDFObject?) throws(PDFError) -> Bool {
        guard let reference = root?.reference, old.table[reference.number]?.isFree ?? true else { return false }
        return try new.object(reference).dictionary?["Type"]?.name.map { $0 == "Catalog" } ?? false
    }

    /// All keys of two dictionaries.
    func keys(_ old: PDFDictionary, _ new: PDFDictionary) -> [PDFName] {
        var result = old.entries.map { $0.key }
        for entry in new.entries where old[entry.key] == nil && !result.contains(entry.key) { result.append(entry.key) }
        return result
    }
}
