import ParaphInk
import ParaphInkFormats

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    if let (sample, again) = checkFormat(.signPass, input) {
        require(sample == again, "the sample has changed")
    }
    for unit in [SignPassFormat.TimeUnit.seconds, .milliseconds] {
        if let sample = try? SignPassFormat.decode(input, time: unit) {
            require((try? sample.validate()) != nil, "an invalid sample was accepted")
        }
    }
    return 0
}
