import ServerKit

extension Gate {
    /// Where pieces of files come in, which never wait: what is stored of them and claimed by no row counts in no quota, so it stays little.
    static func uploads() -> Gate { Gate(Limits()) }
}

extension Gate.Place {
    /// A person's in memory while a file of theirs that came is read: never those that they sign by.
    static func reading(by personID: String) -> Gate.Place {
        Gate.Place(of: "reading \(personID)", most: FileLimits.readings, visits: FileLimits.readingsAMinute)
    }

    /// Those of a piece: it is the only one of its file, and one of few of its person.
    static func piece(of fileID: String, by personID: String) -> [Gate.Place] {
        [Gate.Place(of: "file \(fileID)", most: 1), Gate.Place(of: "person \(personID)", most: FileLimits.pieces)]
    }
}
