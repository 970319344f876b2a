public import Foundation
public import Observation
import ParaphClient
public import ParaphWire

/// A device that asks to be added: by the code that it shows and an approval on this one.
@Observable public final class DeviceRequestModel: ApprovingScreen {
    /// The code that the new device shows.
    public let code: FormField
    /// What the new device calls itself.
    public let name: String
    public let askedAt: Date
    /// What came of it: that it was added; `nil` while it waits, and where it was declined.
    public private(set) var addedText: String?

    private let context: AppContext
    private let request: DeviceRequest
    private let work = Work()
    private let pending = PendingApproval()
    private let onAnswered: () -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - request: What waits, such as one of `deviceRequests()` of the store.
    ///   - onAnswered: It was added or declined.
    public init(_ context: AppContext, _ request: DeviceRequest, onAnswered: @escaping () -> Void = {}) {
        (self.context, self.request, self.onAnswered) = (context, request, onAnswered)
        (name, askedAt) = (request.name, Date(request.createdAt))
        code = .deviceCode(context.words)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words("device.requestTitle") }
    public var note: String { words("device.approveNote") }
    public var nameLabel: String { words("device.name") }
    public var askedLabel: String { words("device.when") }
    public var approveLabel: String { words("device.approve") }
    public var declineLabel: String { words("device.decline") }

    /// Approve; a wrong code is said before anybody draws for it.
    public func approve() async {
        guard !isBusy, approval == nil, code.check(), let given = code.given else { return }
        var isRight = false
        await work.perform(words, again: { [weak self] in await self?.approve() }) {
            isRight = try await context.client.devices.requests(code: given).contains { $0.id == request.id }
        }
        guard work.notice == nil else { return }
        guard isRight else {
            code.refuse(nil)
            return
        }
        await pending.ask(context, .addDevice, subject: request.id) { [weak self] approval in
            guard let approval else { return }
            await self?.add(given, approval)
        }
    }

    private func add(_ code: String, _ approval: String) async {
        let take = { [field = self.code, words] (error: ClientError) in [field].refuse(error.problem?.fields ?? [], words) }
        await work.perform(words, take: take) {
            _ = try await context.client.devices.approve(request.id, code: code, approval: approval)
            addedText = words("device.nowAdded")
            onAnswered()
        }
    }

    /// Decline.
    public func decline() async {
        await work.perform(words, again: { [weak self] in await self?.decline() }) {
            do {
                try await context.client.devices.decline(request.id)
            } catch let error as ClientError where error.problem?.code == .notFound {
                // It is over already.
            }
            onAnswered()
        }
    }
}
