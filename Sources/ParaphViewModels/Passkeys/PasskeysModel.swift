public import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// The person's passkeys, each of which can replace a recovery code: adding, naming and removing one.
@Observable public final class PasskeysModel: ApprovingScreen {
    /// A passkey.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: String
        public let name: String
        public let addedAt: Date
        public let usedAt: Date?
        /// That it may be on other devices too, or whose key it is.
        public let notes: [String]
        /// What is asked before it is removed, and what follows from that.
        public let question: String
        public let consequence: String
    }

    public private(set) var rows = Loadable<[Row]>.loading

    private let context: AppContext
    private let maker: (any PasskeyMaker)?
    private let deviceName: String
    private let work = Work()
    private let pending = PendingApproval()

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - deviceName: What a passkey that is made here is called.
    ///   - maker: What makes passkeys; without it none is added.
    public init(_ context: AppContext, deviceName: String, maker: (any PasskeyMaker)?) {
        (self.context, self.deviceName, self.maker) = (context, deviceName, maker)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words("passkey.title") }
    public var lead: String { words("passkey.lead") }
    public var addLabel: String { words("passkey.add") }
    public var addedLabel: String { words("passkey.added") }
    public var usedLabel: String { words("passkey.used") }
    public var removeLabel: String { words("device.remove") }
    public var renameLabel: String { words("files.rename") }
    public var nameLabel: String { words("files.name") }
    /// Whether passkeys can be made here.
    public var isAddable: Bool { maker != nil }

    /// Gets them, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in rows.noteFailure() }) { try await show() }
    }

    private func show() async throws {
        let passkeys = try await context.client.passkeys.list()
        // Whose key one is, is said by the device's name.
        let hasKeys = passkeys.contains { $0.deviceId != nil }
        let devices = hasKeys ? try await context.client.devices.list() : []
        rows = .loaded(passkeys.map { passkey in row(passkey, device: devices.first { $0.id == passkey.deviceId }?.name) })
    }

    private func row(_ passkey: Passkey, device: String?) -> Row {
        let synced = passkey.isSynced || passkey.isBackedUp ? words("passkey.synced") : nil
        return Row(
            id: passkey.id,
            name: passkey.name,
            addedAt: Date(passkey.createdAt),
            usedAt: passkey.lastUsedAt.map { Date($0) },
            notes: [device.map { words("passkey.ofDevice", ["name": $0]) }, synced].compactMap(\.self),
            question: words("device.removeAsk", ["name": passkey.name]),
            consequence: device.map { words("passkey.removeWithDevice", ["name": $0]) } ?? words("passkey.removeNote")
        )
    }

    /// Add a passkey: an approval where one is needed, then the system's sheet.
    public func add() async {
        guard maker != nil, !isBusy, approval == nil else { return }
        var needsApproval = false
        await work.perform(words, again: { [weak self] in await self?.add() }) {
            let wanted = try await context.client.passkeys.begin()
            needsApproval = wanted.needsApproval
            if !needsApproval { try await make(wanted, approval: nil) }
        }
        guard needsApproval, work.notice == nil else { return }
        await pending.ask(context, .addPasskey) { [weak self] given in await self?.add(approval: given) }
    }

    /// Signing may have taken long: the challenge is a new one.
    private func add(approval: String?) async {
        await work.perform(words) { try await make(try await context.client.passkeys.begin(), approval: approval) }
    }

    private func make(_ wanted: PasskeyCreation, approval: String?) async throws {
        guard let maker else { return }
        do {
            let made = try await maker.make(wanted)
            let passkey = NewPasskey(
                challengeId: wanted.challengeId,
                name: deviceName,
                clientDataJSON: Base64URL(made.clientDataJSON),
                attestationObject: Base64URL(made.attestationObject),
                approval: approval
            )
            _ = try await context.client.passkeys.add(passkey)
            try await show()
        } catch let refusal as PasskeyRefusal {
            work.notice = Notice(words("script.problem.\(refusal.rawValue)"), kind: refusal == .cancelled ? .plain : .bad)
        }
    }

    /// Calls a passkey something else.
    public func rename(_ id: String, to name: String) async {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let row = rows.value?.first(where: { $0.id == id }), !name.isEmpty, name != row.name else { return }
        await work.perform(words, again: { [weak self] in await self?.rename(id, to: name) }) {
            _ = try await context.client.passkeys.rename(id, to: String(name.prefix(100)))
            try await show()
        }
    }

    /// Removes a passkey, after the person said yes.
    public func remove(_ id: String) async {
        guard !isBusy else { return }
        work.notice = nil
        await pending.ask(context, .removePasskey, subject: id) { [weak self] given in
            guard let given else { return }
            await self?.remove(id, approval: given)
        }
    }

    private func remove(_ id: String, approval: String) async {
        await work.perform(words) {
            try await context.client.passkeys.remove(id, approval: approval)
            try await show()
        }
    }
}
