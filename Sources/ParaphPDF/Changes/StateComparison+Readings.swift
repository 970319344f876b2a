/// What an update replaces must have had one reading: programs that read it otherwise saw something else before, and see what this program read from then
/// on.
extension StateComparison {
    /// Notes where programs read an object of the old state in several ways.
    func question(_ number: Int?) throws(PDFError) {
        // What the file says of itself is drawn nowhere.
        guard let number, let entry = old.table[number], !entry.isFree, old.trailer["Info"]?.reference?.number != number,
            questioned.insert(number).inserted
        else { return }
        do throws(PDFError) {
            try checkPlaces(in: try replaced.read(number, entry))
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            isAmbiguous = true
            add(Finding(.object, "Object \(number), which was replaced, cannot be read in one way: \(error.detail)", .never))
        }
    }

    /// Notes where another body of an object stands behind the one that counts in the old state, for programs that look through the whole file take that.
    func questionBodies(of number: Int) throws(PDFError) {
        guard let bodies, let own = try old.bodyStart(of: number) else { return }
        guard try bodies.hasOther(of: number, than: own, in: old, { _ in true }) else { return }
        isAmbiguous = true
        add(Finding(.object, "Object \(number), which was replaced, stands in what was signed more than once", .never))
    }

    /// Notes where programs read in several ways what document the old state leads to.
    func questionTrailer() throws(PDFError) {
        guard let section = old.sections.first(where: { $0.trailer["Root"] != nil }), section.kind != .repaired else { return }
        do throws(PDFError) {
            let (trailer, parser) = try old.trailerStrictly(of: section)
            guard trailer.says(["Root", "Encrypt"], as: old.trailer, but: parser.repeatedKeys) else {
                throw PDFError(.malformed, "it has several readings")
            }
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            isAmbiguous = true
            add(Finding(.root, "The trailer, which was replaced, cannot be read in one way: \(error.detail)", .never))
        }
    }

    /// Asks the same of what a replaced object referred to and does not any more, and of what it inherits from.
    func questionNeighbours(of before: PDFObject, before after: PDFObject) throws(PDFError) {
        var known: Set<Int> = []
        ReferenceIndex.forEachReference(of: after) { known.insert($0) }
        var left: [Int] = []
        ReferenceIndex.forEachReference(of: before) { if !known.contains($0) { left.append($0) } }
        try old.budget.spend(known.count + left.count)
        while let number = left.popLast() {
            guard known.insert(number).inserted, questionedNeighbours.insert(number).inserted else { continue }
            try old.budget.spend(4)
            try question(number)
            // Lists of lists.
            let object = try old.resolve(.reference(PDFReference(number)))
            if object.array != nil {
                let count = left.count
                ReferenceIndex.forEachReference(of: object) { if !known.contains($0) { left.append($0) } }
                try old.budget.spend(left.count - count)
            }
        }
        var node = before
        for _ in 0..<64 {
            guard let parent = node.dictionary?["Parent"], let number = parent.reference?.number, !questioned.contains(number) else {
                break
            }
            try question(number)
            node = try old.resolve(parent)
        }
    }

    /// Checks that boxes are four numbers: for others each program has its own size of paper.
    private func checkPlaces(in object: PDFObject) throws(PDFError) {
        guard let dictionary = object.dictionary else { return }
        for key in ["MediaBox", "CropBox"] as [StaticString] {
            let box = try old.resolve(dictionary[key])
            if box.isNull, dictionary[key] == nil { continue }
            guard let sides = box.array, sides.count == 4 else { throw PDFError(.malformed, "a box in it is none") }
            for side in sides where try old.resolve(side).number == nil { throw PDFError(.malformed, "a box in it is none") }
        }
    }
}
