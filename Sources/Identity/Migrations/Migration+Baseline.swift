import ParaphStorage

extension Migration {
    /// The tables of people, their devices, signatures and sessions, and of apps.
    static let baseline = Migration(
        name: "identity/001-baseline",
        sql: [
            Baseline.people, Baseline.apps, Baseline.oauth, Baseline.devices, Baseline.stepUp, Baseline.templates, Baseline.signatures,
            Baseline.mail, Baseline.requests,
        ].joined(separator: "\n\n")
    )
}

/// The tables of the baseline, by feature; each stands behind those that it refers to.
enum Baseline {}
