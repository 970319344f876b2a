#if canImport(UIKit)
public import AuthenticationServices
public import ParaphViewModels
public import ParaphWire
import UIKit

/// Has the system make passkeys, in its own sheet; the app must be associated with the server's domain (`webcredentials`).
public final class SystemPasskeys: NSObject, PasskeyMaker {
    private var continuation: CheckedContinuation<MadePasskey, any Error>?

    /// Makes it.
    override public init() {}

    public func make(_ wanted: PasskeyCreation) async throws -> MadePasskey {
        guard continuation == nil else { throw PasskeyRefusal.failed }
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
        return try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests()
        }
    }

    private func finish(_ result: Result<MadePasskey, PasskeyRefusal>) {
        continuation?.resume(with: result.mapError { $0 as any Error })
        continuation = nil
    }
}

extension SystemPasskeys: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    public func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let made = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialRegistration,
            let attestation = made.rawAttestationObject
        else { return finish(.failure(.failed)) }
        let passkey = MadePasskey(clientDataJSON: [UInt8](made.rawClientDataJSON), attestationObject: [UInt8](attestation))
        finish(.success(passkey))
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
