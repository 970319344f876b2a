import ParaphStorage
import ParaphWire
import ServerKit

/// Mails codes to addresses, and looks at those that are typed.
///
/// A code belongs to the address, not to the registration that asked for it: it is good for each one that waits for this address, so the
/// owner of the mailbox registers with the mail that is there, however many a stranger had sent before. Wrong codes end a registration
/// after five, and count for the address: after ``guessLimit`` within a day its codes are long ones, which cannot be guessed.
struct MailedCodeService: Sendable {
    let environment: IdentityEnvironment

    /// The wrong codes of six digits that an address bears within a day.
    ///
    /// Two such codes may be good at a time, so that guessing succeeds 2 · 10 times in a million a day at most, over all callers.
    static let guessLimit = 10
    /// How long a code that is mailed is good at least, in seconds, as its letter says.
    static let shortest: Int64 = 1800

    /// Mails the address its code, where the mailbox is enough to get in, else that it has an account.
    ///
    /// `mayOpen` says whether the mailbox is enough, `holdsSomething` whether there is an account already, which six digits are too few for;
    /// `source` is the network that asks.
    func mail(
        to email: EmailAddress,
        in language: Language,
        mayOpen: Bool,
        holdsSomething: Bool,
        from source: String?,
        at now: Timestamp,
        tx: any WriteTransaction
    ) throws {
        let receiver = try LetterReceiver(email, keys: environment.keys, in: tx)
        guard mayOpen else {
            guard try LetterStore.admit(.alreadyRegistered, to: receiver, from: source, at: now, in: tx) != .held else { return }
            return try send(.alreadyRegistered, to: email, in: language, tx)
        }
        let isLong = try holdsSomething || isGuessed(receiver, at: now, in: tx) || isFlooded(receiver, at: now, in: tx)
        let kind: NoticeKind = isLong ? .longCode : .code
        let waiting = try MailedCodeStore.good(for: receiver, until: now.adding(seconds: Self.shortest - 1), in: tx)
        if let record = waiting.first(where: { $0.isLong == isLong }),
            let code = try MailedCodeStore.open(record, keys: environment.keys, in: tx)
        {
            // It lies in the mailbox already; a few letters more save the owner from looking for it.
            guard try LetterStore.admit(kind, to: receiver, from: source, at: now, in: tx) != .held else { return }
            return try send(.registrationCode(code), to: email, in: language, tx)
        }
        let code = MailedCode.random(long: isLong)
        try MailedCodeStore.insert(code, for: receiver, at: now, keys: environment.keys, in: tx)
        // A new code that is in no mailbox would be none; there is one of six digits in half an hour at most, and a long one in a day.
        try LetterStore.note(kind, to: receiver, from: source, at: now, in: tx)
        try send(.registrationCode(code), to: email, in: language, tx)
    }

    /// Whether what was typed is a code of the address.
    ///
    /// A wrong one counts, and may be the one after which the address gets a long code.
    func accepts(
        _ typed: String,
        for email: EmailAddress,
        in language: Language,
        from source: String?,
        at now: Timestamp,
        tx: any WriteTransaction
    ) throws -> Bool {
        let receiver = try LetterReceiver(email, keys: environment.keys, in: tx)
        let wasGuessed = try isGuessed(receiver, at: now, in: tx)
        let good = try MailedCodeStore.good(for: receiver, until: now, in: tx).filter { $0.isLong || !wasGuessed }
        if let code = MailedCode(typed: typed) {
            for record in good where record.isLong == code.isLong {
                guard let right = try MailedCodeStore.open(record, keys: environment.keys, in: tx) else { continue }
                if SecretHash(of: right.digits) == SecretHash(of: code.digits) { return true }
            }
            if code.isLong { return false }
        }
        guard let short = good.first(where: { !$0.isLong }) else { return false }
        try MailedCodeStore.addFailure(to: short, in: tx)
        if try isGuessed(receiver, at: now, in: tx) {
            try mail(to: email, in: language, mayOpen: true, holdsSomething: false, from: source, at: now, tx: tx)
        }
        return false
    }

    /// Whether so many wrong codes came within a day that six digits are good no more.
    private func isGuessed(_ receiver: LetterReceiver, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try MailedCodeStore.failures(for: receiver, at: now, in: tx) >= Self.guessLimit
    }

    /// Whether so many letters with six digits went out within a day that one with a code for the whole day takes their place.
    private func isFlooded(_ receiver: LetterReceiver, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        let since = now.adding(seconds: -MailedCodeStore.day)
        return try LetterStore.count(.code, to: receiver, since: since, in: tx) >= NoticeKind.code.limit.daily
    }

    private func send(_ notice: IdentityNotice, to email: EmailAddress, in language: Language, _ tx: any WriteTransaction) throws {
        try environment.mailer.enqueue(notice.mail(to: email, in: language, site: environment.site), in: tx)
    }
}
