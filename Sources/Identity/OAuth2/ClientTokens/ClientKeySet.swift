import Foundation
import ParaphWire
import ServerKit

/// The keys that a client was registered with (RFC 7591, section 2, `jwks`; RFC 7517, section 5); keys are not fetched from anywhere.
struct ClientKeySet: Hashable, Sendable {
    let keys: [ClientKey]

    /// The most bytes of one as it is registered, and the most keys in it.
    static let (byteLimit, keyLimit) = (16_384, 10)

    /// Reads the JSON of a set.
    ///
    /// - Throws: a ``ClientTokenFault`` that says what is wrong.
    init(json text: String) throws(ClientTokenFault) {
        guard case .object(let set) = SignedJWT.json(Array(text.utf8), limit: Self.byteLimit), case .array(let list) = set["keys"],
            (1...Self.keyLimit).contains(list.count)
        else { throw ClientTokenFault("must be a JSON Web Key Set: {\"keys\": [...]} with 1 to \(Self.keyLimit) keys") }
        var keys: [ClientKey] = []
        for value in list {
            guard case .object(let members) = value else { throw ClientTokenFault("Each key must be an object.") }
            keys.append(try ClientKey(members))
        }
        let names = keys.compactMap(\.id)
        guard keys.count == 1 || names.count == keys.count, Set(names).count == names.count else {
            throw ClientTokenFault("Of several keys each must have a kid of its own.")
        }
        self.keys = keys
    }

    /// The set as it is kept.
    var json: String {
        get throws { String(decoding: try JSONBody.encode(["keys": keys.map(\.members)]), as: UTF8.self) }
    }

    /// The key that a token names, or the only one where it names none.
    func key(named id: String?) -> ClientKey? {
        guard let id else { return keys.count == 1 ? keys.first : nil }
        return keys.first { $0.id == id } ?? (keys.count == 1 && keys.first?.id == nil ? keys.first : nil)
    }
}
