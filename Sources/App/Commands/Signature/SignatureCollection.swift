import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphVerification

/// A folder of SVC2004 files.
struct SignatureCollection {
    var people: [Evaluation.Person]
    /// The files that could not be read, and why.
    var unreadable: [Unreadable] = []

    /// A file that could not be read.
    struct Unreadable: Encodable {
        var file: String
        var error: String
    }

    init(folder: String, genuine: Int) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw Refusal("\(folder) cannot be read; give a folder of files called U1S1.TXT and so on.")
        }
        var files: [Int: [(number: Int, name: String)]] = [:]
        for name in names.sorted() {
            guard let (user, number) = Self.numbers(of: name) else { continue }
            if let twin = files[user]?.first(where: { $0.number == number }) {
                throw Refusal("\(folder) has \(twin.name) and \(name), which are the same sample; keep one of them.")
            }
            files[user, default: []].append((number, name))
        }
        guard !files.isEmpty else { throw Refusal("\(folder) has no file called U1S1.TXT or alike.") }
        people = []
        for (_, samples) in files.sorted(by: { $0.key < $1.key }) {
            var person = Evaluation.Person(genuine: [], forgeries: [])
            for file in samples.sorted(by: { $0.number < $1.number }) {
                do {
                    let sample = try SignatureFile.sample(at: folder + "/" + file.name, format: .svc2004)
                    if file.number <= genuine { person.genuine.append(sample) } else { person.forgeries.append(sample) }
                } catch let refusal as Refusal {
                    unreadable.append(Unreadable(file: file.name, error: refusal.description))
                }
            }
            people.append(person)
        }
    }

    /// The numbers of the user and the sample in a file's name.
    private static func numbers(of name: String) -> (user: Int, sample: Int)? {
        guard let match = name.wholeMatch(of: /[Uu](\d{1,6})[Ss](\d{1,6})\.[Tt][Xx][Tt]/), let user = Int(match.1),
            let sample = Int(match.2)
        else { return nil }
        return (user, sample)
    }
}
