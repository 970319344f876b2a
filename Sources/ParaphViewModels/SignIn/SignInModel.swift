public import Foundation
public import Observation
public import ParaphClient
import ParaphWire

/// Signing in: who it is, the pad, the answer; and on a device that the account does not know yet, how to make it known.
@Observable public final class SignInModel: WorkingScreen {
    /// Which part is shown.
    public enum Step: Hashable, Sendable {
        /// ``SignInModel/identifier``.
        case who
        /// ``SignInModel/signing``.
        case pad
        /// ``SignInModel/pending``: its code is typed on a device that the account knows; call ``SignInModel/follow()``.
        case device
        /// ``SignInModel/recoveryCode``.
        case recovery
    }

    public internal(set) var step = Step.who
    /// An e-mail or username.
    public let identifier: FormField
    public let recoveryCode: FormField
    /// The pad.
    public internal(set) var signing: SigningModel?
    /// The request for this device to be added.
    public internal(set) var pending: PendingDevice?

    let context: AppContext
    let work = Work()
    private let passkeys: (any PasskeyMaker)?
    private let onSignedIn: () -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - passkeys: What has passkeys answer; without it none is offered.
    ///   - onSignedIn: The session has begun; ``StartModel`` says what comes next.
    public init(_ context: AppContext, passkeys: (any PasskeyMaker)? = nil, onSignedIn: @escaping () -> Void = {}) {
        self.context = context
        self.passkeys = passkeys
        self.onSignedIn = onSignedIn
        identifier = .identifier(context.words)
        recoveryCode = .recoveryCode(context.words)
    }

    var words: Words { context.words }
    private var client: ParaphClient { context.client }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String {
        switch step {
        case .who, .pad: words("signIn.title")
        case .device: words("device.newTitle")
        case .recovery: words("recovery.title")
        }
    }

    public var lead: String {
        switch step {
        case .who: words("signIn.lead")
        case .pad: words("sign.hint")
        case .device: words("device.newWhy")
        case .recovery: words("recovery.note")
        }
    }

    // MARK: Who it is

    /// Shows who signed in here last, or what this device asked for and still waits for.
    public func load() async {
        if let waiting = try? await client.devices.pending().last(where: { Date($0.expiresAt) > context.now() }) {
            (pending, step, identifier.value) = (waiting, .device, waiting.identifier)
        } else if identifier.value.isEmpty, let last = try? await client.signIn.knownIdentifiers().first {
            identifier.value = last
        }
    }

    /// Continue: asks for the signature, or on a new device for this device to be added.
    public func identify() async {
        guard !isBusy, identifier.check(), let name = identifier.given else { return }
        await work.perform(words, again: { [weak self] in await self?.identify() }, take: takeWho) { try await begin(as: name) }
    }

    private func begin(as name: String) async throws {
        let signing = SigningModel(context, for: .signIn, otherWays: [.recoveryCode]) { [client] in
            try await client.signIn.begin(as: name)
        } onAccepted: { [weak self] _ in
            Task { await self?.finish() }
        }
        do {
            try await signing.begin()
            (self.signing, step) = (signing, .pad)
        } catch let error as ClientError where error.code == .unknownDevice || error.code == .keyMissing {
            try await request(name)
        }
    }

    private func takeWho(_ error: ClientError) -> Bool { [identifier].refuse(error.problem?.fields ?? [], words) }

    /// Back to who it is; what this device asked for is taken back.
    public func startOver() async {
        let (asked, signing) = (pending, signing)
        (pending, self.signing, step, work.notice) = (nil, nil, .who, nil)
        (recoveryCode.value, recoveryCode.error) = ("", nil)
        await signing?.cancel()
        if let asked { try? await client.devices.withdraw(asked) }
    }

    // MARK: A passkey

    /// What the button says that signs in by a passkey; `nil` where there is nothing to use one.
    public var passkeyLabel: String? { passkeys.map { _ in words("passkey.use") } }

    /// Signs in by a passkey, which knows whose it is; this device is a known one from then on.
    public func usePasskey() async {
        guard let passkeys, !isBusy else { return }
        await work.perform(words) {
            do {
                let answer = try await passkeys.answer(try await client.passkeys.beginSignIn())
                _ = try await client.signIn.begin(with: answer, as: identifier.given)
                await finish()
            } catch let refusal as PasskeyRefusal {
                work.notice = Notice(words("script.problem.\(refusal.rawValue)"), kind: refusal == .cancelled ? .plain : .bad)
            }
        }
    }

    // MARK: A device that the account does not know

    /// The address that a QR code of a new device leads to: where its code is typed, which the address does not hold.
    public var pendingLink: URL? {
        pending.flatMap { URL(string: "\(client.documents.serverAddress)/devices/requests/\($0.id)") }
    }

    /// Asks for this device to be added again, where the account does not know it any more (``SigningModel/isUnknownDevice``).
    public func addAnew() async {
        guard let name = identifier.given else { return }
        await work.perform(words, again: { [weak self] in await self?.addAnew() }) { try await request(name) }
    }

    private func request(_ name: String) async throws {
        pending = try await client.devices.request(for: name)
        (signing, step) = (nil, .device)
    }

    /// Looks every few seconds whether this device was added, until it was or the task is cancelled.
    public func follow() async {
        while pending != nil, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2500))
            await look()
        }
    }

    /// Looks whether this device was added.
    func look() async {
        guard let pending, step == .device else { return }
        do {
            try await settle(try await client.devices.status(of: pending))
            if self.pending != nil { work.notice = nil }
        } catch is CancellationError {
            // The screen is gone.
        } catch {
            let isTransient = (error as? ClientError)?.isTransient ?? false
            if !isTransient { await startOver() }
            work.say(error, words)
        }
    }

    private func settle(_ status: PendingDevice.Status) async throws {
        switch status {
        case .pending: break
        case .approved(let grant):
            pending = nil
            // Without a session the device is the person's now, and their signature opens one.
            if grant != nil { await finish() } else { try await begin(as: identifier.given ?? "") }
        case .declined: refuse("script.device.declined")
        case .expired: refuse("script.device.expired")
        }
    }

    private func refuse(_ key: String) {
        (pending, step) = (nil, .who)
        work.notice = Notice(words(key), kind: .warning)
    }

    // MARK: A recovery code

    /// Shows where a recovery code is typed.
    public func useRecoveryCode() {
        (step, work.notice) = (.recovery, nil)
    }

    /// Back from there.
    public func leaveRecovery() {
        (step, work.notice) = (pending != nil ? .device : signing != nil ? .pad : .who, nil)
    }

    /// Signs in by the recovery code; a device that is not known comes in with it.
    public func recover() async {
        guard !isBusy, recoveryCode.check(), let code = recoveryCode.given, let name = identifier.given else { return }
        await work.perform(words, take: takeCode) {
            if let pending {
                try await settle(try await client.devices.recover(pending, recoveryCode: code))
            } else {
                _ = try await client.signIn.begin(as: name, recoveryCode: code)
                await finish()
            }
        }
    }

    private func takeCode(_ error: ClientError) -> Bool { [recoveryCode].refuse(error.problem?.fields ?? [], words) }

    private func finish() async {
        (recoveryCode.value, pending) = ("", nil)
        for waiting in (try? await client.devices.pending()) ?? [] { try? await client.devices.withdraw(waiting) }
        onSignedIn()
    }
}
