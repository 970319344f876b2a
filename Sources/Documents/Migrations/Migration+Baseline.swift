import ParaphStorage

extension Migration {
    /// The tables of documents, the authority, and drafts of signatures on files.
    static let baseline = Migration(
        name: "documents/001-baseline",
        sql: [
            Baseline.registry, Baseline.authority, Baseline.activations, Baseline.fileDrafts,
        ].joined(separator: "\n\n")
    )
}

/// The tables of the baseline, by feature; each stands behind those that it refers to.
enum Baseline {}
