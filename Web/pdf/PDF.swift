// A PDF that does not leave the browser, behind document-worker.js. One instance has one file. Answers are JSON and lie in one buffer in
// memory, which `outputStart()` points to and the next call overwrites.

import ParaphPDF

private nonisolated(unsafe) var file = UnsafeMutableRawBufferPointer(start: nil, count: 0)
private nonisolated(unsafe) var document: Document?
private nonisolated(unsafe) var request = SigningValues()
private nonisolated(unsafe) var output = Output()

@_expose(wasm, "outputStart") @c(outputStart)
func outputStart() -> UnsafeMutableRawPointer? {
    output.memory.baseAddress
}

/// Makes room in the output for as many bytes, which the page writes there.
@_expose(wasm, "reserve") @c(reserve)
func reserve(length: Int) {
    output.reserve(length)
}

/// Makes room for the file, and says where.
@_expose(wasm, "fileStart") @c(fileStart)
func fileStart(length: Int) -> UnsafeMutableRawPointer? {
    document = nil
    file.deallocate()
    file = .allocate(byteCount: max(1, length), alignment: 16)
    return file.baseAddress
}

/// Reads as many bytes of the file that lies there; describes it.
@_expose(wasm, "open") @c(open)
func open(length: Int) -> Int {
    answer { (json) throws(PDFError) in
        let bytes = UnsafeRawBufferPointer(rebasing: file[..<min(max(length, 0), file.count)])
        let opened = try Document(PDFBytes(borrowing: bytes, release: {}))
        document = opened
        try opened.describe(&json)
    }
}

/// Puts out width and height of every page as numbers, and gives how many they are; none where a page cannot be read.
@_expose(wasm, "sizes") @c(sizes)
func sizes() -> Int {
    guard let sizes = try? document?.sizes() else { return 0 }
    return output.write(sizes)
}

/// Says whether the file has to be written anew before it can be signed, as programs read it in two ways.
@_expose(wasm, "readings") @c(readings)
func readings() -> Int {
    answer { (json) throws(PDFError) in
        do throws(PDFError) {
            _ = try PDFUpdate(opened().file)
        } catch  where error.code == .ambiguous {
            json.boolean("isAmbiguous", true)
        }
    }
}

/// Puts out a clean copy of the file, and gives how many bytes it has; none where it cannot be written anew.
@_expose(wasm, "clean") @c(clean)
func clean() -> Int {
    guard let file = document?.file, let copy = try? CleanCopy.bytes(of: file) else { return 0 }
    return output.write(copy)
}

/// Takes from the output a font that forms are filled with, by which changes are judged from now on.
@_expose(wasm, "know") @c(know)
func know(length: Int) {
    document?.know(output.bytes(length))
}

/// Describes what was changed after a signature.
@_expose(wasm, "changes") @c(changes)
func changes(signature: Int) -> Int {
    answer { (json) throws(PDFError) in try opened().describeChanges(after: signature, &json) }
}

/// Takes from the output, for the signature that is prepared next, its ink (0), a photo (8), or a text: field (1), name (2), reason (3),
/// place (4), time (5), link (6), the pen's colour (7), the values of the form (9) and a font for them (10).
@_expose(wasm, "set") @c(set)
func set(part: Int, length: Int) {
    let bytes = output.bytes(length)
    let text = String(decoding: bytes, as: UTF8.self)
    switch part {
    case 0: request.ink = bytes
    case 1: request.field = text
    case 2: request.name = text
    case 3: request.reason = text
    case 4: request.location = text
    case 5: request.time = text
    case 6: request.link = text
    case 7: request.isBlack = text == "black"
    case 9: request.form = bytes
    case 10: request.font = bytes
    default: request.photo = bytes
    }
}

/// Says what a signature whose parts were set would lie on; in a field where that was set.
@_expose(wasm, "judge") @c(judge)
func judge(page: Int, left: Double, bottom: Double, right: Double, top: Double) -> Int {
    answer { (json) throws(PDFError) in
        defer { request = SigningValues() }
        _ = try opened()
        try document?.judge(request, at: PDFPlacement(page: page, rectangle: PDFRectangle(left, bottom, right, top)), &json)
    }
}

/// Gives a free place near one, for a signature whose parts were set, or nothing where there is none.
@_expose(wasm, "free") @c(freePlace)
func freePlace(page: Int, left: Double, bottom: Double, right: Double, top: Double, isAnywhere: Bool) -> Int {
    answer { (json) throws(PDFError) in
        defer { request = SigningValues() }
        _ = try opened()
        let placement = PDFPlacement(page: page, rectangle: PDFRectangle(left, bottom, right, top))
        try document?.free(request, near: placement, isAnywhere: isAnywhere, &json)
    }
}

/// Proposes a place for a signature of a size at most, or nothing where there is none.
@_expose(wasm, "propose") @c(propose)
func propose(width: Double, height: Double) -> Int {
    answer { (json) throws(PDFError) in
        _ = try opened()
        try document?.propose(width: width, height: height, &json)
    }
}

/// Describes the fields that people fill.
@_expose(wasm, "form") @c(form)
func form() -> Int {
    answer { (json) throws(PDFError) in try opened().describeForm(&json) }
}

/// Says which of the values that were set the form refuses, and why; the file stays as it is.
@_expose(wasm, "refusals") @c(refusals)
func refusals() -> Int {
    answer { (json) throws(PDFError) in
        defer { request = SigningValues() }
        try opened().describeRefusals(request, &json)
    }
}

/// Says where in a box the ink and the photo that were set are sealed, the ink as the frame in which `ink.wasm` draws it; needs no file.
@_expose(wasm, "layout") @c(layout)
func layout(width: Double, height: Double) -> Int {
    answer { (json) throws(PDFError) in
        defer { request = SigningValues() }
        let appearance = try request.appearance()
        let (ink, photo) = appearance.parts(width: width, height: height)
        if let ink {
            let frame = try request.drawing().frame
            let (left, bottom) = (ink.left + frame.left * ink.width, ink.bottom + frame.bottom * ink.height)
            try json.rectangle("ink", PDFRectangle(left, bottom, left + frame.width * ink.width, bottom + frame.height * ink.height))
        }
        if let photo { try json.rectangle("photo", photo) }
        json.number("widthOfPhoto", appearance.widthOfPhoto(height: height))
    }
}

/// Prepares a signature of at most `room` bytes; `page` is negative for a field that is there, or for a new one that is not seen.
@_expose(wasm, "prepare") @c(prepare)
func prepare(page: Int, left: Double, bottom: Double, right: Double, top: Double, room: Int) -> Int {
    answer { (json) throws(PDFError) in
        request.placement = page < 0 ? nil : PDFPlacement(page: page, rectangle: PDFRectangle(left, bottom, right, top))
        request.room = min(max(room, 0), 1 << 20)
        defer { request = SigningValues() }
        _ = try opened()
        try document?.prepare(request, &json)
    }
}

/// Puts out what a prepared signature appends to the file, and gives how many bytes they are.
@_expose(wasm, "appended") @c(appended)
func appended() -> Int {
    output.write(document?.signing?.appended ?? [])
}

/// Takes the signature (CMS) of as many bytes from the output; false where it does not fit.
@_expose(wasm, "complete") @c(complete)
func complete(length: Int) -> Bool {
    document?.complete(output.bytes(length)) ?? false
}

private func opened() throws(PDFError) -> Document {
    guard let document else { throw PDFError(.missing, "No file is open") }
    return document
}

/// Puts out an object with an answer, or with the error, and gives its length in bytes.
private func answer(_ content: (inout JSON) throws(PDFError) -> Void) -> Int {
    var json = JSON()
    do throws(PDFError) {
        try json.object(nil, content)
    } catch {
        json = JSON()
        try? json.object { (json) throws(PDFError) in
            json.string("error", error.code.name)
            json.string("detail", error.description)
        }
    }
    return output.write(json.bytes)
}

extension PDFError.Code {
    fileprivate var name: String {
        switch self {
        case .notPDF: "notPDF"
        case .truncated: "truncated"
        case .malformed: "malformed"
        case .missing: "missing"
        case .loop: "loop"
        case .tooDeep: "tooDeep"
        case .tooLarge: "tooLarge"
        case .tooMuchWork: "tooMuchWork"
        case .outOfTime: "outOfTime"
        case .password: "password"
        case .unsupported: "unsupported"
        case .ambiguous: "ambiguous"
        }
    }
}
