public import Foundation
import ParaphClient
import ParaphWire

extension RegistrationModel {
    /// What was sent where.
    public var sentTo: String {
        words(isSentAgain ? "script.register.codeSentAgain" : "script.register.codeSent", ["email": pending?.email ?? ""])
    }

    /// Whether the code can be mailed again, at a moment.
    public func isResendable(at moment: Date) -> Bool { !isBusy && secondsToResend(at: moment) == 0 }

    /// What the button says that has the code mailed again, at a moment; it counts down.
    public func resendLabel(at moment: Date) -> String {
        let left = secondsToResend(at: moment)
        return left == 0 ? words("script.register.resend") : words("script.register.resendIn", ["time": words.countdown(left)])
    }

    private func secondsToResend(at moment: Date) -> Int {
        max(0, Int((resendAt ?? moment).timeIntervalSince(moment).rounded(.up)))
    }

    func take(_ registration: PendingRegistration) {
        pending = registration
        isSentAgain = !mailed.insert(registration.email.lowercased()).inserted
        resendAt = context.now().addingTimeInterval(TimeInterval(registration.receipt.resendAfter))
    }

    /// Has the code mailed again.
    public func resend() async {
        guard let pending, isResendable(at: context.now()) else { return }
        await work.perform(words, again: { [weak self] in await self?.resend() }, take: takeCode) {
            take(try await context.client.account.resendCode(pending))
            work.notice = Notice(words("script.register.resent"), kind: .good)
        }
    }

    /// Continue: proves the address, and goes on to the signatures.
    public func confirm() async {
        guard let pending, !isBusy, code.check(), let typed = code.given else { return }
        let kept = words("script.register.kept")
        await work.perform(words, kept: kept, again: { [weak self] in await self?.confirm() }, take: takeCode) {
            let grant = try await context.client.account.confirm(pending, code: typed)
            (registered, self.pending) = (pending.email, nil)
            code.value = ""
            await context.eraseDraft(Self.draftName, at: context.draftTurn)
            await form.sendPhoto(context.client)
            step = grant.isEnrolled ? .done : .draw
            if !grant.isEnrolled { try await keepUsername() }
        }
    }

    /// Another person may have the name: strangers are not told so, and only now it is known whose the address is.
    private func keepUsername() async throws {
        guard let wanted = form.username.given else { return }
        do {
            guard try await context.client.account.person().username == nil else { return }
            _ = try await context.client.account.update(PersonUpdate(username: wanted))
        } catch let error as ClientError where form.fields.refuse(error.problem?.fields ?? [], words) {
            step = .form
        }
    }

    /// Back to the form; the code that is under way stays good.
    public func change() { step = .form }

    /// Back to the form for another address, for which the code that is under way is worth nothing.
    public func changeEmail() {
        pending = nil
        (code.value, code.error, work.notice) = ("", nil, nil)
        step = .form
    }

    /// A failure of the code that its field tells, or that has the registration begin anew; the form is still filled in.
    private func takeCode(_ error: ClientError) -> Bool {
        if error.status == 404 || error.status == 409 {
            changeEmail()
            work.notice = Notice(error.status == 404 ? words("script.register.over") : words.explain(error), kind: .warning)
            return true
        }
        return [code].refuse(error.problem?.fields ?? [], words)
    }
}
