#if canImport(UIKit)
public import AuthenticationServices
public import ParaphViewModels
public import ParaphWire
import UIKit

/// Has the system make and use passkeys, in its own sheet; the app must be associated with the server's domain (`webcredentials`).
public final class SystemPasskeys: NSObject, PasskeyMaker {
    /// What the sheet gave.
    private enum Given: Sendable {
        case made(MadePasskey)
        case answer(PasskeyAnswer)
    }

    private var continuation: CheckedContinuation<Given, any Error>?
    /// The challenge that is answered.
    private var challengeID = ""

    /// Makes it.
    override public init() {}

    public func make(_ wanted: PasskeyCreation) async throws -> MadePasskey {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: wanted.rpId)
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(wanted.challenge.bytes),
            name: wanted.userName,
            userID: Data(wanted.userId.bytes)
        )
        request.displayName = wanted.userDisplayName
        request.userVerificationPreference = .required
        request.attestationPreference = .none
        request.excludedCredentials = wanted.exclude.map {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0.bytes))
        }
        guard case .made(let passkey) = try await perform(request) else { throw PasskeyRefusal.failed }
        return passkey
    }

    public func answer(_ challenge: PasskeyChallenge) async throws -> PasskeyAnswer {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: challenge.rpId)
        let request = provider.createCredentialAssertionRequest(challenge: Data(challenge.challenge.bytes))
        request.userVerificationPreference = .required
        request.allowedCredentials = challenge.allow.map {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0.bytes))
        }
        challengeID = challenge.challengeId
        guard case .answer(let answer) = try await perform(request) else { throw PasskeyRefusal.failed }
        return answer
    }

    /// Shows the sheet, one at a time.
    private func perform(_ request: ASAuthorizationRequest) async throws -> Given {
        guard continuation == nil else { throw PasskeyRefusal.failed }
        return try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests()
        }
    }

    private func finish(_ result: Result<Given, PasskeyRefusal>) {
        continuation?.resume(with: result.mapError { $0 as any Error })
        continuation = nil
    }
}

extension SystemPasskeys: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    public func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let made as ASAuthorizationPlatformPublicKeyCredentialRegistration:
            guard let attestation = made.rawAttestationObject else { return finish(.failure(.failed)) }
            let passkey = MadePasskey(clientDataJSON: [UInt8](made.rawClientDataJSON), attestationObject: [UInt8](attestation))
            finish(.success(.made(passkey)))
        case let used as ASAuthorizationPlatformPublicKeyCredentialAssertion:
            guard let data = used.rawAuthenticatorData, let signature = used.signature else { return finish(.failure(.failed)) }
            let answer = PasskeyAnswer(
                challengeId: challengeID,
                credentialId: Base64URL([UInt8](used.credentialID)),
                clientDataJSON: Base64URL([UInt8](used.rawClientDataJSON)),
                authenticatorData: Base64URL([UInt8](data)),
                signature: Base64URL([UInt8](signature)),
                userHandle: used.userID.map { Base64URL([UInt8]($0)) }
            )
            finish(.success(.answer(answer)))
        default: finish(.failure(.failed))
        }
    }

    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        guard let error = error as? ASAuthorizationError else { return finish(.failure(.failed)) }
        switch error.code {
        case .canceled: finish(.failure(.cancelled))
        case .matchedExcludedCredential: finish(.failure(.known))
        case .notHandled: finish(.failure(.unavailable))
        default: finish(.failure(.failed))
        }
    }

    public func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        return scenes.lazy.compactMap(\.keyWindow).first ?? ASPresentationAnchor()
    }
}
#endif
