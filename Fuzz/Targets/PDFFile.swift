import ParaphPDF

/// Whatever the file is, all that is in it must be read within the budget, and what is appended must be there afterwards.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = PDFLimits()
    limits.steps = 1 << 21
    limits.decodedBytes = 1 << 20
    let input = PDFBytes(bytes(data, count))
    guard let file = try? PDFFile(input, ciphers: ciphers, limits: limits) else { return 0 }
    _ = try? file.pages().count
    for field in (try? file.fields()) ?? [] { _ = try? file.valueText(of: field) }
    for signature in (try? file.signatures()) ?? [] {
        if let parts = signature.signedParts(of: file) { require(parts.0.count + parts.1.count < count, "a signature covers itself") }
    }
    for revision in (try? file.revisions()) ?? [] { require(revision.length <= count, "a revision is longer than the file") }
    for number in file.sections.first?.numbers ?? [] {
        if let stream = (try? file.object(PDFReference(number)))?.stream { _ = try? file.decoded(stream) }
    }
    guard !file.isLocked else { return 0 }
    guard var update = try? PDFUpdate(file) else { return 0 }
    let reference = update.add(.string(PDFString([1, 2, 3])))
    guard let written = try? update.write() else { return 0 }
    guard let again = try? PDFFile(PDFBytes(input.array + written.appended), ciphers: ciphers, limits: limits) else { return 0 }
    guard let object = try? again.object(reference) else { return 0 }
    require(object.string?.bytes == [1, 2, 3], "what was appended is not there")
    return 0
}

/// Ciphers that hide nothing, so that the fuzzer gets through.
private let ciphers = PDFCiphers(
    md5: { digest($0, 16) },
    sha256: { digest($0, 32) },
    sha384: { digest($0, 48) },
    sha512: { digest($0, 64) },
    encryptAES: { data, _, _ in data },
    decryptAES: { data, _, _ in data },
    random: { [UInt8](repeating: 7, count: $0) }
)

private func digest(_ bytes: [UInt8], _ count: Int) -> [UInt8] { Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count)) }
