import ParaphWire

extension Sample {
    static let apps: [Sample] = [
        Sample(
            AppGrant(
                appId: id,
                appName: "North Bank",
                basis: .mailedLink,
                isOfOrganisation: true,
                hasOwnSignature: true,
                comparesHere: false,
                createdAt: now
            )
        ),
        Sample(all: AppGrant.Basis.self),
        Sample(
            RegisteredApp(
                id: id,
                name: "North Bank",
                bundleId: "com.example.north",
                email: "dev@example.com",
                website: "https://example.com",
                hasIcon: true,
                isDisabled: false,
                isRestricted: true,
                ownerId: otherID,
                isNameApproved: true,
                createdAt: now,
                apiKey: "app-key"
            ),
            RegisteredApp(
                id: id,
                name: "North Bank",
                bundleId: "com.example.north",
                email: nil,
                website: "https://example.com",
                hasIcon: false,
                isDisabled: false,
                isRestricted: true,
                isNameApproved: false,
                createdAt: now
            )
        ),
        Sample(
            AppRegistration(name: "North Bank", bundleId: "com.example.north", email: "dev@example.com", website: "https://example.com")
        ),
        Sample(AppUpdate(name: "North Bank", email: "dev@example.com", website: "https://example.com", isDisabled: true)),
        Sample(
            AuthorizationQuestion(
                clientName: "Bank",
                redirectHost: "bank.example",
                scopes: ["docs"],
                rights: ["read your documents"],
                location: "https://bank.example/",
                step: .signIn,
                returnQuery: "response_type=code&paraph_asked=1795000000000"
            )
        ),
        Sample(all: AuthorizationQuestion.Step.self),
        Sample(AuthorizationDecision(query: "response_type=code", isAllowed: true, isRemembered: true)),
        Sample(RequestCodeStatus(setAt: now)),
        Sample(RequestCodeChange(code: "Korova7")),
        Sample(EndSessionQuestion(clientName: "Bank", step: .ask, location: "https://bank.example/goodbye?state=s")),
        Sample(all: EndSessionQuestion.Step.self),
        Sample(DeviceCode(userCode: "BCDF-GHJK")),
        Sample(DeviceDecision(userCode: "BCDF-GHJK", isAllowed: true)),
        Sample(AuthorizationOutcome(location: "https://bank.example/back?code=c")),
        Sample(
            ClientAccess(
                id: id,
                clientId: otherID,
                clientName: "Bank",
                scopes: ["docs"],
                createdAt: now,
                lastUsedAt: later,
                expiresAt: later
            )
        ),
        Sample(
            EmailProof(
                email: "anna@example.org",
                appName: "North Bank",
                isAppNameApproved: true,
                kind: .template,
                userName: "Анна",
                isProved: false,
                confirmHere: id,
                expiresAt: later
            ),
            EmailProof(
                email: "anna@example.org",
                appName: "North Bank",
                isAppNameApproved: true,
                kind: .account,
                userName: "Анна",
                isProved: false,
                isContested: true,
                alsoEnds: [.init(name: "South Bank", isNameApproved: true)],
                ending: "AAECAwQFBgcICQoLDA0ODw",
                asked: .init(at: later, device: "iPad"),
                others: [.init(at: later)],
                expiresAt: later
            )
        ),
        Sample(all: EmailProof.Kind.self),
        Sample(EmailProof.App(name: "South Bank", isNameApproved: true)),
        Sample(EmailProof.Asked(at: later, device: "iPad"), EmailProof.Asked(at: later)),
    ]
}
