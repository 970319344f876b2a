import ServerKit

extension ConcurrencyLimiter {
    /// Where pieces of files come in, which never wait: what is stored of them and claimed by no row counts in no quota, so it stays little.
    static func uploads() -> ConcurrencyLimiter { ConcurrencyLimiter(Limits()) }
}

extension ConcurrencyLimiter.Place {
    /// A person's in memory while a file of theirs that came is read: never those that they sign by.
    static func reading(by personID: String) -> ConcurrencyLimiter.Place {
        ConcurrencyLimiter.Place(of: "reading \(personID)", most: FileLimits.readings, visits: FileLimits.readingsAMinute)
    }

    /// Those of a piece: it is the only one of its file, and one of few of its person.
    static func piece(of fileID: String, by personID: String) -> [ConcurrencyLimiter.Place] {
        [
            ConcurrencyLimiter.Place(of: "file \(fileID)", most: 1),
            ConcurrencyLimiter.Place(of: "person \(personID)", most: FileLimits.pieces),
        ]
    }
}
