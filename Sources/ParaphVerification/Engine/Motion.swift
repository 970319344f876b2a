/// How the pen moves along a trajectory, per 10 ms.
struct Motion {
    var dx: [Float]
    var dy: [Float]
    var speed: [Float]
    /// Tangential and centripetal together.
    var acceleration: [Float]
    /// The direction; that of the point before where the pen stands still.
    var cosine: [Float]
    var sine: [Float]

    /// Measures a trajectory.
    ///
    /// Complexity: O(points).
    init(_ trajectory: Trajectory) {
        let count = trajectory.count
        dx = derivative(trajectory.x)
        dy = derivative(trajectory.y)
        if trajectory.step > 1 {
            for n in 0..<count {
                dx[n] /= trajectory.step
                dy[n] /= trajectory.step
            }
        }
        speed = [Float](repeating: 0, count: count)
        cosine = [Float](repeating: 1, count: count)
        sine = speed
        var angle = speed
        var (lastCosine, lastSine, lastAngle) = (Float(1), Float(0), Float(0))
        for n in 0..<count {
            let v = (dx[n] * dx[n] + dy[n] * dy[n]).squareRoot()
            speed[n] = v
            if v > 0 {
                let (c, s) = (dx[n] / v, dy[n] / v)
                // The turn since the point before, in -π … π: what unwrapping angles comes to.
                if n > 0 { lastAngle += turn(lastCosine * s - lastSine * c, lastCosine * c + lastSine * s) }
                (lastCosine, lastSine) = (c, s)
            }
            cosine[n] = lastCosine
            sine[n] = lastSine
            angle[n] = lastAngle
        }
        let speedChange = derivative(speed)
        let turning = derivative(angle)
        acceleration = speed
        for n in 0..<count {
            let across = speed[n] * turning[n]
            acceleration[n] = (speedChange[n] * speedChange[n] + across * across).squareRoot()
        }
    }
}
