import ParaphWire

/// A thing of the server that a store keeps.
protocol Mirrored: Codable, Hashable, Sendable {
    static var kind: Change.Kind { get }
    var id: String { get }
    /// By what a list of them is sorted.
    var changedAt: Timestamp { get }

    /// All that the person has.
    static func all(by client: ParaphClient) async throws -> [Self]
}

/// A thing of which a person may have many, so that only those that changed are asked for.
protocol SinglyMirrored: Mirrored {
    /// How one is now.
    static func find(_ id: String, by client: ParaphClient) async throws -> Self
    /// Those of some that the beginning of a list tells, where many changed; the others are asked for one by one.
    static func newest(_ ids: Set<String>, by client: ParaphClient) async throws -> [any Mirrored]
}

extension Change.Kind {
    /// What a store keeps of a kind, and how it follows the server.
    enum Mirroring {
        case nothing
        /// What changed is asked for by itself.
        case singly(any SinglyMirrored.Type)
        /// The list is loaded whole where something of it changed.
        case whole(any Mirrored.Type)
    }

    /// What a store keeps of this kind.
    var mirroring: Mirroring {
        switch self {
        case .file: .singly(StoredFile.self)
        case .request: .whole(ClientRequest.self)
        case .deviceRequest: .whole(DeviceRequest.self)
        case .session: .whole(Session.self)
        // A history is asked for where it is shown.
        case .document: .nothing
        // For the server's own pages alone.
        case .handOver: .nothing
        }
    }

    /// All that a store keeps.
    static let mirrored: [any Mirrored.Type] = allCases.compactMap {
        switch $0.mirroring {
        case .nothing: nil
        case .singly(let type): type
        case .whole(let type): type
        }
    }
}

extension Change.Kind {
    /// Those of which each is asked for by itself.
    static let singlyMirrored: [any SinglyMirrored.Type] = allCases.compactMap {
        if case .singly(let type) = $0.mirroring { type } else { nil }
    }
}

extension StoredFile: SinglyMirrored {
    /// How many of a page of the list are to be wanted ones for the next page to be worth its call.
    private static let worthwhile = 10

    static var kind: Change.Kind { .file }

    static func all(by client: ParaphClient) async throws -> [Self] {
        var (files, next): ([Self], String?) = ([], nil)
        repeat {
            let page = try await client.files.list(after: next)
            files += page.items
            next = page.next
        } while next != nil
        return files
    }

    static func find(_ id: String, by client: ParaphClient) async throws -> Self { try await client.files.find(id) }

    static func newest(_ ids: Set<String>, by client: ParaphClient) async throws -> [any Mirrored] {
        var (found, wanted, next, isWorthwhile): ([Self], Set<String>, String?, Bool) = ([], ids, nil, true)
        // What changed last stands first.
        while isWorthwhile, wanted.count >= worthwhile {
            let page = try await client.files.list(after: next)
            let known = page.items.filter { wanted.contains($0.id) }
            found += known
            wanted.subtract(known.map(\.id))
            next = page.next
            isWorthwhile = next != nil && known.count >= worthwhile
        }
        return found
    }
}

extension ClientRequest: Mirrored {
    static var kind: Change.Kind { .request }
    var changedAt: Timestamp { createdAt }

    static func all(by client: ParaphClient) async throws -> [Self] { try await client.requests.list() }
}

extension DeviceRequest: Mirrored {
    static var kind: Change.Kind { .deviceRequest }
    var changedAt: Timestamp { createdAt }

    static func all(by client: ParaphClient) async throws -> [Self] { try await client.devices.requests() }
}

extension Session: Mirrored {
    static var kind: Change.Kind { .session }
    var changedAt: Timestamp { createdAt }

    static func all(by client: ParaphClient) async throws -> [Self] { try await client.signIn.sessions() }
}
