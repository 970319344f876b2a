internal import RealModule

/// Error rates of people who had no say in the threshold: each fifth of the people is measured at the threshold at which the others' own
/// samples and skilled forgeries are wrong equally often.
public struct HeldOutRates: Sendable, Hashable {
    /// The share of own samples refused.
    public var falseNonMatchRate: Double
    /// The shares of skilled forgeries and of others' samples accepted.
    public var skilledFalseMatchRate: Double
    public var randomFalseMatchRate: Double
    /// The loss of the score as a likelihood ratio, in bits, with a calibration line fitted to the others.
    public var calibrationLoss: Double

    private static let folds = 5

    /// Measures each fold; nil with fewer than five people or without forgeries.
    init?(_ trials: Evaluation.Trials, people: Int) {
        guard people >= Self.folds else { return nil }
        var (refused, skilled, random, losses) = (Tally(), Tally(), Tally(), (own: Tally(), forged: Tally()))
        for fold in 0..<Self.folds {
            func isHeldOut(_ trial: ErrorRates.Trial) -> Bool { trial.person % Self.folds == fold }
            let genuine = trials.genuine.filter { !isHeldOut($0) }
            let forged = trials.skilled.filter { !isHeldOut($0) }
            guard let threshold = ErrorRates(genuine: genuine, impostor: forged).equalErrorThreshold() else { return nil }
            let line = CalibrationLine(genuine: genuine.map(\.score), forged: forged.map(\.score))
            for trial in trials.genuine where isHeldOut(trial) {
                refused.add(trial.score > threshold ? 1 : 0)
                losses.own.add(CalibrationLine.bits(line.logOdds(trial.score)))
            }
            for trial in trials.skilled where isHeldOut(trial) {
                skilled.add(trial.score > threshold ? 0 : 1)
                losses.forged.add(CalibrationLine.bits(-line.logOdds(trial.score)))
            }
            for trial in trials.random where isHeldOut(trial) { random.add(trial.score > threshold ? 0 : 1) }
        }
        falseNonMatchRate = refused.mean
        skilledFalseMatchRate = skilled.mean
        randomFalseMatchRate = random.mean
        calibrationLoss = (losses.own.mean + losses.forged.mean) / 2
    }
}

/// A mean in the making.
private struct Tally {
    private var sum = 0.0
    private var count = 0

    var mean: Double { count > 0 ? sum / Double(count) : 0 }

    mutating func add(_ value: Double) {
        sum += value
        count += 1
    }
}

/// Scores turned into the logarithm of the odds of a forgery by a straight line.
struct CalibrationLine: Sendable {
    private var slope: Double
    private var offset: Double

    /// Fits the line by logistic regression, both kinds weighing the same whatever their numbers.
    ///
    /// Complexity: O(trials), at most 60 rounds.
    init(genuine: [Double], forged: [Double]) {
        let centre = (Self.mean(genuine) + Self.mean(forged)) / 2
        (slope, offset) = (1, -centre)
        for _ in 0..<60 {
            // A little of the squared slope and offset keeps the fit finite where the kinds do not overlap.
            var gradient = (slope: 1e-6 * slope, offset: 1e-6 * offset)
            var curvature = (ss: 1e-6, so: 0.0, oo: 1e-6)
            for (scores, isForged) in [(genuine, 0.0), (forged, 1.0)] {
                let weight = 0.5 / Double(max(scores.count, 1))
                for score in scores {
                    let probability = 1 / (1 + Double.exp(-min(max(slope * score + offset, -500), 500)))
                    let error = weight * (probability - isForged)
                    let spread = weight * probability * (1 - probability)
                    gradient.slope += error * score
                    gradient.offset += error
                    curvature.ss += spread * score * score
                    curvature.so += spread * score
                    curvature.oo += spread
                }
            }
            let determinant = curvature.ss * curvature.oo - curvature.so * curvature.so
            guard determinant > 0 else { break }
            let change = (
                slope: (curvature.oo * gradient.slope - curvature.so * gradient.offset) / determinant,
                offset: (curvature.ss * gradient.offset - curvature.so * gradient.slope) / determinant
            )
            slope -= change.slope
            offset -= change.offset
            if change.slope.magnitude + change.offset.magnitude < 1e-9 { break }
        }
    }

    /// The natural logarithm of the odds that a score belongs to a forgery.
    func logOdds(_ score: Double) -> Double { slope * score + offset }

    /// What an own sample with these odds costs, in bits.
    static func bits(_ logOdds: Double) -> Double {
        logOdds > 500 ? logOdds / Double.log(2) : Double.log(onePlus: Double.exp(logOdds)) / Double.log(2)
    }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}
