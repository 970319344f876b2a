// Embedded Swift has no libm; these are exact to a few units in the last place for the angles that ink needs.

private let quarterTurn = 1.5707963267948966

/// The sine and the cosine of an angle in radians; (0, 1) for one that is not finite or beyond a million turns.
func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    guard angle.magnitude < 6.3e6 else { return (0, 1) }
    let quarters = (angle / quarterTurn).rounded(.toNearestOrEven)
    // The second constant is what the first lacks of a quarter turn.
    let rest = angle - quarters * quarterTurn - quarters * 6.123233995736766e-17
    let square = rest * rest
    var sine = 0.0
    var cosine = 0.0
    for power in stride(from: 18.0, through: 2, by: -2) {
        sine = -(1 + sine) * square / (power * (power + 1))
        cosine = -(1 + cosine) * square / (power * (power - 1))
    }
    sine = (1 + sine) * rest
    cosine += 1
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
}

/// The angle from the x axis to a direction, in radians, 0 … 2π; 0 for no direction.
func turn(to direction: SIMD2<Double>) -> Double {
    let wide = max(direction.x.magnitude, direction.y.magnitude)
    guard wide > 0, wide.isFinite else { return 0 }
    let narrow = min(direction.x.magnitude, direction.y.magnitude)
    var angle = arctangent(narrow / wide)
    if direction.y.magnitude > direction.x.magnitude { angle = quarterTurn - angle }
    if direction.x < 0 { angle = 2 * quarterTurn - angle }
    return direction.y < 0 ? 4 * quarterTurn - angle : angle
}

/// The arctangent of a number from 0 to 1: halved twice by the half-angle formula, then by its series.
private func arctangent(_ tangent: Double) -> Double {
    var small = tangent
    for _ in 0..<2 { small /= 1 + (1 + small * small).squareRoot() }
    let square = small * small
    var sum = 0.0
    for odd in stride(from: 25.0, through: 1, by: -2) { sum = 1 / odd - square * sum }
    return 4 * small * sum
}
