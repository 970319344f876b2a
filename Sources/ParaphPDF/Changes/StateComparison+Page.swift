/// On which pages things are, found when first asked for.
struct PagePlaces {
    /// The index of a page, from 1, by its number; and of annotations by theirs, of all pages that show them.
    var pages: [Int: Int] = [:]
    var annotations: [Int: [Int]] = [:]
    var isRead = false
    /// What pages showed, by index.
    var contents: [Int: PageContent] = [:]
}

extension StateComparison {
    private func readPlaces() {
        guard !places.isRead else { return }
        places.isRead = true
        for file in [new, old] {
            for (index, page) in ((try? file.pages()) ?? []).enumerated() {
                guard let reference = page.reference else { continue }
                if places.pages[reference.number] == nil { places.pages[reference.number] = index + 1 }
                for annotation in (try? file.resolve(page.dictionary["Annots"]))?.array ?? [] {
                    guard let number = annotation.reference?.number else { continue }
                    if places.annotations[number]?.contains(index + 1) ?? false { continue }
                    places.annotations[number, default: []].append(index + 1)
                }
            }
        }
    }

    /// The page that shows an annotation, from 1.
    func page(of annotation: Int) -> Int? { pages(of: annotation).first }

    /// All pages that show an annotation.
    func pages(of annotation: Int) -> [Int] {
        readPlaces()
        return places.annotations[annotation] ?? []
    }

    func index(ofPage number: Int) -> Int? {
        readPlaces()
        return places.pages[number]
    }

    /// Compares the pages that were written anew, and the lists of annotations.
    func comparePages() throws(PDFError) {
        for number in changed.keys.sorted() where judged[number] == nil {
            guard let pair = changed[number] else { continue }
            if let before = pair.old.dictionary, try old.resolve(before["Type"]).name.map({ $0 == "Page" }) ?? false, pair.old.stream == nil
            {
                try comparePage(number, before, pair.new)
            } else if pair.old.array != nil, let index {
                for holder in index.holders(of: number) where holder > 0 {
                    guard let page = try old.object(PDFReference(holder)).dictionary, page["Annots"]?.reference?.number == number else {
                        continue
                    }
                    // A page that was written anew is compared with its own list.
                    if changed[holder] == nil { try compareAnnotations(page["Annots"], page["Annots"], onPage: holder) }
                }
            }
        }
    }

    private func comparePage(_ number: Int, _ before: PDFDictionary, _ after: PDFObject) throws(PDFError) {
        let index = index(ofPage: number)
        guard case .dictionary(let later) = after else {
            // A page that is gone is missed in the tree of pages too.
            return
        }
        judge(number, as: .page)
        for key in keys(before, later) {
            if key == "Annots" {
                for list in [try old.resolve(before[key]), try new.resolve(later[key])] where list.array == nil && !list.isNull {
                    add(Finding(.annotation, "The list of a page's annotations is none", .never, page: index))
                }
                try compareAnnotations(before[key], later[key], onPage: number)
                continue
            }
            if try isSame(key, before, later) { continue }
            let difference = try Self.isInheritable(key) && index != nil ? difference(of: key, onPage: index) : .any
            if difference == .none { continue }
            if key == "Contents" {
                add(Finding(.pageContent, "What a page shows was replaced", .never, page: index))
            } else if key == "Resources" {
                add(Finding(.pageResources, "What a page is drawn with was replaced", .never, page: index))
            } else if key == "Tabs", try new.resolve(later[key]).name != nil || later[key] == nil {
                // The order of the structure: programs say it when they add a field to a page that said nothing.
                let order = try new.resolve(later[key]).name
                let isUsual = before[key] == nil && order.map { $0 == "S" } ?? false
                let need = isUsual ? Finding.Need.filling : .annotating
                add(Finding(.page, "The order of a page's fields was changed", need, page: index))
            } else if key == "StructParents" && before[key] == nil, later[key]?.integer != nil {
                add(Finding(.structure, "A page was tagged", .filling, page: index))
            } else if key == "LastModified", try new.resolve(later[key]).string != nil || later[key] == nil {
                add(Finding(.metadata, "The date of a page was changed", .nothing, page: index))
            } else if key == "PieceInfo", try new.resolve(later[key]).dictionary != nil || later[key] == nil {
                add(Finding(.metadata, "What a program keeps of a page was changed", .nothing, page: index))
            } else if difference == .digits || key == "TrimBox" && Self.isRounded(before[key], later[key]) {
                add(Finding(.metadata, "The size of a page was written with other digits", .nothing, page: index))
            } else if [PDFName("MediaBox"), PDFName("CropBox"), PDFName("Rotate"), PDFName("UserUnit"), PDFName("TrimBox")].contains(key) {
                add(Finding(.pageGeometry, "The size or position of a page was changed", .never, page: index))
            } else if key == "AA" {
                add(Finding(.action, "Actions of a page were changed", .never, page: index))
            } else {
                add(Finding(.page, "A page's entry \(key) was changed", .never, page: index))
            }
        }
    }

    /// Whether two boxes differ by rounding only: programs write a page of 595.303937007874 points again with the digits that they keep.
    static func isRounded(_ before: PDFObject?, _ after: PDFObject?) -> Bool {
        guard let first = before?.array, let second = after?.array, first.count == 4, second.count == 4 else { return false }
        for (one, other) in zip(first, second) {
            guard let one = one.number, let other = other.number, (one - other).magnitude < 0.001 else { return false }
        }
        return true
    }
}
