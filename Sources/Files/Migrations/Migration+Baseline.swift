import ParaphStorage

extension Migration {
    /// The tables of files.
    static let baseline = Migration(
        name: "files/001-baseline",
        sql: [Baseline.files, Baseline.sharing].joined(separator: "\n\n")
    )
}

/// The tables of the baseline, by feature; each stands behind those that it refers to.
enum Baseline {}
