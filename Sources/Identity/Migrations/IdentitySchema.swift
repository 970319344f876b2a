public import ParaphStorage

/// The tables of people, devices, sessions, templates and what happened to them.
public enum IdentitySchema {
    /// Every migration of this domain in order; the storage's own come before them.
    public static let migrations: [Migration] = [
        .people, .devices, .signatures, .activity, .apps, .signToLogin, .passkeys, .places, .mailAccounts, .looseBlobs,
        .devicePasskeys, .templateRevisions, .documentSignatures, .oauthClients, .requests, .requestReports,
        .drawings, .templateKeys, .templateComplexity, .ownKeys, .stepUp, .appGrants, .sampleMemory, .limits, .sealedProfiles,
        .appSignatures, .templatePlaces, .strangerDraw, .keptMatches, .circumstances, .orphanedBlobs, .unusedAccounts,
        .contacts,
    ]
}
