import ParaphInk
import ParaphInkFormats

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    if let (sample, again) = checkFormat(.signToLogin, input) {
        require(sample == again, "the sample has changed")
    }
    if let list = try? SignToLoginFormat.decodeList(input, atMost: 3) {
        require(list.count <= 3, "there are too many signatures")
        for sample in list {
            require((try? sample.validate()) != nil, "an invalid sample was accepted")
        }
    }
    return 0
}
