import ParaphVerification

/// The figures of an evaluation as they are printed.
struct EvaluationAnswer: Encodable {
    /// A rate with its 95 % interval, 0 … 1.
    struct Rate: Encodable {
        var value: Double
        var low: Double
        var high: Double

        init(_ rate: EvaluationReport.Rate) {
            (value, low, high) = (rate.value, rate.low, rate.high)
        }

        var text: String { "\(value.percent) (95 %: \(low.percent) to \(high.percent))" }
    }

    struct Trials: Encodable {
        var genuine: Int
        var skilled: Int
        var random: Int
    }

    /// What happens at a similarity of 0.5.
    struct Threshold: Encodable {
        var fnmr: Double
        var fmrSkilled: Double
        var fmrRandom: Double
    }

    /// People who had no say in the threshold, which is that of the others' equal error rate.
    struct HeldOut: Encodable {
        var fnmr: Double
        var fmrSkilled: Double
        var fmrRandom: Double
        var cllr: Double
    }

    var users: Int
    var references: Int
    var scheme: String
    var draws: Int
    var seed: UInt64
    var trials: Trials
    /// Equal error rates, 0 … 1.
    var eerSkilledGlobal: Double?
    var eerSkilledUser: Double?
    var eerRandomGlobal: Double?
    /// The intervals of the equal error rates.
    var intervals: [String: Rate]
    /// False non-match rates by the false match rate of zero-effort impostors, and of skilled forgeries.
    var fnmrAtFmr: [String: Rate]
    var fnmrAtSkilledFmr: [String: Rate]
    var cllr: Double
    /// Cross-validation over users, in five parts; nothing with fewer than five users.
    var heldOut: HeldOut?
    var atHalf: Threshold
    var replayFalseAlarms: Double
    var roboticFalseAlarms: Double
    var incompleteEnrolments: Double
    var unusable: Int
    var verificationsPerSecond: Double
    /// The files that could not be read and were left out.
    var unreadable: [SignatureCollection.Unreadable]

    enum CodingKeys: String, CodingKey {
        case users, references, draws, seed, trials, eerSkilledGlobal, eerSkilledUser, eerRandomGlobal, intervals, fnmrAtFmr,
            fnmrAtSkilledFmr
        case cllr, heldOut, atHalf, replayFalseAlarms, roboticFalseAlarms, incompleteEnrolments, unusable, unreadable
        case verificationsPerSecond
        case scheme = "protocol"
    }

    init(_ report: EvaluationReport, _ options: Evaluation.Options, _ unreadable: [SignatureCollection.Unreadable] = []) {
        self.unreadable = unreadable
        users = report.users
        references = options.references
        scheme = options.scheme.rawValue
        draws = options.draws
        seed = options.seed
        trials = Trials(genuine: report.genuineTrials, skilled: report.skilledTrials, random: report.randomTrials)
        eerSkilledGlobal = report.eerSkilledGlobal?.value
        eerSkilledUser = report.eerSkilledUser?.value
        eerRandomGlobal = report.eerRandomGlobal?.value
        intervals = [:]
        intervals["eerSkilledGlobal"] = report.eerSkilledGlobal.map(Rate.init)
        intervals["eerSkilledUser"] = report.eerSkilledUser.map(Rate.init)
        intervals["eerRandomGlobal"] = report.eerRandomGlobal.map(Rate.init)
        (fnmrAtFmr, fnmrAtSkilledFmr) = ([:], [:])
        for (index, name) in ["1e-2", "1e-3", "1e-4"].enumerated() {
            fnmrAtFmr[name] = report.fnmrAtRandomFMR[index].map(Rate.init)
            fnmrAtSkilledFmr[name] = report.fnmrAtSkilledFMR[index].map(Rate.init)
        }
        cllr = report.calibrationLoss
        heldOut = report.heldOut.map { rates in
            HeldOut(
                fnmr: rates.falseNonMatchRate,
                fmrSkilled: rates.skilledFalseMatchRate,
                fmrRandom: rates.randomFalseMatchRate,
                cllr: rates.calibrationLoss
            )
        }
        atHalf = Threshold(fnmr: report.fnmrAtHalf, fmrSkilled: report.skilledFMRAtHalf, fmrRandom: report.randomFMRAtHalf)
        replayFalseAlarms = report.replayFalseAlarms
        roboticFalseAlarms = report.roboticFalseAlarms
        incompleteEnrolments = report.incompleteEnrolments
        unusable = report.unusable
        verificationsPerSecond = report.verificationsPerSecond.rounded()
    }

    /// The figures for people.
    var lines: [String] {
        var lines = [
            "\(users) users, \(references) references, protocol \(scheme), \(draws) draws",
            "trials: \(trials.genuine) genuine, \(trials.skilled) skilled forgeries, \(trials.random) zero-effort impostors",
        ]
        for (name, key) in [
            ("EER, skilled, one threshold", "eerSkilledGlobal"), ("EER, skilled, each user's threshold", "eerSkilledUser"),
            ("EER, zero-effort, one threshold", "eerRandomGlobal"),
        ] {
            if let rate = intervals[key] { lines.append("\(name): \(rate.text)") }
        }
        for name in ["1e-2", "1e-3", "1e-4"] {
            if let rate = fnmrAtFmr[name] { lines.append("FNMR at FMR \(name), zero-effort: \(rate.text)") }
        }
        for name in ["1e-2", "1e-3", "1e-4"] {
            if let rate = fnmrAtSkilledFmr[name] { lines.append("FNMR at FMR \(name), skilled: \(rate.text)") }
        }
        lines.append("Cllr: \((cllr * 1_000).rounded() / 1_000) bits")
        if let heldOut {
            lines.append(
                "held-out users at the others' EER threshold: FNMR \(heldOut.fnmr.percent), FMR skilled \(heldOut.fmrSkilled.percent), "
                    + "FMR zero-effort \(heldOut.fmrRandom.percent), Cllr \((heldOut.cllr * 1_000).rounded() / 1_000) bits"
            )
        }
        lines.append(
            "at similarity 0.5: FNMR \(atHalf.fnmr.percent), FMR skilled \(atHalf.fmrSkilled.percent), FMR zero-effort \(atHalf.fmrRandom.percent)"
        )
        lines.append("false alarms: replay \(replayFalseAlarms.percent), robot \(roboticFalseAlarms.percent)")
        lines.append("enrolments with a sample that does not fit: \(incompleteEnrolments.percent)")
        lines.append("\(Int(min(verificationsPerSecond, 1e9))) verifications a second on one thread")
        return lines
    }
}
