import ServerKit

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let fields = try? FormBody.decode(bytes(data, count)) else { return 0 }
    require(fields.count <= FormBody.fieldLimit, "limits were not kept")
    require(
        fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= count,
        "the fields are longer than the body"
    )
    return 0
}
