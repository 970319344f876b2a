import ParaphPDF

/// Whatever the data are, a filter must stay within its limit, and what it gives must come back from our own compression.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count >= 4, let data else { return 0 }
    let names: [StaticString] = ["FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode"]
    let parameters = PDFDictionary([
        PDFDictionary.Entry(PDFName("Predictor"), .integer(Int(data[1]) % 17)),
        PDFDictionary.Entry(PDFName("Colors"), .integer(Int(data[2]) % 70)),
        PDFDictionary.Entry(PDFName("BitsPerComponent"), .integer(Int(data[3]) % 18)),
        PDFDictionary.Entry(PDFName("Columns"), .integer(Int(data[1]))),
        PDFDictionary.Entry(PDFName("EarlyChange"), .integer(Int(data[2]) & 1)),
    ])
    let filter = FilterParameters(PDFName(names[Int(data[0]) % names.count]), parameters)
    let input = PDFBytes(Array(bytes(data, count)[4...]))
    let limit = 1 << 18
    guard let decoded = try? filter.decode(input, limit: limit, budget: PDFBudget(steps: 1 << 20)) else { return 0 }
    require(decoded.bytes.count <= limit, "more bytes than the limit")
    guard let file else { fatalError("the empty document was not read") }
    guard var update = try? PDFUpdate(file) else { fatalError("the empty document was not read") }
    let reference = update.add(PDFDictionary(), stream: decoded.bytes.array)
    guard let packed = (try? update.object(reference))?.stream else { fatalError("the stream is gone") }
    let plain = FilterParameters(PDFName("FlateDecode"), nil)
    guard let again = try? plain.decode(packed.data, limit: limit, budget: PDFBudget()) else {
        fatalError("what was deflated was not inflated")
    }
    require(again.isComplete && again.bytes.hasSameBytes(as: decoded.bytes), "what was deflated came back otherwise")
    return 0
}

private nonisolated(unsafe) let file = try? PDFFile(
    PDFBytes(Array("1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[]>>endobj".utf8))
)
