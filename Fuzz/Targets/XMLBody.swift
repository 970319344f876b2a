import ServerKit

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let message = try? XMLBody.decode(bytes(data, count)) else { return 0 }
    require(message.members.count <= XMLBody.memberLimit, "limits were not kept")
    require(message.members.reduce(0) { $0 + $1.text.utf8.count } <= count, "the texts are longer than the body")
    let again = try? XMLBody.decode(XMLBody.encode(message))
    require(again?.name == message.name, "the name has changed")
    require(
        again?.members.map(\.name) == message.members.map(\.name) && again?.members.map(\.text) == message.members.map(\.text),
        "what was written reads otherwise"
    )
    return 0
}
