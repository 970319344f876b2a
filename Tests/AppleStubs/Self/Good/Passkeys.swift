import AuthenticationServices
import SwiftUI

@MainActor
final class PasskeyService: NSObject, ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    private var continuation: CheckedContinuation<ASAuthorizationPlatformPublicKeyCredentialAssertion, any Error>?
    private let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.org")

    func assert(challenge: Data, allowed: [Data]) async throws -> ASAuthorizationPlatformPublicKeyCredentialAssertion {
        try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            let request = provider.createCredentialAssertionRequest(challenge: challenge)
            request.allowedCredentials = allowed.map { ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0) }
            request.userVerificationPreference = .required
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            controller.performRequests(options: .preferImmediatelyAvailableCredentials)
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization) {
        if let assertion = authorization.credential as? ASAuthorizationPlatformPublicKeyCredentialAssertion {
            continuation?.resume(returning: assertion)
        }
        continuation = nil
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        if let error = error as? ASAuthorizationError, error.code == .canceled { print("cancelled") }
        continuation?.resume(throwing: error)
        continuation = nil
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        UIApplication.shared.connectedScenes
            .compactMap { ($0 as? UIWindowScene)?.keyWindow }
            .first ?? ASPresentationAnchor()
    }
}

struct PasskeyButton: View {
    let challenge: Data
    let user: Data
    @Environment(\.authorizationController) private var authorizationController
    @Environment(\.webAuthenticationSession) private var webAuthenticationSession
    @State private var message: LocalizedStringKey?

    var body: some View {
        VStack {
            Button {
                Task { await register() }
            } label: {
                Label("Add a passkey", systemImage: "person.badge.key")
                    .frame(maxWidth: .infinity)
            }
            .buttonStyle(.bordered)
            .buttonBorderShape(.capsule)
            if let message { Text(message).transition(.opacity) }
        }
    }

    private func register() async {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.org")
        let request = provider.createCredentialRegistrationRequest(challenge: challenge, name: "a@example.org", userID: user)
        request.attestationPreference = .none
        do {
            switch try await authorizationController.performRequest(request) {
            case .passkeyRegistration(let registration):
                message = "Added \(registration.credentialID.count)"
            case .passkeyAssertion, .password, .appleID:
                break
            @unknown default:
                break
            }
        } catch {
            message = "Not added"
        }
    }
}
