import ParaphWire

extension Sample {
    static let devices: [Sample] = [
        Sample(
            Device(
                id: id,
                name: "Phone",
                kind: .ios,
                model: "iPhone17,1",
                osVersion: "18.1",
                createdAt: now,
                lastUsedAt: later,
                isCurrent: true,
                key: .passkey,
                passkeyId: otherID,
                isSynced: false
            )
        ),
        Sample(all: Device.Key.self),
        Sample(deviceKey),
        Sample(all: DeviceKey.Kind.self),
        Sample(DeviceRequestRequest(identifier: "anna@example.org", device: deviceKey)),
        Sample(
            DeviceRequest(
                id: id,
                status: .approved,
                code: "012345",
                secret: "request-secret",
                name: "Phone",
                kind: .ios,
                model: "iPhone17,1",
                createdAt: now,
                expiresAt: later,
                deviceId: otherID,
                session: session
            )
        ),
        Sample(all: DeviceRequest.Status.self),
        Sample(DeviceApproval(approval: "approval", code: "012345")),
        Sample(RecoveryCodeRequest(recoveryCode: "ABCD-EFGH-JKLM")),
        Sample(RecoverySignIn(identifier: "anna@example.org", recoveryCode: "ABCD-EFGH-JKLM", device: deviceKey)),
        Sample(DeviceSessionRequest(device: deviceKey)),
        Sample(RecoveryCodes(codes: ["ABCD-EFGH-JKLM"], remaining: 10)),
        Sample(session),
        Sample(
            Session(
                id: id,
                deviceId: otherID,
                deviceName: "Phone",
                createdAt: now,
                lastUsedAt: later,
                expiresAt: later,
                isCurrent: true
            )
        ),
    ]

    static let passkeys: [Sample] = [
        Sample(Passkey(id: id, name: "Key", createdAt: now, lastUsedAt: later, isBackedUp: true, isSynced: true, deviceId: otherID)),
        Sample(
            PasskeyCreation(
                challengeId: id,
                challenge: digest,
                rpId: "a.example",
                rpName: "Paraph",
                userId: bytes,
                userName: "anna@example.org",
                userDisplayName: "Анна",
                algorithms: [-7, -257],
                exclude: [bytes],
                needsApproval: true,
                expiresAt: later
            )
        ),
        Sample(
            NewPasskey(
                challengeId: id,
                name: "Key",
                clientDataJSON: bytes,
                attestationObject: bytes,
                approval: "approval",
                isForDevice: true
            )
        ),
        Sample(PasskeyName(name: "Key")),
        Sample(PasskeyChallengeRequest(purpose: .removePasskey, subject: otherID)),
        Sample(PasskeyChallenge(challengeId: id, challenge: digest, rpId: "a.example", allow: [bytes], expiresAt: later)),
        Sample(passkeyAnswer),
        Sample(PasskeySignIn(passkey: passkeyAnswer, device: deviceKey, isOnOwnDevice: true)),
    ]

    static let deviceKey = DeviceKey(
        publicKey: Base64URL([4] + (0..<64).map { UInt8($0) }),
        proof: Base64URL((0..<64).map { UInt8($0) }),
        name: "Phone",
        kind: .ios,
        model: "iPhone17,1",
        osVersion: "18.1"
    )

    private static let passkeyAnswer = PasskeyAnswer(
        challengeId: id,
        credentialId: bytes,
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: bytes
    )
}
