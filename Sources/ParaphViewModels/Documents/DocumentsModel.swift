public import Foundation
public import Observation
public import ParaphClient
import ParaphWire

/// The list of the person's documents on the server, as this device last saw them, also without a connection.
@Observable public final class DocumentsModel: WorkingScreen {
    /// In which order documents stand.
    public enum Order: Hashable, Sendable, CaseIterable { case newest, name, state }

    /// All documents, in no order.
    public private(set) var rows = Loadable<[DocumentRow]>.loading
    /// The documents whose names have what is looked for, in the order that is chosen.
    public private(set) var shown: [DocumentRow] = []
    /// What is looked for in names.
    public var wanted = "" { didSet { if wanted != oldValue { arrange() } } }
    public var order = Order.newest { didSet { if order != oldValue { arrange() } } }
    /// Whether the list may be older than the server's, for want of a connection.
    public private(set) var isOffline = false

    private let context: AppContext
    private let store: OfflineStore
    private let engine: SyncEngine
    private let documents: DeviceDocuments?
    private let work = Work()
    /// Where each document stands among ``rows``.
    @ObservationIgnored private var places: [String: Int] = [:]
    @ObservationIgnored private var isFollowing = false

    /// How many are shown before the others are read, and how many changes are put into the list one by one.
    private static let (first, mostChanges) = (100, 100)

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - store: What this device keeps.
    ///   - engine: What keeps it as the server is.
    ///   - documents: What lies on this device alone, where that is listed too.
    public init(_ context: AppContext, store: OfflineStore, engine: SyncEngine, documents: DeviceDocuments? = nil) {
        (self.context, self.store, self.engine, self.documents) = (context, store, engine, documents)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("documents.title") }

    // MARK: Loading

    /// Shows what is here, then what the server has, and follows both until the task is cancelled.
    public func follow() async {
        let changes = store.changes()
        isFollowing = true
        defer { isFollowing = false }
        await show(isWhole: false)
        await refresh()
        for await changed in changes { await follow(changed) }
    }

    /// Asks the server what changed.
    public func refresh() async {
        await work.perform(words, again: { [weak self] in await self?.refresh() }, take: takeFailure) {
            try await engine.catchUp()
            isOffline = false
            // Else what changed comes by itself.
            if !isFollowing || rows.value == nil { await show(isWhole: true) }
        }
    }

    private func takeFailure(_ error: ClientError) -> Bool {
        isOffline = error.code == .offline
        if rows.value == nil { rows = .failed }
        return false
    }

    /// Shows what the store has; that it has nothing says something only once the server was asked.
    private func show(isWhole: Bool) async {
        do {
            let here = try await documents?.list() ?? []
            if rows.value == nil {
                let files = try await store.files(count: Self.first)
                if files.count == Self.first { load(await Self.rows(files, here, words)) }
            }
            let files = try await store.files()
            guard isWhole || !files.isEmpty || !here.isEmpty else { return }
            load(await Self.rows(files, here, words))
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: any Error) {
        if rows.value == nil { rows = .failed }
        work.say(error, words)
    }

    /// Thousands of rows take longer to make than a screen may stand still.
    @concurrent nonisolated private static func rows(
        _ files: [StoredFile],
        _ here: [DeviceDocument],
        _ words: Words
    ) async -> [DocumentRow] {
        files.map { DocumentRow($0, words) } + here.map { DocumentRow($0, words) }
    }

    private func load(_ all: [DocumentRow]) {
        places = Dictionary(all.enumerated().map { ($1.id, $0) }) { _, last in last }
        rows = .loaded(all)
        arrange()
    }

    /// Shows what changed, which of thousands of documents is mostly one.
    private func follow(_ changes: [Change]) async {
        let ids = Set(changes.filter { $0.kind == .file }.map(\.id))
        guard rows.value != nil, !changes.isEmpty, ids.count <= Self.mostChanges else { return await show(isWhole: rows.value != nil) }
        guard !ids.isEmpty else { return }
        do {
            let files = try await store.files(Array(ids))
            let found = Dictionary(await Self.rows(files, [], words).map { ($0.id, $0) }) { first, _ in first }
            rows.edit { rows in
                for id in ids { replace(id, by: found[id], in: &rows) }
            }
        } catch {
            fail(error)
        }
    }

    /// Puts a document's row in the place of the one that it had, or takes it out.
    private func replace(_ id: String, by row: DocumentRow?, in rows: inout [DocumentRow]) {
        if let place = places[id] {
            let at = self.place(of: rows[place])
            if at < shown.count, shown[at].id == id { shown.remove(at: at) }
            if let row {
                rows[place] = row
            } else {
                rows.swapAt(place, rows.count - 1)
                rows.removeLast()
                places[id] = nil
                if place < rows.count { places[rows[place].id] = place }
            }
        } else if let row {
            places[id] = rows.count
            rows.append(row)
        }
        if let row, isWanted(row) { shown.insert(row, at: place(of: row)) }
    }

    // MARK: What lies here

    /// What the button says that opens a file.
    public var openLabel: String { words("documents.open") }

    /// Takes a file in that the person chose, or another app opened here: a copy lies on this device from now on.
    ///
    /// - Returns: what ``ViewerModel`` opens; `nil` where it could not be kept, which the notice says.
    public func take(_ file: URL) async -> ViewerModel.Source? {
        guard let documents else { return nil }
        var taken: ViewerModel.Source?
        await work.perform(words) {
            taken = .device(try await documents.take(file))
            await show(isWhole: rows.value != nil)
        }
        return taken
    }

    /// What is asked before a document of this device is removed.
    public func question(removing row: DocumentRow) -> (title: String, consequence: String, verb: String)? {
        guard case .device(let name) = row.source else { return nil }
        return (
            words("script.documents.removeAsk", ["name": name]), words("script.documents.removeOnly"), words("script.documents.remove")
        )
    }

    /// Removes a document of this device, after the person said yes.
    public func remove(_ row: DocumentRow) async {
        guard let documents, case .device(let name) = row.source else { return }
        await work.perform(words) {
            try await documents.remove(name)
            await show(isWhole: true)
        }
    }

    // MARK: What is shown

    private func arrange() {
        shown = (rows.value ?? []).filter(isWanted).sorted { isBefore($0, $1) }
    }

    private func isWanted(_ row: DocumentRow) -> Bool {
        let letters = wanted.trimmingCharacters(in: .whitespacesAndNewlines)
        return letters.isEmpty || row.name.range(of: letters, options: .caseInsensitive) != nil
    }

    /// Where a row stands, or would, among those that are shown.
    private func place(of row: DocumentRow) -> Int {
        var (low, high) = (0, shown.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(shown[middle], row) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isBefore(_ one: DocumentRow, _ other: DocumentRow) -> Bool {
        switch order {
        case .newest:
            if (one.state == .forMe) != (other.state == .forMe) { return one.state == .forMe }
        case .name:
            let order = one.name.compare(other.name, options: [.caseInsensitive, .numeric])
            if order != .orderedSame { return order == .orderedAscending }
        case .state:
            let (place, otherPlace) = (Self.place(one.state), Self.place(other.state))
            if place != otherPlace { return place < otherPlace }
        }
        return one.changedAt == other.changedAt ? one.id > other.id : one.changedAt > other.changedAt
    }

    /// What is unknown comes last.
    private static func place(_ state: DocumentState?) -> Int {
        state.flatMap(DocumentState.allCases.firstIndex(of:)) ?? DocumentState.allCases.count
    }

    /// What is said in place of rows, where there are none: that there are no documents yet, or none of this name.
    public var emptyText: String? {
        guard let rows = rows.value, shown.isEmpty else { return nil }
        return rows.isEmpty ? words("documents.empty") : words("documents.nothingFound")
    }

    /// What an order is called.
    public func label(of order: Order) -> String {
        switch order {
        case .newest: words("documents.newest")
        case .name: words("documents.byName")
        case .state: words("documents.byState")
        }
    }
}
