/// On which pages things are, found when first asked for.
struct PagePlaces {
    /// The index of a page, from 1, by its number; and of annotations by theirs.
    var pages: [Int: Int] = [:]
    var annotations: [Int: Int] = [:]
    var isRead = false
    /// What pages drew, by number.
    var contents: [Int: ContentSummary] = [:]
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
                    guard let number = annotation.reference?.number, places.annotations[number] == nil else { continue }
                    places.annotations[number] = index + 1
                }
            }
        }
    }

    /// The page that shows an annotation, from 1.
    func page(of annotation: Int) -> Int? {
        readPlaces()
        return places.annotations[annotation]
    }

    func index(ofPage number: Int) -> Int? {
        readPlaces()
        return places.pages[number]
    }

    /// What a page drew in the old state.
    func content(ofPage index: Int) throws(PDFError) -> ContentSummary? {
        if let known = places.contents[index] { return known }
        guard let page = try old.page(at: index - 1) else { return nil }
        var content = try ContentSummary(of: page, in: old)
        // Filled fields and earlier signatures are content too.
        for element in (try old.resolve(page.dictionary["Annots"]).array ?? []).prefix(10_000) {
            guard let annotation = try old.resolve(element).dictionary, let box = try old.rectangle(annotation["Rect"]) else { continue }
            let (value, kind) = (try old.resolve(annotation["V"]), try old.resolve(annotation["Subtype"]).name)
            let isFilled = !value.isNull || kind.map { $0 != "Widget" && $0 != "Popup" && $0 != "Link" } ?? false
            if isFilled, annotation["AP"] != nil { content.runs.append(box) }
        }
        places.contents[index] = content
        return content
    }

    /// Whether an annotation of the new state is drawn over what the old state showed.
    func covers(_ annotation: PDFDictionary, of number: Int, drawsAlone: Bool = false) throws(PDFError) -> Bool {
        try covers(annotation, of: number, in: new, drawsAlone: drawsAlone)
    }

    func covers(_ annotation: PDFDictionary, of number: Int, in file: PDFFile, drawsAlone: Bool) throws(PDFError) -> Bool {
        guard let box = try file.rectangle(annotation["Rect"]) else { return false }
        guard let index = page(of: number), let content = try content(ofPage: index) else { return false }
        var painted = drawsAlone ? [box] : []
        if let stream = try normalAppearance(of: annotation, in: file) {
            let drawn = try ContentSummary(of: stream, in: file, transform: transform(of: stream, into: box, file))
            painted = drawn.isCut || drawn.hasShading ? [box] : drawn.painted
        }
        guard !painted.isEmpty else { return false }
        // Only what lies within the annotation is seen.
        let near = content.runs.filter { box.holdsMiddle(of: $0) }
        for place in painted.prefix(5_000) {
            try file.budget.spend(near.count + 1)
            if near.contains(where: { place.holdsMiddle(of: $0) }) { return true }
            for image in content.images.prefix(1_000) where image.width > 8 && image.height > 8 {
                let common = min(place.right, image.right, box.right) - max(place.left, image.left, box.left)
                let height = min(place.top, image.top, box.top) - max(place.bottom, image.bottom, box.bottom)
                if common > 0, height > 0, common * height > 0.8 * image.width * image.height { return true }
            }
        }
        return false
    }

    /// How an appearance is placed in the annotation's rectangle (12.5.5, algorithm 8).
    private func transform(of stream: PDFStream, into box: PDFRectangle, _ file: PDFFile) throws(PDFError) -> PDFTransform {
        var own = PDFTransform()
        var numbers: [Double] = []
        for element in try file.resolve(stream.dictionary["Matrix"]).array ?? [] {
            if let number = try file.resolve(element).number { numbers.append(number) }
        }
        if let given = PDFTransform(numbers) { own = given }
        guard let inner = try file.rectangle(stream.dictionary["BBox"]) else { return PDFTransform() }
        let outer = own.box(inner)
        guard outer.width > 0, outer.height > 0 else { return PDFTransform() }
        let (scaleX, scaleY) = (box.width / outer.width, box.height / outer.height)
        return PDFTransform(scaleX: scaleX, scaleY: scaleY, x: box.left - outer.left * scaleX, y: box.bottom - outer.bottom * scaleY)
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
            if try isSame(before[key], later[key]) { continue }
            if key == "Contents" {
                add(Finding(.pageContent, "What a page shows was replaced", .never, page: index))
            } else if key == "Resources" {
                add(Finding(.pageResources, "What a page is drawn with was replaced", .never, page: index))
            } else if key == "Tabs", try new.resolve(later[key]).name != nil || later[key] == nil {
                add(Finding(.page, "The order of a page's fields was changed", .annotating, page: index))
            } else if key == "StructParents" && before[key] == nil, later[key]?.integer != nil {
                add(Finding(.structure, "A page was tagged", .filling, page: index))
            } else if key == "LastModified", try new.resolve(later[key]).string != nil || later[key] == nil {
                add(Finding(.metadata, "The date of a page was changed", .nothing, page: index))
            } else if [PDFName("MediaBox"), PDFName("CropBox"), PDFName("Rotate"), PDFName("UserUnit"), PDFName("TrimBox")].contains(key) {
                add(Finding(.pageGeometry, "The size or position of a page was changed", .never, page: index))
            } else if key == "AA" {
                add(Finding(.action, "Actions of a page were changed", .never, page: index))
            } else {
                add(Finding(.page, "A page's entry \(key) was changed", .never, page: index))
            }
        }
    }
}
