// Drawings that are kept, behind `drawInk`: what ink.js calls.

import ParaphInk

/// Puts out the drawing that as many bytes in the output encode: x, y, width and height of what it covers, then its outline.
///
/// Nothing comes out if the bytes are no sample.
@_expose(wasm, "picture") @c(picture)
func picture(length: Int) -> Int {
    guard let sample = try? Sample(decoding: output.bytes(length)), let bounds = sample.bounds else { return 0 }
    let pen = Pen.fitting(sample)
    let covered = bounds.expanded(by: pen.width)
    let frame = output.write([covered.low.x, covered.low.y, covered.width, covered.height])
    return output.write(sample.outline(pen).numbers, after: frame)
}
