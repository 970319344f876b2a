import ServerKit

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: bytes(data, count), as: UTF8.self)
    if let range = ContentRange(text) {
        require(!range.range.isEmpty && range.range.lowerBound >= 0 && range.range.upperBound <= range.size, "a range outside the whole")
        require(ContentRange(range.description) == range, "what was written was read otherwise")
    }
    if let tags = EntityTag.list(text) {
        require(!tags.isEmpty, "a list of nothing")
        require(EntityTag.list(tags.map(\.description).joined(separator: ", ")) == tags, "what was written was read otherwise")
    }
    let header = ContentDisposition.attachment(fileName: text)
    require(header.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a name adds to the header")
    return 0
}
