/// Which objects of a state refer to which: for every number, who holds it.
struct ReferenceIndex {
    /// Where the holders of a number begin in ``holders``.
    private var starts: [Int32]
    private var holders: [Int32]
    /// Whether the table is wrong about where some object is.
    private(set) var isDamaged = false

    /// Reads every object of a state once, and remembers none.
    init(of file: PDFFile) throws(PDFError) {
        var edges: [(target: Int32, holder: Int32)] = []
        var entries: [(number: Int, entry: CrossReferenceEntry)] = []
        entries.reserveCapacity(file.table.count)
        file.table.forEach { number, entry in if !entry.isFree { entries.append((number, entry)) } }
        let highest = file.limits.objectNumber
        func note(_ object: PDFObject, _ holder: Int) {
            switch object {
            case .reference(let reference):
                if reference.number > 0, reference.number <= highest { edges.append((Int32(reference.number), Int32(holder))) }
            case .array(let elements): for element in elements { note(element, holder) }
            case .dictionary(let dictionary): for entry in dictionary.entries { note(entry.value, holder) }
            case .stream(let stream): for entry in stream.dictionary.entries { note(entry.value, holder) }
            default: break
            }
        }
        for (number, entry) in entries {
            switch entry {
            case .free: break
            case .offset(let offset, _):
                var parser = Parser(file.bytes, at: offset, limits: file.limits, budget: file.budget)
                if let head = parser.head(), head.number == number {
                    note(try parser.object(), number)
                } else {
                    isDamaged = true
                    note(try file.object(number: number, entry), number)
                }
            case .compressed(let stream, let index):
                guard let container = try file.objectStream(stream), let offset = container.offset(of: number, index: index) else {
                    isDamaged = true
                    continue
                }
                var parser = Parser(container.bytes, at: offset, limits: file.limits, budget: file.budget)
                note(try parser.object(), number)
            }
        }
        // OpenOffice names streams of its own there, which writers of updates copy though they are gone.
        for entry in file.trailer.entries where entry.key != "AdditionalStreams" { note(entry.value, 0) }
        // A counting sort by target.
        let most = edges.reduce(0) { max($0, Int($1.target)) }
        starts = [Int32](repeating: 0, count: most + 2)
        for edge in edges { starts[Int(edge.target) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        holders = [Int32](repeating: 0, count: edges.count)
        var next = starts
        for edge in edges {
            holders[Int(next[Int(edge.target)])] = edge.holder
            next[Int(edge.target)] += 1
        }
    }

    /// The numbers of the objects that refer to an object, each once, in order; 0 is the trailer.
    func holders(of number: Int) -> [Int] {
        guard number >= 0, number + 1 < starts.count else { return [] }
        var result: [Int] = []
        for index in Int(starts[number])..<Int(starts[number + 1]) where result.last != Int(holders[index]) {
            result.append(Int(holders[index]))
        }
        return result
    }
}
