import Logging
import ParaphStorage
public import ServiceLifecycle

/// Sends what waits in the outbox until the program stops.
///
/// It wakes when a mail is taken, on whichever node, and looks every few seconds besides, so that mails whose sender died leave too.
/// No fault stops it: a database or a server that fails is asked again later.
public struct OutboxService: Service, CustomStringConvertible {
    /// How long a claimed mail belongs to its sender; longer than any transport takes to give up.
    private static let leaseSeconds: Int64 = 300
    private static let pollInterval = Duration.seconds(5)

    private let database: any Database
    private let outbox: MailOutbox
    private let transport: any MailTransport
    private let sender: MailSender
    private let attachments: any MailAttachments
    private let logger: Logger

    init(
        database: any Database,
        outbox: MailOutbox,
        transport: any MailTransport,
        sender: MailSender,
        attachments: any MailAttachments,
        logger: Logger
    ) {
        self.database = database
        self.outbox = outbox
        self.transport = transport
        self.sender = sender
        self.attachments = attachments
        self.logger = logger
    }

    /// What logs call it.
    public var description: String { "OutboxService" }

    public func run() async throws {
        await withTaskGroup { group in
            for lane in MailOutbox.Lane.allCases { group.addTask { await run(lane) } }
        }
    }

    private func run(_ lane: MailOutbox.Lane) async {
        let wakes = WakeUp()
        let rings = database.wakeUps(for: MailOutbox.topic)
        await withTaskGroup { group in
            group.addTask {
                for await _ in rings.cancelOnGracefulShutdown() { wakes.wake() }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while !Task.isCancelled {
                        wakes.wake()
                        try? await Task.sleep(for: Self.pollInterval)
                    }
                }
            }
            for await _ in wakes.stream.cancelOnGracefulShutdown() {
                await sendDueLogging(lane)
            }
            group.cancelAll()
        }
    }

    private func sendDueLogging(_ lane: MailOutbox.Lane) async {
        do {
            while try await sendDue(lane) > 0, !Task.isCancelled, !Task.isShuttingDownGracefully {}
            try await database.write(outbox.purge)
        } catch {
            logger.error("mail waits: the outbox cannot be read or written", metadata: ["error": "\(error)"])
        }
    }

    /// Sends as many mails of a lane that are due as leave at the same time.
    ///
    /// - Returns: How many were due.
    func sendDue(_ lane: MailOutbox.Lane = .texts) async throws -> Int {
        let claims = try await database.write { [outbox] in
            try outbox.claim(lane, leaseSeconds: Self.leaseSeconds, in: $0)
        }
        try await withThrowingTaskGroup { group in
            for claim in claims {
                group.addTask { try await send(claim) }
            }
            try await group.waitForAll()
        }
        return claims.count
    }

    private func send(_ claim: MailOutbox.Claim) async throws {
        do {
            guard let mail = claim.mail else {
                throw MailError(.invalidMail, "the stored mail cannot be opened; was the root key replaced?")
            }
            let attached = try await attached(to: mail)
            try await transport.send(try MailMessage(mail, from: sender, identifier: claim.id, date: claim.createdAt, attached: attached))
        } catch {
            return try await fail(claim, with: error as? MailError ?? MailError(.unreachable, "\(type(of: error))"))
        }
        try await database.write { [outbox] in try outbox.finish(claim, in: $0) }
    }

    private func attached(to mail: Mail) async throws -> [UInt8] {
        guard let attachment = mail.attachment else { return [] }
        guard let bytes = try await attachments.bytes(of: attachment.reference) else {
            throw MailError(.invalidMail, "the file that goes with the mail was deleted before the mail left")
        }
        return bytes
    }

    private func fail(_ claim: MailOutbox.Claim, with error: MailError) async throws {
        let metadata: Logger.Metadata = ["mail": "\(claim.id)", "attempt": "\(claim.attempt)", "error": "\(error)"]
        if error.isTemporary, let delay = RetrySchedule.delay(after: claim.attempt) {
            logger.warning("a mail could not be sent yet", metadata: metadata)
            try await database.write { [outbox] in
                try outbox.postpone(claim, seconds: delay, failure: error.description, in: $0)
            }
        } else {
            logger.error("a mail was given up", metadata: metadata)
            try await database.write { [outbox] in try outbox.bury(claim, failure: error.description, in: $0) }
        }
    }
}
