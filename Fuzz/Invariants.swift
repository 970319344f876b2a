import ParaphInk
import ParaphInkFormats

/// Stops the fuzzer with a finding unless something holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line) {
    if !condition { fatalError("line \(line): \(message())") }
}

/// The input as the array that decoders take.
func bytes(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: data, count: count))
}

/// Checks what must hold of every decoder of signatures, and gives the sample and what was read of its written form.
///
/// It accepts valid samples only, keeps tighter limits too, and what it accepted can be written and read again.
func checkFormat(_ format: InkFormat, _ input: [UInt8]) -> (sample: Sample, again: Sample)? {
    guard let sample = try? format.decode(input) else { return nil }
    require((try? sample.validate()) != nil, "an invalid sample was accepted")
    let tight = Sample.Limits(strokes: 2, points: 5, coordinate: 100, duration: 1000)
    if let small = try? format.decode(input, limits: tight) {
        require((try? small.validate(limits: tight)) != nil, "limits were not kept")
    }
    guard let written = try? format.encode(sample) else { fatalError("a valid sample was not written") }
    guard let again = try? format.decode(written) else { fatalError("what was written was not read") }
    return (sample, again)
}
