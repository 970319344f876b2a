/// Where every object is: of one section, of a revision, or of the whole file.
///
/// Numbers may be far apart: memory grows with the number of entries, not with the highest number.
struct CrossReferenceTable {
    private static let pageSize = 64
    /// For each page of 64 numbers the place of its slots, or -1.
    private var pages: [Int32] = []
    private var slots: [Slot] = []
    /// The number of entries.
    private(set) var count = 0
    /// Whether what it was read from counts from 1 and means from 0.
    var isShifted = false

    private struct Slot {
        var kind: UInt8 = 0
        var generation: UInt16 = 0
        var index: Int32 = 0
        var offset: Int = 0
    }

    /// How much memory it takes, in entries there is room for.
    var room: Int { slots.count + pages.count / 4 }

    /// The entry of a number.
    subscript(_ number: Int) -> CrossReferenceEntry? {
        guard number >= 0, number / Self.pageSize < pages.count else { return nil }
        let page = Int(pages[number / Self.pageSize])
        guard page >= 0 else { return nil }
        let slot = slots[page + number % Self.pageSize]
        switch slot.kind {
        case 1: return .free(generation: Int(slot.generation))
        case 2: return .offset(slot.offset, generation: Int(slot.generation))
        case 3: return .compressed(stream: slot.offset, index: Int(slot.index))
        default: return nil
        }
    }

    /// Sets the entry of a number, unless it has one and that is to be kept.
    mutating func set(_ entry: CrossReferenceEntry, for number: Int, keepingEarlier: Bool) {
        guard number >= 0 else { return }
        let page = number / Self.pageSize
        while pages.count <= page { pages.append(-1) }
        if pages[page] < 0 {
            pages[page] = Int32(truncatingIfNeeded: slots.count)
            slots.append(contentsOf: repeatElement(Slot(), count: Self.pageSize))
        }
        let place = Int(pages[page]) + number % Self.pageSize
        if slots[place].kind == 0 {
            count += 1
        } else if keepingEarlier {
            return
        }
        switch entry {
        // What is above 65,535 is no generation that a reference could have.
        case .free(let generation): slots[place] = Slot(kind: 1, generation: UInt16(clamping: generation))
        case .offset(let offset, let generation):
            slots[place] = Slot(kind: 2, generation: UInt16(clamping: generation), offset: offset)
        case .compressed(let stream, let index):
            slots[place] = Slot(kind: 3, index: Int32(truncatingIfNeeded: index), offset: stream)
        }
    }

    /// Adds the entries of an older table for numbers that have none here.
    mutating func addOlder(_ older: CrossReferenceTable) {
        isShifted = isShifted || older.isShifted
        older.forEach { number, entry in set(entry, for: number, keepingEarlier: true) }
    }

    /// Every number with its entry, in order.
    func forEach(_ body: (Int, CrossReferenceEntry) -> Void) {
        for page in pages.indices where pages[page] >= 0 {
            for index in 0..<Self.pageSize {
                let number = page * Self.pageSize + index
                if let entry = self[number] { body(number, entry) }
            }
        }
    }

    /// The highest number that has an entry.
    var highest: Int {
        for page in pages.indices.reversed() where pages[page] >= 0 {
            for index in (0..<Self.pageSize).reversed() where slots[Int(pages[page]) + index].kind != 0 {
                return page * Self.pageSize + index
            }
        }
        return 0
    }
}
