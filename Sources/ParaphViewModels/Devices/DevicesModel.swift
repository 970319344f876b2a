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

    /// A device that asks to be added.
    public struct Waiting: Identifiable, Hashable, Sendable {
        public let id: String
        public let name: String
        public let askedAt: Date
    }

    public private(set) var rows = Loadable<[Row]>.loading
    /// The devices that ask to be added: ``open(_:)``.
    public private(set) var waiting: [Waiting] = []
    /// The one that is looked at: show it, until it is `nil` again.
    public private(set) var opened: DeviceRequestModel?
    /// The approval of a removal that the person asked for: show it, until it is `nil` again.
    public private(set) var approval: ApprovalModel?

    private let context: AppContext
    private let work = Work()
    private var requests: [DeviceRequest] = []

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
    /// What stands over the devices that ask to be added.
    public var waitingTitle: String { words("device.asks") }

    /// Gets the devices, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in rows.noteFailure() }) { try await show() }
    }

    /// Opens a request of a device that asks to be added.
    public func open(_ id: String) {
        guard let request = requests.first(where: { $0.id == id }) else { return }
        opened = DeviceRequestModel(context, request) { [weak self] in
            let text = self?.opened?.addedText
            self?.opened = nil
            Task {
                await self?.load()
                if let text, self?.work.notice == nil { self?.work.notice = Notice(text, kind: .good) }
            }
        }
    }

    /// Closes it; the device goes on waiting.
    public func close() async {
        let closed = opened
        opened = nil
        await closed?.cancelApproval()
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
        let devices = try await context.client.devices.list()
        requests = try await context.client.devices.requests()
        waiting = requests.map { Waiting(id: $0.id, name: $0.name, askedAt: Date($0.createdAt)) }
        rows = .loaded(devices.map(row))
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
