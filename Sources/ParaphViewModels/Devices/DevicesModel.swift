public import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// The devices on which the person can sign; one that is lost is removed, which takes an approval.
@Observable public final class DevicesModel: WorkingScreen {
    /// A device.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: String
        public let name: String
        public let addedAt: Date
        public let usedAt: Date?
        /// What its key is, where that is a passkey.
        public let keyLine: String?
        /// Whether it is this one, which is not removed here.
        public let isCurrent: Bool
        /// What is asked before it is removed, and what follows from that.
        public let question: String
        public let consequence: String
    }

    public private(set) var rows = Loadable<[Row]>.loading
    /// The approval of a removal that the person asked for: show it, until it is `nil` again.
    public private(set) var approval: ApprovalModel?

    private let context: AppContext
    private let work = Work()

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext) {
        self.context = context
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("device.title") }
    public var lead: String { words("device.lead") }

    /// Gets the devices, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in rows.noteFailure() }) { try await show() }
    }

    /// Begins to remove a device, after the person said yes to its question.
    public func remove(_ id: String) async {
        guard let row = rows.value?.first(where: { $0.id == id }), !row.isCurrent, approval == nil else { return }
        let approval = ApprovalModel(context, .removeDevice, subject: id) { [weak self] given in
            Task { await self?.remove(id, approval: given) }
        }
        self.approval = approval
        await approval.start()
    }

    /// The person does not approve: nothing is removed.
    public func cancelRemoval() async {
        let cancelled = approval
        approval = nil
        await cancelled?.cancel()
    }

    func remove(_ id: String, approval given: String?) async {
        approval = nil
        guard let given else { return }
        await work.perform(words) {
            try await context.client.devices.remove(id, approval: given)
            try await show()
        }
    }

    private func show() async throws {
        rows = .loaded(try await context.client.devices.list().map(row))
    }

    private func row(_ device: Device) -> Row {
        let isPasskey = device.key != .p256
        return Row(
            id: device.id,
            name: device.name,
            addedAt: Date(device.createdAt),
            usedAt: device.lastUsedAt.map { Date($0) },
            keyLine: isPasskey ? words(device.isSynced == true ? "device.syncedKey" : "device.passkeyKey") : nil,
            isCurrent: device.isCurrent,
            question: words("device.removeAsk", ["name": device.name]),
            consequence: words(isPasskey ? "device.removeWithPasskey" : "device.removeNote")
        )
    }
}
