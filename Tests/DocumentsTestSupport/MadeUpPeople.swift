import Foundation
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport

@testable import Documents

/// People whose name is their id, and signatures that a test gives.
final class MadeUpPeople: Signatories, SealAuthorizations {
    private let signatures = Mutex<[String: GivenSignature]>([:])
    /// What the device does in the place of what it does usually.
    let authorizing = Mutex<(@Sendable (SealMemory?) async throws -> Void)?>(nil)
    /// The signatures of which a device was removed.
    let removed = Mutex<Set<String>>([])
    /// The hashes of the files that signatures were drawn for in the web app.
    private let drawnFor = Mutex<[String: String]>([:])
    /// How many bytes each picture has.
    let pictureSize = Mutex(3)
    /// The signatures of which it is not kept how they look.
    let notDrawn = Mutex<Set<String>>([])
    /// The signatures that look otherwise than all the others.
    let looks = Mutex<[String: InkDrawing]>([:])
    /// How all the others look.
    static let drawing = InkDrawing(
        Sample(
            strokes: [Stroke(points: (0..<60).map { Point(x: Double($0) * 4, y: Double($0 % 12) * 5, time: Double($0) * 8) })],
            channels: .time
        )
    )
    /// The key of the app that everybody uses.
    static let key = "key"
    private let time: ManualTime

    /// What became of signatures, in transactions that were committed.
    let noted = Mutex<[String]>([])

    func note(_ kind: ActivityKind, ofSignature id: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        let words = "\(kind.rawValue) \(id)\(subject.things.contains { $0.kind == .file } ? " on a file" : "")"
        tx.afterCommit { self.noted.withLock { $0.append(words) } }
    }

    /// The seconds to wait before an app may save another file.
    let saveWait = Mutex<Int?>(nil)

    func takeSave(of file: String, by personID: String, inApp appID: String, in tx: any WriteTransaction) throws -> Int? {
        saveWait.withLock { $0 }
    }

    init(time: ManualTime) {
        self.time = time
    }

    static func person(_ id: String) -> Signatory {
        Signatory(id: id, name: id.capitalized, companyName: "North & Co", position: "Notary")
    }

    /// Gives a signature and returns its id.
    func sign(_ person: String, _ id: String, app: String = "app-1", similarity: Double = 0.94) -> String {
        let signature = GivenSignature(
            personID: person,
            appID: app,
            similarity: similarity,
            isMatch: similarity > 0.5,
            at: time.now(),
            application: "Example",
            circumstances: .init(
                clientTime: "21.11.2026 11:00:00",
                latitude: 55.75,
                longitude: 37.61,
                city: "Moscow",
                deviceVersion: "iPad3,1"
            )
        )
        signatures.withLock { $0[id] = signature }
        return id
    }

    /// Gives a signature in the web app for a file with a hash and returns its id.
    func sign(_ person: String, _ id: String, for hash: String, similarity: Double = 0.94) -> String {
        drawnFor.withLock { $0[id] = hash }
        return sign(person, id, app: SigningApp.webAppID, similarity: similarity)
    }

    func documentHash(ofSignature id: String, in tx: any ReadTransaction) throws -> String? { drawnFor.withLock { $0[id] } }

    func app(key: String) async throws -> SigningApp? { key == Self.key ? SigningApp(id: "app-1", name: "Example") : nil }
    func requireEnabled(_ appID: String, in tx: any ReadTransaction) throws {}
    func person(email: String, inApp appID: String, in tx: any ReadTransaction) throws -> Signatory? { Self.person(email) }
    func person(_ id: String, in tx: any ReadTransaction) throws -> Signatory? { id == "nobody" ? nil : Self.person(id) }

    /// What a device authorises is what it says.
    func authorize(_ request: SealRequest, personID: String, memory: SealMemory?) async throws {
        if let authorizing = authorizing.withLock({ $0 }) { return try await authorizing(memory) }
        guard request.assertion == "\(personID) \(request.digest.text)" else {
            throw Problem.forbidden("badAssertion", "It said otherwise.")
        }
    }

    func requireDevices(ofSignature id: String, personID: String, in tx: any ReadTransaction) throws {
        guard !removed.withLock({ $0.contains(id) }) else { throw Problem.conflict(.unknownSignature, "A device of it was removed.") }
    }

    func signature(_ id: String, in tx: any ReadTransaction) throws -> GivenSignature? { signatures.withLock { $0[id] } }
    func pictured(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: signatureIDs.map { ($0, 1) })
    }
    func drawn(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(signatureIDs).subtracting(notDrawn.withLock { $0 })
    }
    func drawings(ofSignatures ids: [String]) async throws -> [String: InkDrawing] {
        let kept = Set(ids).subtracting(notDrawn.withLock { $0 })
        let looks = looks.withLock { $0 }
        return Dictionary(uniqueKeysWithValues: kept.compactMap { id in (looks[id] ?? Self.drawing).map { (id, $0) } })
    }
    func picture(ofSignature id: String) async throws -> SignatoryPicture? {
        let bytes = (1...pictureSize.withLock { $0 }).map { UInt8(truncatingIfNeeded: $0) }
        return SignatoryPicture(bytes: bytes, mediaType: "image/png", orientation: 1)
    }
}
