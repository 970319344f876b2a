/// Which objects of a state refer to which: for every number, who holds it.
struct ReferenceIndex {
    /// Where the holders of a number begin in ``holders``.
    private var starts: [Int32]
    private var holders: [Int32]
    /// Objects that were written anew since, which hold what ``added`` says.
    private var replaced: Set<Int> = []
    private var added: [Int: [Int]] = [:]
    /// Whether the table is wrong about where some object is.
    private(set) var isDamaged = false

    /// Reads every object of a state once, and remembers none.
    init(of file: PDFFile) throws(PDFError) {
        var edges: [(target: Int32, holder: Int32)] = []
        let highest = file.limits.objectNumber
        func note(_ object: PDFObject, _ holder: Int) {
            Self.forEachReference(of: object) { target in
                if target > 0, target <= highest { edges.append((Int32(target), Int32(holder))) }
            }
        }
        for (number, entry) in file.entries {
            let (object, isPlaced) = try file.once(number, entry)
            if !isPlaced { isDamaged = true }
            note(object, number)
        }
        note(Self.trailer(of: file), 0)
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

    /// The numbers of the objects that refer to an object, each once; 0 is the trailer.
    func holders(of number: Int) -> [Int] {
        var result: [Int] = []
        if number >= 0, number + 1 < starts.count {
            for index in Int(starts[number])..<Int(starts[number + 1]) {
                let holder = Int(holders[index])
                if result.last != holder, !replaced.contains(holder) { result.append(holder) }
            }
        }
        return result + (added[number] ?? [])
    }

    /// The trailer, without what OpenOffice has there: streams of its own, which writers of updates copy though they are gone.
    static func trailer(of file: PDFFile) -> PDFObject {
        var trailer = file.trailer
        trailer["AdditionalStreams"] = nil
        return .dictionary(trailer)
    }

    /// Takes over what a later state has instead.
    mutating func replace(_ objects: [(number: Int, object: PDFObject)]) {
        // What an earlier state wrote anew and this one leaves as it is still holds what it held.
        let anew = Set(objects.map { $0.number })
        replaced.formUnion(anew)
        for key in added.keys { added[key]?.removeAll { anew.contains($0) } }
        for (number, object) in objects {
            Self.forEachReference(of: object) { target in
                if added[target]?.last != number { added[target, default: []].append(number) }
            }
        }
    }

    static func forEachReference(of object: PDFObject, _ body: (Int) -> Void) {
        switch object {
        case .reference(let reference): body(reference.number)
        case .array(let elements): for element in elements { forEachReference(of: element, body) }
        case .dictionary(let dictionary): for entry in dictionary.entries { forEachReference(of: entry.value, body) }
        case .stream(let stream): for entry in stream.dictionary.entries { forEachReference(of: entry.value, body) }
        default: break
        }
    }
}
