import ParaphPDF

/// Whatever the file is, filling its fields must end within the budget, and what was filled must read back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = PDFLimits()
    limits.steps = 1 << 21
    limits.decodedBytes = 1 << 20
    let input = PDFBytes(bytes(data, count))
    guard let file = try? PDFFile(input, limits: limits), !file.isLocked, var filler = try? PDFFormFiller(file) else { return 0 }
    var names: [String] = []
    for field in filler.fields.prefix(64) {
        let states = (try? file.states(of: field)) ?? []
        let options = (try? file.options(of: field)) ?? []
        var values: [PDFFieldValue] = [.text("a\nb"), .checked(true), .empty, .choices(options.suffix(3).map(\.export))]
        if let state = states.last { values.append(.text(state)) }
        if let option = options.first { values.append(.text(option.display)) }
        values.append(.text("Zo\u{E9}"))
        var isFilled = false
        for value in values {
            do {
                if try filler.fill(field.name, with: value) == nil { isFilled = true }
            } catch {
                return 0
            }
        }
        if isFilled, field.kind == .text { names.append(field.name) }
    }
    let isFlat = count % 2 == 0
    if isFlat { _ = try? filler.flatten() }
    guard let update = try? filler.finish(), !update.isEmpty, let written = try? update.write() else { return 0 }
    limits.steps = 1 << 24
    guard let again = try? PDFFile(PDFBytes(input.array + written.appended), limits: limits), let fields = try? again.fields() else {
        return 0
    }
    if isFlat { return 0 }
    for field in fields where names.contains(field.name) && field.kind == .text {
        guard let text = try? again.valueText(of: field) else { continue }
        require(text == "Zo\u{E9}" || text == "a\nb" || text.isEmpty, "a field holds something else")
    }
    return 0
}
