public import Foundation
public import Observation
public import ParaphClient
import ParaphWire

/// The list of the person's documents on the server, as this device last saw them, also without a connection.
@Observable public final class DocumentsModel: WorkingScreen {
    /// In which order documents stand.
    public enum Order: Hashable, Sendable, CaseIterable { case newest, name, state }

    /// All documents.
    public private(set) var rows = Loadable<[DocumentRow]>.loading
    /// What is looked for in names.
    public var wanted = ""
    public var order = Order.newest
    /// Whether the list may be older than the server's, for want of a connection.
    public private(set) var isOffline = false

    private let context: AppContext
    private let store: OfflineStore
    private let engine: SyncEngine
    private let documents: DeviceDocuments?
    private let work = Work()

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
        await show(isWhole: false)
        await refresh()
        for await _ in changes { await show(isWhole: rows.value != nil) }
    }

    /// Asks the server what changed.
    public func refresh() async {
        await work.perform(words, again: { [weak self] in await self?.refresh() }, take: takeFailure) {
            try await engine.catchUp()
            isOffline = false
            await show(isWhole: true)
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
            let files = try await store.files()
            let here = try await documents?.list() ?? []
            guard isWhole || !files.isEmpty || !here.isEmpty else { return }
            rows = .loaded(files.map { [words] in DocumentRow($0, words) } + here.map { [words] in DocumentRow($0, words) })
        } catch {
            if rows.value == nil { rows = .failed }
            work.say(error, words)
        }
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

    /// The documents whose names have what is looked for, in the order that is chosen.
    public var shown: [DocumentRow] {
        let letters = wanted.trimmingCharacters(in: .whitespacesAndNewlines)
        let found = (rows.value ?? []).filter { letters.isEmpty || $0.name.range(of: letters, options: .caseInsensitive) != nil }
        return found.sorted { isBefore($0, $1) }
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
