import Foundation
import ParaphStorage
import ServerKit
import Synchronization

@testable import Files

/// The owners and readers of files, whose name is their id; three of them have accounts with an address.
final class MadeUpReaders: FilePeople {
    /// Who was told of a shared file, and by whom; and the owners who were told of a signature.
    let told = Mutex<[String]>([])
    /// What people did with files.
    let noted = Mutex<[String]>([])

    static func person(_ id: String) -> FilePerson { FilePerson(id: id, name: id.capitalized, email: "\(id)@example.org") }

    func person(email: String, in tx: any ReadTransaction) throws -> FilePerson? {
        ["anna", "boris", "carol"].first { email == "\($0)@example.org" }.map(Self.person)
    }

    func person(_ id: String, in tx: any ReadTransaction) throws -> FilePerson? { id == "nobody" ? nil : Self.person(id) }

    func send(_ notice: FileNotice, to personID: String, causedBy sourceID: String, in tx: any WriteTransaction) throws {
        let words =
            switch notice {
            case .invitation(_, let file): "\(personID) by \(sourceID) to \(file.name)"
            case .signed(_, let file, let isReplacing): "\(personID): \(sourceID) signed \(file.name)\(isReplacing ? ", changed" : "")"
            case .signedByAll(_, let file, let isChanged): "\(personID): all signed \(file.name)\(isChanged ? ", changed" : "")"
            case .withdrawn(_, let file): "\(personID): \(sourceID) deleted \(file.name)"
            case .removed(let count): "\(personID): \(count) deleted"
            }
        tx.afterCommit { self.told.withLock { $0.append(words) } }
    }

    func admit(_ kind: NoticeKind, to address: String, causedBy sourceID: String, in tx: any WriteTransaction) throws -> Bool {
        address != "flooded@example.org"
    }

    func note(_ kind: ActivityKind, of personID: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        let other = subject.otherID.map { " \($0)\(subject.otherIsAddress ? "@" : "")" } ?? ""
        noted.withLock { $0.append("\(personID): \(kind.rawValue)\(other)") }
    }

    func nameReader(_ readerID: String, to ownerID: String, about fileID: String, in tx: any WriteTransaction) throws {
        noted.withLock { $0.append("\(ownerID): names \(readerID)") }
    }
}
