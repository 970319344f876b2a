import ParaphWire

extension Sample {
    static let challenges: [Sample] = [
        Sample(ChallengeRequest(purpose: .removeDevice, identifier: "anna@example.org", deviceId: id, subject: otherID, handOver: id)),
        Sample(all: ChallengePurpose.self),
        Sample(
            Challenge(
                id: id,
                purpose: .signIn,
                nonce: digest,
                audience: "https://a.example",
                bindingMessage: "Sign in to a.example",
                attemptsLeft: 5,
                expiresAt: later,
                retryAfter: 30
            )
        ),
        Sample(
            ChallengeResult(
                outcome: .accepted,
                similarity: 0.875,
                refusal: Open(.tooShort),
                reasons: [Open(.shape)],
                attemptsLeft: 4,
                retryAfter: 30,
                session: session,
                approval: "approval",
                signatureId: id
            ),
            ChallengeResult(outcome: .refused, attemptsLeft: 1)
        ),
        Sample(all: ChallengeResult.Outcome.self),
        Sample(all: SignatureAspect.self),
        Sample(
            ChallengeAnswer(assertion: "e30.e30.AA", sample: bytes, ink: .black),
            ChallengeAnswer(
                passkey: PasskeyStatement(
                    claims: answerClaims,
                    credentialId: bytes,
                    clientDataJSON: bytes,
                    authenticatorData: bytes,
                    signature: bytes
                ),
                sample: bytes
            )
        ),
        Sample(
            PasskeyStatement(
                claims: answerClaims,
                credentialId: bytes,
                clientDataJSON: bytes,
                authenticatorData: bytes,
                signature: bytes,
                userHandle: bytes
            )
        ),
        Sample(answerClaims),
        Sample(RecoveryApprovalRequest(purpose: .removeDevice, recoveryCode: "ABCD-EFGH-JKLM", subject: otherID)),
        Sample(Approval(approval: "approval", expiresAt: later)),
        Sample(ApprovedRequest(approval: "approval")),
        Sample(
            StepUpStatus(
                methods: StepUpStatus.Method.allCases,
                exempt: [.addPasskey, .recoveryCodes],
                enrolmentEndsAt: later,
                mailedCodeWait: 86_400,
                mailedCodeAt: later,
                isWaiting: true
            )
        ),
        Sample(all: StepUpStatus.Method.self),
        Sample(ApprovalCodeRequest(purpose: .removeDevice, subject: otherID)),
        Sample(ApprovalCodeReceipt(id: id, expiresAt: later, availableAt: later)),
        Sample(ApprovalCode(code: "012345")),
        Sample(
            ClientRequest(
                id: id,
                kind: .signHashes,
                clientName: "Bank",
                clientHost: "bank.example",
                description: "Lease",
                digests: [digest],
                asksCode: true,
                scopes: ["openid"],
                createdAt: now,
                expiresAt: later,
                outcome: .approved
            )
        ),
        Sample(all: ClientRequest.Kind.self),
        Sample(all: ClientRequest.Outcome.self),
        Sample(
            PhoneStatus(
                isAvailable: true,
                number: "+33123456789",
                isProved: false,
                code: .init(state: .delivered, triesLeft: 4, expiresAt: Timestamp(milliseconds: 1_795_255_200_000))
            )
        ),
        Sample(PhoneStatus.Code(state: .waiting, triesLeft: 5, expiresAt: Timestamp(milliseconds: 1_795_255_200_000))),
        Sample(all: PhoneStatus.State.self),
        Sample(PhoneConfirmation(code: "123456")),
        Sample(PushSettings(webPushKey: point, appleTopic: "org.example.sign", categories: [.requests])),
        Sample(
            PushRegistration(
                webPush: WebPushAddress(
                    endpoint: "https://push.example.net/send/1",
                    p256dh: point,
                    auth: Base64URL([UInt8](repeating: 7, count: 16))
                ),
                apple: ApplePushAddress(token: hash),
                categories: [.requests, .signIns]
            )
        ),
        Sample(
            WebPushAddress(endpoint: "https://push.example.net/send/1", p256dh: point, auth: Base64URL([UInt8](repeating: 7, count: 16)))
        ),
        Sample(ApplePushAddress(token: hash)),
        Sample(all: PushCategory.self),
        Sample(BlockedProgram(id: id, clientName: "Bank", at: now)),
        Sample(Announcement(id: id, text: "Maintenance", startsAt: now, endsAt: later, createdAt: now)),
    ]

    static let session = SessionGrant(token: "session-token", personId: id, deviceId: otherID, expiresAt: later, isEnrolled: true)

    /// The browser's key of RFC 8291, appendix A.
    private static let point = Base64URL("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4") ?? bytes

    private static let answerClaims = AnswerClaims(
        rid: id,
        nonce: digest.text,
        aud: "https://a.example",
        msg: "«Анна»",
        smp: digest.text,
        att: 1,
        iat: 1_795_000_000,
        dec: "approve",
        doc: hash,
        dig: digest.text,
        dsc: "Lease",
        num: "042",
        for: id
    )
}
