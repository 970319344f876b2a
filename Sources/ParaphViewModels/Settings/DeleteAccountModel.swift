import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// Deleting the account: a word typed, and an approval.
@Observable public final class DeleteAccountModel: ApprovingScreen {
    /// What the person types to confirm.
    public var typed = ""
    /// What of Files goes too, and who else loses it; `nil` where nothing does.
    public private(set) var filesText: String?

    private let context: AppContext
    private let places: ViewerModel.Places
    private let work = Work()
    private let pending = PendingApproval()
    private let onDeleted: () -> Void

    /// How many people are named at most.
    private static let mostNamed = 5

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - places: What is kept where: what this device knows of the server goes too. Documents of this device stay.
    ///   - onDeleted: The account is gone.
    public init(_ context: AppContext, places: ViewerModel.Places, onDeleted: @escaping () -> Void = {}) {
        (self.context, self.places, self.onDeleted) = (context, places, onDeleted)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words("delete.title") }
    public var lead: String { words("app.deleteWhat") }
    /// What stands over the field.
    public var ask: String { words("delete.ask") }
    public var verb: String { words("delete.verb") }
    public var keepLabel: String { words("delete.keep") }

    /// Whether the word was typed.
    public var isEnabled: Bool {
        !isBusy && typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() == words("delete.word").lowercased()
    }

    /// Finds out what goes with the account, when the screen appears.
    public func load() async {
        filesText = nil
        do {
            let own = try await ownFiles()
            guard !own.isEmpty else { return }
            let count = words("script.files.lostWithAccount", count: own.count)
            filesText = count
            do {
                let names = try await losers(of: own)
                if !names.isEmpty { filesText = "\(count) \(words("script.files.losers", ["names": words.list(names)]))" }
            } catch {
                filesText = "\(count) \(words("script.files.losersUnasked"))"
            }
        } catch {
            filesText = words("script.files.lostUncounted")
        }
    }

    private func ownFiles() async throws -> [StoredFile] {
        var (own, cursor): ([StoredFile], String?) = ([], nil)
        repeat {
            let page = try await context.client.files.list(after: cursor)
            own += page.items.filter(\.isOwn)
            cursor = page.next
        } while cursor != nil
        return own
    }

    private func losers(of own: [StoredFile]) async throws -> [String] {
        var (known, names): (Set<String>, [String]) = ([], [])
        for file in own where file.hash != nil && known.count <= Self.mostNamed {
            for reader in try await context.client.files.readers(of: file.id) where known.insert(reader.id).inserted {
                names.append(words.shown(name: reader.name))
            }
        }
        return names.count > Self.mostNamed ? names.prefix(Self.mostNamed) + ["…"] : names
    }

    /// Deletes the account for good.
    public func delete() async {
        guard isEnabled else { return }
        work.notice = nil
        await pending.ask(context, .deleteAccount) { [weak self] given in
            guard let given else { return }
            await self?.delete(approval: given)
        }
    }

    private func delete(approval: String) async {
        await work.perform(words) {
            try await context.client.account.delete(approval: approval)
            // The account is gone, whatever this device makes of it.
            try? await places.store.erase()
            await context.drafts?.eraseAll()
            try? FileManager.default.removeItem(at: places.copies)
            onDeleted()
        }
    }
}
