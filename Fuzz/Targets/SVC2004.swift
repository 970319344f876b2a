import ParaphInk
import ParaphInkFormats

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    if let table = try? SVC2004Format.table(input) {
        // A header of 0 points has no row to say how many columns there are.
        guard let again = try? SVC2004Format.table(SVC2004Format.encode(table)) else {
            fatalError("what was written was not read")
        }
        require(again == table, "the numbers have changed")
    }
    guard let sample = try? SVC2004Format.decode(input) else { return 0 }
    require((try? sample.validate()) != nil, "an invalid sample was accepted")
    guard let table = try? SVC2004Format.table(of: sample) else {
        fatalError("a valid sample was not written")
    }
    require(table.rows.count == sample.pointCount, "points were lost")
    require((try? SVC2004Format.sample(of: table)) != nil, "what was written was not read")
    return 0
}
