/// What made-up people have in common: chosen so that the lengths, speeds, curvatures, times and pressures of their signatures are
/// distributed as those of real ones; see docs/results/synthesis.md.
enum Habit {
    /// How hard people press, 0 … 1, and how much they differ in that.
    static let pressure = 0.746
    static let pressureSpread = 0.13
    /// How many small letters follow the first capital.
    static let fewestLetters = 4.3
    static let mostLetters = 10.2
    /// The share of people who end with a flourish.
    static let flourishes = 0.658
    /// How wide letters are, and how round.
    static let advance = 0.82
    static let bend = 0.925
    /// The seconds from one stroke to the next where it is as long as a small letter is high; people differ in it.
    static let tempo = 0.067
    static let tempoSpread = 0.103
    /// How often the pen is lifted after a letter, and how much people differ in that.
    static let lifting = 0.485
    static let liftingSpread = 0.271
    /// How much longer a stroke takes in the air; people differ in it.
    static let liftTime = 1.56
    static let liftTimeSpread = 0.547
    /// The share of a stroke's time that does not depend on its length.
    static let fixedTime = 0.503
    /// How far strokes run into one another: the usual spread of the logarithm of their response time.
    static let sigma = 0.224
    /// How high capitals are, and how long flourishes.
    static let capital = 1.0
    static let flourishLength = 0.667
    /// How much less the pen presses where it lands and lifts, and for how many milliseconds.
    static let landing = 0.593
    static let landingTime = 42.4
    /// How much the pressure swells on the way.
    static let swell = 0.129
    /// How often a letter begins with a hook, and how long that is.
    static let hooks = 0.21
    static let hookLength = 0.115
}
