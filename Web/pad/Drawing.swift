// Drawings of signatures that were drawn on another device, behind `drawInk`. It is a module of its own because few pages show one.

import ParaphInk

/// Puts out the drawing that as many bytes in the output encode: x, y, width and height of what it covers, then its outline.
///
/// Nothing comes out if the bytes are no drawing.
@_expose(wasm, "picture") @c(picture)
func picture(length: Int) -> Int {
    guard let outline = (try? InkDrawing(decoding: output.bytes(length)))?.outline, let bounds = outline.bounds else { return 0 }
    let frame = output.write([bounds.low.x, bounds.low.y, bounds.width, bounds.height])
    return output.write(outline.numbers, after: frame)
}
