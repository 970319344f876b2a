import Crypto
public import Foundation
import ParaphEncoding
import ParaphWire

/// Documents that lie on this device alone: the PDF files of a folder that the person sees, such as that of the Files app, and what is noted of
/// them in another one.
///
/// A signed version takes its document's place once the server has taken note of it. Until then it waits beside the notes.
public actor DeviceDocuments {
    /// The largest file that is read, in bytes.
    private static let largest = 100 << 20

    /// The folder in which the documents lie.
    public nonisolated let folder: URL
    private let place: URL
    private var loaded: DeviceNotes?

    /// Looks into a folder.
    ///
    /// - Parameters:
    ///   - folder: Where the documents lie; it must exist.
    ///   - notes: A folder of its own on the same volume, such as one in Application Support; it is made where there is none.
    public init(in folder: URL, notes: URL) {
        (self.folder, place) = (folder, notes)
    }

    /// The documents that are there, by name.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func list() throws -> [DeviceDocument] {
        try keeping {
            let waiting = try notes().waiting
            let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
            let files = try FileManager.default.contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: keys,
                options: .skipsHiddenFiles
            )
            let documents = try files.compactMap { file -> DeviceDocument? in
                let values = try file.resourceValues(forKeys: Set(keys))
                guard file.pathExtension.lowercased() == "pdf", values.isRegularFile == true else { return nil }
                let name = file.lastPathComponent
                let changedAt = values.contentModificationDate ?? Date(timeIntervalSince1970: 0)
                return DeviceDocument(name: name, size: values.fileSize ?? 0, changedAt: changedAt, isWaiting: waiting[name] != nil)
            }
            return documents.sorted { $0.name.compare($1.name, options: [.caseInsensitive, .numeric]) == .orderedAscending }
        }
    }

    /// Takes a file in, such as one that another app opened here: a copy of it, under its name or one that is free; one that is there already is
    /// not taken twice.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: What it is to be called; its own name unless told.
    /// - Returns: the document's name.
    /// - Throws: ``ClientError`` of code `storage`.
    public func take(_ file: URL, named name: String? = nil) throws -> String {
        try keeping {
            let bytes = try read(file)
            let hash = Self.hash(bytes)
            for known in try list() where known.size == bytes.count {
                if let other = try? read(url(of: known.name)), Self.hash(other) == hash { return known.name }
            }
            let free = freeName((name ?? file.lastPathComponent).replacing("/", with: "_"))
            try Data(bytes).write(to: url(of: free), options: .atomic)
            return free
        }
    }

    /// Removes a document, and a signed version of it that waits.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func remove(_ name: String) throws {
        try keeping {
            if let next = try notes().waiting[name] { try drop(next, of: name) }
            let url = url(of: name)
            if FileManager.default.fileExists(atPath: url.path) { try FileManager.default.removeItem(at: url) }
        }
    }

    /// Where a document lies: for showing and sharing it.
    public nonisolated func url(of name: String) -> URL { folder.appending(path: URL(filePath: name).lastPathComponent) }

    /// Tells the server of signed versions that wait, such as after a lost connection, and puts them in their documents' places; what cannot be
    /// told now waits on.
    ///
    /// - Parameter client: The client in whose session its person signed.
    /// - Returns: the names of documents whose signed version the server never takes: these stay as they were.
    /// - Throws: ``ClientError`` of code `storage`.
    public func finishWaiting(_ client: ParaphClient) async throws -> [String] {
        guard let person = await client.caller.vault.session?.personId else { return [] }
        var given: [String] = []
        for (name, next) in try keeping({ try notes().waiting }) where next.personID == person {
            do {
                _ = try await finish(next, of: name, client)
            } catch let error as ClientError where error.code != .storage {
                if Self.isFinal(error) { given.append(name) }
                // What the network does not carry now it does not carry for the next one either.
                if error.isTransient { break }
            }
        }
        return given.sorted()
    }
}

// MARK: - Signing

extension DeviceDocuments {
    /// The bytes of a document, with their hash.
    package func content(of name: String) throws -> (bytes: [UInt8], hash: String) {
        try keeping {
            let bytes = try read(url(of: name))
            return (bytes, Self.hash(bytes))
        }
    }

    /// The document in the registry that a file is a version of, as it was noted here.
    package func documentID(of hash: String) throws -> String? { try keeping { try notes().documents[hash] } }

    /// Whether a signed version waits.
    package func isWaiting(_ name: String) throws -> Bool { try waiting(name) != nil }

    func waiting(_ name: String) throws -> DeviceNotes.Waiting? { try keeping { try notes().waiting[name] } }

    /// Keeps a signed version until the server has taken note of it.
    func keep(_ bytes: [UInt8], _ save: DocumentSave, of name: String, by person: String) throws -> DeviceNotes.Waiting {
        try keeping {
            var notes = try notes()
            guard notes.waiting[name] == nil, Self.hash(try read(url(of: name))) == save.previousHash else {
                throw ClientError(.differs, "the document was changed meanwhile: open it anew")
            }
            let next = DeviceNotes.Waiting(file: "\(UUID().uuidString).pdf", save: save, personID: person)
            let file = place.appending(path: next.file)
            do {
                try Data(bytes).write(to: file, options: .atomic)
                // What counts is what lies on the disk.
                guard Self.hash(try read(file)) == save.hash else { throw ClientError(.storage, "what was written is not what was signed") }
                notes.waiting[name] = next
                try write(notes)
            } catch {
                try? FileManager.default.removeItem(at: file)
                throw error
            }
            return next
        }
    }

    /// Tells the server of a signed version, and puts it in its document's place; what the server never takes is given up.
    func finish(_ next: DeviceNotes.Waiting, of name: String, _ client: ParaphClient) async throws -> (saved: SavedDocument, name: String) {
        do {
            let saved = try await client.documents.save(next.save)
            return (saved, try keeping { try put(next, inPlaceOf: name, as: saved.id) })
        } catch let error as ClientError where Self.isFinal(error) {
            try keeping { try drop(next, of: name) }
            throw error
        }
    }

    /// The refusals that no other try changes; all others, such as a limit's, leave what was signed here.
    private static func isFinal(_ error: ClientError) -> Bool {
        let codes: [ProblemCode] = [
            .alreadySaved, .ambiguous, .neverSaved, .repeatedSignature, .tooManyVersions, .unchanged, .unknownSignature, .usedSignature,
        ]
        return error.status == 409 && codes.contains { error.isProblem($0) }
    }

    func put(_ next: DeviceNotes.Waiting, inPlaceOf name: String, as documentID: String) throws -> String {
        var (notes, target) = (try notes(), name)
        let file = place.appending(path: next.file)
        if FileManager.default.fileExists(atPath: file.path) {
            // What was changed here meanwhile by another app stays, beside the signed version.
            let isChanged = (try? read(url(of: name))).map { Self.hash($0) != next.save.previousHash } ?? false
            if isChanged { target = freeName(name) }
            guard rename(file.path, url(of: target).path) == 0 else { throw ClientError(.storage, "the file cannot be put at its place") }
        }
        // Another one may wait by now, where this one was told twice.
        if notes.waiting[name] == next { notes.waiting[name] = nil }
        notes.note(documentID, of: next.save.hash)
        try write(notes)
        return target
    }

    private func drop(_ next: DeviceNotes.Waiting, of name: String) throws {
        var notes = try notes()
        if notes.waiting[name] == next { notes.waiting[name] = nil }
        try write(notes)
        try? FileManager.default.removeItem(at: place.appending(path: next.file))
    }

    /// A name that no file has: `Lease.pdf`, else `Lease 2.pdf`.
    private func freeName(_ wanted: String) -> String {
        // A name that begins with a dot would be hidden.
        let shown = String(wanted.drop { $0 == "." })
        let given = shown.lowercased().hasSuffix(".pdf") ? String(shown.dropLast(4)) : shown
        let stem = given.isEmpty ? "Document" : given
        var (name, number) = ("\(stem).pdf", 2)
        while FileManager.default.fileExists(atPath: url(of: name).path) {
            (name, number) = ("\(stem) \(number).pdf", number + 1)
        }
        return name
    }

    private func read(_ file: URL) throws -> [UInt8] {
        let source = try FileSource(file)
        guard source.size <= Self.largest else { throw ClientError(.storage, "the file is larger than 100 MiB") }
        return try source.read(0..<source.size)
    }

    private static func hash(_ bytes: [UInt8]) -> String { Hexadecimal.encode(SHA256.hash(data: bytes)) }

    // MARK: Notes

    private var file: URL { place.appending(path: "documents.json") }

    private func notes() throws -> DeviceNotes {
        if let loaded { return loaded }
        var notes = DeviceNotes()
        if FileManager.default.fileExists(atPath: file.path) {
            notes = try JSONDecoder().decode(DeviceNotes.self, from: Data(contentsOf: file))
        } else {
            let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true, attributes: permissions)
        }
        loaded = notes
        return notes
    }

    private func write(_ notes: DeviceNotes) throws {
        try JSONEncoder().encode(notes).write(to: file, options: .atomic)
        loaded = notes
    }

    private func keeping<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as ClientError {
            throw error
        } catch {
            throw ClientError(.storage, "the documents on this device cannot be read or written", cause: error)
        }
    }
}
