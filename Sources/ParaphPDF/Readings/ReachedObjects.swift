/// The numbers of the objects that a file's trailer leads to, each once, as they are looked at.
struct ReachedObjects {
    private var reached: Set<Int> = []
    private var left: [Int] = []
    private let highest: Int

    init(of file: PDFFile) {
        highest = file.limits.objectNumber
        reach(from: ReferenceIndex.trailer(of: file))
    }

    /// Takes the next number.
    mutating func next() -> Int? { left.popLast() }

    /// Adds a number that was not reached.
    mutating func reach(_ number: Int) {
        if number > 0, number <= highest, reached.insert(number).inserted { left.append(number) }
    }

    /// Adds what an object refers to.
    mutating func reach(from object: PDFObject) { ReferenceIndex.forEachReference(of: object) { reach($0) } }
}
