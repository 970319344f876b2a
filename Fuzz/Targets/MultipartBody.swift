import ServerKit

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    if let boundary = MultipartBody.boundary(
        ofContentType: "multipart/form-data; boundary=" + String(decoding: input, as: UTF8.self)
    ) {
        require((1...70).contains(boundary.utf8.count), "the boundary has no valid length")
    }
    guard let parts = try? MultipartBody.decode(input, boundary: "b") else { return 0 }
    require(parts.count <= MultipartBody.partLimit, "limits were not kept")
    require(parts.reduce(0) { $0 + $1.bytes.count } <= count, "the parts are longer than the body")
    return 0
}
