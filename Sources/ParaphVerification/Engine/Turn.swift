/// The angle of a direction in -π … π, to within 0.0003; 0 for no direction.
///
/// Turns are taken at every point, where the system's exact function would show in the time of a verification.
@inline(__always)
func turn(_ sine: Float, _ cosine: Float) -> Float {
    let (x, y) = (cosine.magnitude, sine.magnitude)
    let longer = max(x, y)
    guard longer > 0 else { return 0 }
    let ratio = min(x, y) / longer
    let square = ratio * ratio
    var angle = ((-0.046_496_474_9 * square + 0.159_314_22) * square - 0.327_622_764) * square * ratio + ratio
    if y > x { angle = .pi / 2 - angle }
    if cosine < 0 { angle = .pi - angle }
    return sine < 0 ? -angle : angle
}
