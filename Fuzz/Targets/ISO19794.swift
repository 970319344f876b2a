import ParaphInk
import ParaphInkFormats

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let (sample, again) = checkFormat(.iso19794, bytes(data, count)) else { return 0 }
    require(
        sample.strokes.map(\.points.count) == again.strokes.map(\.points.count),
        "strokes were lost"
    )
    for (one, other) in zip(sample.strokes.flatMap(\.points), again.strokes.flatMap(\.points)) {
        require(one.x == other.x && one.y == other.y, "a position has moved")
        require((one.pressure - other.pressure).magnitude <= 1.0 / 65535, "a pressure has changed")
        require((one.altitude - other.altitude).magnitude <= 1e-4, "an angle has changed")
    }
    require(
        (try? ISO19794Format.encode(again)) == (try? ISO19794Format.encode(sample)),
        "writing again gives other bytes"
    )
    return 0
}
