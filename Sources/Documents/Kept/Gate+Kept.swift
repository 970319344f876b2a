import ParaphWire
import ServerKit

extension Gate {
    /// Where files wait that must be in memory as a whole: so many bytes at a time, and few files, for reading them takes a processor each.
    static func memory(budget: Int, width: Int) -> Gate {
        Gate(Limits(width: width, budget: budget, queue: KeptLimits.waiting, patience: KeptLimits.patience))
    }

    /// Where pieces of files come in, which never wait: what is stored of them and claimed by no row is in nobody's quota, so it stays little.
    static func uploads() -> Gate { Gate(Limits()) }
}

extension Gate.Place {
    /// A person's in memory.
    static func memory(of personID: String) -> Gate.Place {
        Gate.Place(of: personID, most: KeptLimits.preparations, visits: KeptLimits.preparationsAMinute)
    }

    /// A person's in memory while a file of theirs that came is read: never those that they sign by.
    static func reading(by personID: String) -> Gate.Place {
        Gate.Place(of: "reading \(personID)", most: KeptLimits.preparations, visits: KeptLimits.readingsAMinute)
    }

    /// Those of a piece: it is the only one of its document, and one of few of its person.
    static func piece(of keptID: String, by personID: String) -> [Gate.Place] {
        [Gate.Place(of: "document \(keptID)", most: 1), Gate.Place(of: "person \(personID)", most: KeptLimits.pieces)]
    }
}

extension Problem {
    /// Why a file is not let into memory now.
    init(_ refusal: Gate.Refusal) {
        self =
            switch refusal {
            case .visits: .tooMany(retryAfter: 60)
            case .places: .tooMany(retryAfter: 5)
            case .room: .unavailable()
            }
    }
}
