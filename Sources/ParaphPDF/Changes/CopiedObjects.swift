/// Which objects of a state stand under other numbers in the next: each under one, and each of these for one.
///
/// Programs keep fonts and pictures by number, and stop drawing where a number comes again: two objects that become one, or one that becomes two, may be
/// drawn otherwise though all of them say the same.
struct CopiedObjects {
    private var copies: [Int: Int] = [:]
    private var originals: [Int: Int] = [:]
    /// What is being compared: copies count once all of it is the same.
    private var pending: [Int] = []
    private var kept: Set<Int> = []

    /// Begins to compare two values.
    mutating func begin() {
        pending = []
        kept = []
    }

    /// Ends it: what was no copy after all is forgotten.
    mutating func end(_ isSame: Bool) {
        if !isSame {
            for original in pending {
                if let copy = copies[original] { originals[copy] = nil }
                copies[original] = nil
            }
        }
        begin()
    }

    /// Notes that an object keeps its number; false where it has a copy in what is being compared.
    mutating func keep(_ number: Int) -> Bool {
        if pending.contains(number) { return false }
        kept.insert(number)
        return true
    }

    /// Notes that an object stands under another number; false where either belongs to another.
    mutating func add(_ original: Int, as copy: Int) -> Bool {
        if copies[original] == copy { return true }
        guard copies[original] == nil, originals[copy] == nil, !kept.contains(original) else { return false }
        copies[original] = copy
        originals[copy] = original
        pending.append(original)
        return true
    }
}
