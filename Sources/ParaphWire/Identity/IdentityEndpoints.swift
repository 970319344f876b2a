/// The native API's calls about people, devices, signatures and apps.
///
/// Bodies are JSON unless a comment says otherwise. Calls under `/v1/me` need a session (a bearer token, or the web app's cookie).
public enum IdentityEndpoints {
    public static let register = Endpoint<RegistrationRequest, RegistrationReceipt>("POST", "/v1/registrations")
    public static let resendCode = Endpoint<Nothing, RegistrationReceipt>("POST", "/v1/registrations/{id}/code")
    public static let confirmRegistration = Endpoint<RegistrationConfirmation, SessionGrant>("POST", "/v1/registrations/{id}/confirmation")
    public static let consentText = Endpoint<Nothing, ConsentText>("GET", "/v1/consent")

    public static let createChallenge = Endpoint<ChallengeRequest, Challenge>("POST", "/v1/challenges")
    public static let answerChallenge = Endpoint<ChallengeAnswer, ChallengeResult>("POST", "/v1/challenges/{id}/answers")
    public static let cancelChallenge = Endpoint<Nothing, Nothing>("DELETE", "/v1/challenges/{id}")

    public static let requestDevice = Endpoint<DeviceRequestRequest, DeviceRequest>("POST", "/v1/device-requests")
    /// The secret travels in the header `Paraph-Request-Secret`.
    public static let deviceRequest = Endpoint<Nothing, DeviceRequest>("GET", "/v1/device-requests/{id}")
    public static let recoverDevice = Endpoint<RecoveryCodeRequest, DeviceRequest>("POST", "/v1/device-requests/{id}/recovery")

    public static let createPasskeyChallenge = Endpoint<PasskeyChallengeRequest, PasskeyChallenge>("POST", "/v1/passkey-challenges")
    /// Adds the device too.
    public static let signInByPasskey = Endpoint<PasskeySignIn, SessionGrant>("POST", "/v1/passkey-sign-ins")

    public static let signOut = Endpoint<Nothing, Nothing>("DELETE", "/v1/session")

    public static let me = Endpoint<Nothing, Person>("GET", "/v1/me")
    public static let updateMe = Endpoint<PersonUpdate, Person>("PATCH", "/v1/me")
    public static let deleteMe = Endpoint<ApprovedRequest, Nothing>("DELETE", "/v1/me")
    /// Answers with a JSON document of everything that is kept of the person; needs an approval of purpose `exportData`.
    public static let exportMe = Endpoint<ApprovedRequest, Nothing>("POST", "/v1/me/export")
    /// The body is a JPEG or PNG of at most 5 MB; EXIF is removed.
    public static let putPhoto = Endpoint<Nothing, Nothing>("PUT", "/v1/me/photo")
    public static let photo = Endpoint<Nothing, Nothing>("GET", "/v1/me/photo")
    public static let deletePhoto = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/photo")
    /// Where the person registered, if they agreed to tell.
    public static let place = Endpoint<Nothing, RegistrationPlace>("GET", "/v1/me/place")
    public static let deletePlace = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/place")
    /// Agrees that place and photo go into the history of documents that the person signs in the web app.
    public static let allowCircumstances = Endpoint<Nothing, Nothing>("PUT", "/v1/me/circumstances")
    /// Agrees no more; what histories show already stays there.
    public static let forbidCircumstances = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/circumstances")
    /// Tells once, within 15 minutes, where a signature for a document was drawn; needs the consent of `allowCircumstances`.
    public static let tellCircumstances = Endpoint<SigningCircumstances, Nothing>("PUT", "/v1/me/signatures/{id}/circumstances")
    public static let giveConsent = Endpoint<ConsentRequest, Person>("POST", "/v1/me/consent")
    /// Withdrawing deletes the template and its samples at once; needs an approval of purpose `withdrawConsent`.
    public static let withdrawConsent = Endpoint<ApprovedRequest, Person>("DELETE", "/v1/me/consent")
    public static let approveByRecoveryCode = Endpoint<RecoveryApprovalRequest, Approval>("POST", "/v1/me/approvals")
    /// What the session may approve by, and what it needs no approval for.
    public static let stepUp = Endpoint<Nothing, StepUpStatus>("GET", "/v1/me/step-up")
    /// Mails a code that approves, where the account has neither a signature nor a passkey nor a recovery code.
    public static let requestApprovalCode = Endpoint<ApprovalCodeRequest, ApprovalCodeReceipt>("POST", "/v1/me/approval-codes")
    public static let approveByApprovalCode = Endpoint<ApprovalCode, Approval>("POST", "/v1/me/approval-codes/{id}/approval")
    /// Ends every wait for a mailed code that a session of the person began.
    public static let cancelApprovalCodes = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/approval-codes")

    /// Keeps nothing.
    public static let checkSample = Endpoint<SampleCheckRequest, SampleCheckResult>("POST", "/v1/me/enrolments/check")
    public static let enrol = Endpoint<EnrolmentRequest, EnrolmentResult>("POST", "/v1/me/enrolments")
    public static let addSamples = Endpoint<EnrolmentRequest, EnrolmentResult>("POST", "/v1/me/enrolments/{id}/samples")

    public static let devices = Endpoint<Nothing, Page<Device>>("GET", "/v1/me/devices")
    /// Needs an approval of purpose `removeDevice` for this device.
    public static let removeDevice = Endpoint<ApprovedRequest, Nothing>("DELETE", "/v1/me/devices/{id}")
    public static let deviceRequests = Endpoint<Nothing, Page<DeviceRequest>>("GET", "/v1/me/device-requests")
    public static let approveDevice = Endpoint<DeviceApproval, DeviceRequest>("POST", "/v1/me/device-requests/{id}/approval")
    public static let declineDevice = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/device-requests/{id}")
    /// What programs ask of the person and waits for an answer, the oldest first.
    public static let clientRequests = Endpoint<Nothing, Page<ClientRequest>>("GET", "/v1/me/requests")
    /// What programs asked since yesterday and is over, the newest first; fifty at most.
    public static let endedRequests = Endpoint<Nothing, Page<ClientRequest>>("GET", "/v1/me/ended-requests")
    /// The programs that can ask the person nothing more, the newest first.
    public static let blockedPrograms = Endpoint<Nothing, Page<BlockedProgram>>("GET", "/v1/me/blocked-programs")
    public static let declineRequest = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/requests/{id}")
    /// Says that the person knows nothing of it, whatever became of it: the program can ask this person no more until an administrator lets it,
    /// and what they approved for it counts no more.
    public static let reportRequest = Endpoint<Nothing, Nothing>("POST", "/v1/me/requests/{id}/report")
    public static let sessions = Endpoint<Nothing, Page<Session>>("GET", "/v1/me/sessions")
    public static let revokeSession = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/sessions/{id}")
    /// What a program asks; the query is the one with which it sent the browser to `/oauth2/authorize`.
    public static let authorization = Endpoint<Nothing, AuthorizationQuestion>("GET", "/v1/oauth2/authorization")
    public static let authorize = Endpoint<AuthorizationDecision, AuthorizationOutcome>("POST", "/v1/oauth2/authorization")
    public static let accesses = Endpoint<Nothing, Page<ClientAccess>>("GET", "/v1/me/accesses")
    public static let endAccess = Endpoint<Nothing, Nothing>("DELETE", "/v1/me/accesses/{id}")
    public static let recoveryCodes = Endpoint<Nothing, RecoveryCodes>("GET", "/v1/me/recovery-codes")
    /// Needs an approval of purpose `recoveryCodes`; the session that has just proved the address makes the first set without.
    public static let renewRecoveryCodes = Endpoint<ApprovedRequest, RecoveryCodes>("POST", "/v1/me/recovery-codes")
    public static let passkeys = Endpoint<Nothing, Page<Passkey>>("GET", "/v1/me/passkeys")
    public static let beginPasskey = Endpoint<Nothing, PasskeyCreation>("POST", "/v1/me/passkey-registrations")
    /// Needs an approval; the session that has just proved the address adds the first passkey without.
    public static let addPasskey = Endpoint<NewPasskey, Passkey>("POST", "/v1/me/passkeys")
    public static let renamePasskey = Endpoint<PasskeyName, Passkey>("PATCH", "/v1/me/passkeys/{id}")
    /// Needs an approval of purpose `removePasskey` for this passkey.
    public static let removePasskey = Endpoint<ApprovedRequest, Nothing>("DELETE", "/v1/me/passkeys/{id}")
    /// Makes a passkey that there is the key of the session's device; the passkey answers a challenge of purpose `protectDevice`.
    public static let protectDevice = Endpoint<PasskeyAnswer, Device>("POST", "/v1/me/passkey-devices")
    public static let approveByPasskey = Endpoint<PasskeyAnswer, Approval>("POST", "/v1/me/passkey-approvals")
    public static let activity = Endpoint<Nothing, Page<ActivityItem>>("GET", "/v1/me/activity")

    /// The apps that the person enrolled in or let, and those that wait for their word; `{id}` is the app's.
    public static let appGrants = Endpoint<Nothing, Page<AppGrant>>("GET", "/v1/me/app-grants")
    /// Lets an app that asked compare with the signature that the person gave here; needs an approval of purpose `allowApp` for it.
    public static let allowApp = Endpoint<ApprovedRequest, AppGrant>("POST", "/v1/me/app-grants/{id}")
    /// Ends all that an app has of the person; needs an approval of purpose `endApp` for it.
    public static let endApp = Endpoint<ApprovedRequest, Nothing>("DELETE", "/v1/me/app-grants/{id}")

    public static let apps = Endpoint<Nothing, Page<RegisteredApp>>("GET", "/v1/me/apps")
    public static let registerApp = Endpoint<AppRegistration, RegisteredApp>("POST", "/v1/me/apps")
    public static let updateApp = Endpoint<AppUpdate, RegisteredApp>("PATCH", "/v1/me/apps/{id}")
    /// Needs an approval of purpose `deleteApp` for the app.
    public static let deleteApp = Endpoint<ApprovedRequest, Nothing>("DELETE", "/v1/me/apps/{id}")
    /// Needs an approval of purpose `renewAppKey` for the app.
    public static let renewAppKey = Endpoint<ApprovedRequest, RegisteredApp>("POST", "/v1/me/apps/{id}/key")
    /// The body is a PNG or JPEG of at most 1 MB.
    public static let putAppIcon = Endpoint<Nothing, Nothing>("PUT", "/v1/me/apps/{id}/icon")
    public static let appIcon = Endpoint<Nothing, Nothing>("GET", "/v1/me/apps/{id}/icon")
}
