/// The native API's calls about people, devices, signatures and apps.
///
/// Calls under `/v1/me` need a session (a bearer token, or the web app's cookie).
public enum IdentityEndpoints {
    /// Begins an account: a code is mailed to the address, and nothing is there before it is told.
    ///
    /// Answers the same whether the address has an account or not.
    public static let register = Endpoint<Nothing, RegistrationRequest, RegistrationReceipt>("POST", "/v1/registrations", isOpen: true)
    /// Mails the code of a registration again, within its limits.
    public static let resendCode = Endpoint<Nothing, Nothing, RegistrationReceipt>("POST", "/v1/registrations/{id}/code", isOpen: true)
    /// Makes the account of a registration by its code, and opens the session of this device; `wrong` where the code is not the mailed one.
    public static let confirmRegistration = Endpoint<Nothing, RegistrationConfirmation, SessionGrant>(
        "POST",
        "/v1/registrations/{id}/confirmation",
        isOpen: true
    )
    /// The text that a person agrees to before their signature is kept, in the language that the call asks for, and its version.
    public static let consentText = Endpoint<Nothing, Nothing, ConsentText>("GET", "/v1/consent", isOpen: true)

    /// Asks for what a signature is to answer: to sign in, to approve an act, or to sign a document; five attempts, some minutes.
    public static let createChallenge = Endpoint<Nothing, ChallengeRequest, Challenge>("POST", "/v1/challenges", isOpen: true)
    /// Answers a challenge with a sample that the device signed for.
    ///
    /// A signature that does not match is an answer with fewer attempts left, no error.
    public static let answerChallenge = Endpoint<Nothing, ChallengeAnswer, ChallengeResult>(
        "POST",
        "/v1/challenges/{id}/answers",
        isOpen: true
    )
    /// Gives it up, for the session that asked for it; a sign-in's by its nonce.
    public static let cancelChallenge = Endpoint<ChallengeNonce, Nothing, Nothing>("DELETE", "/v1/challenges/{id}", isOpen: true)

    /// Asks for this device to be let into an account; a device of the account approves it, or another factor does.
    ///
    /// Answers the same for an address without one.
    public static let requestDevice = Endpoint<Nothing, DeviceRequestRequest, DeviceRequest>("POST", "/v1/device-requests", isOpen: true)
    /// What became of a request for a device.
    public static let deviceRequest = Endpoint<RequestSecret, Nothing, DeviceRequest>("GET", "/v1/device-requests/{id}", isOpen: true)
    /// Approves a request for a device by a recovery code.
    public static let recoverDevice = Endpoint<RequestSecret, RecoveryCodeRequest, DeviceRequest>(
        "POST",
        "/v1/device-requests/{id}/recovery",
        isOpen: true
    )
    /// Ends a request that still waits, for the device that made it.
    public static let withdrawDeviceRequest = Endpoint<RequestSecret, Nothing, Nothing>(
        "DELETE",
        "/v1/device-requests/{id}",
        isOpen: true
    )
    /// Opens the session of a device that was approved with a signature, a passkey or a recovery code: once, within five minutes.
    public static let signInApproved = Endpoint<RequestSecret, DeviceSessionRequest, SessionGrant>(
        "POST",
        "/v1/device-requests/{id}/session",
        isOpen: true
    )
    /// Opens a session by a recovery code, which is used up by it.
    ///
    /// Adds the device where it is none of the person’s yet.
    public static let signInByRecoveryCode = Endpoint<Nothing, RecoverySignIn, SessionGrant>("POST", "/v1/recovery-sign-ins", isOpen: true)

    /// Asks for what a passkey is to answer.
    public static let createPasskeyChallenge = Endpoint<Nothing, PasskeyChallengeRequest, PasskeyChallenge>(
        "POST",
        "/v1/passkey-challenges",
        isOpen: true
    )
    /// Opens a session by a passkey.
    ///
    /// Adds the device where it is none of the person’s yet.
    public static let signInByPasskey = Endpoint<Nothing, PasskeySignIn, SessionGrant>("POST", "/v1/passkey-sign-ins", isOpen: true)

    /// Ends this session.
    public static let signOut = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/session")

    /// The person, as they see themselves.
    public static let me = Endpoint<Nothing, Nothing, Person>("GET", "/v1/me")
    /// Changes what is given of the profile; what is absent stays.
    ///
    /// The address is not among it: an account has one for good.
    public static let updateMe = Endpoint<Nothing, PersonUpdate, Person>("PATCH", "/v1/me")
    /// Deletes the account and all that is kept of the person; needs an approval of purpose `deleteAccount`.
    public static let deleteMe = Endpoint<Nothing, ApprovedRequest, Nothing>("DELETE", "/v1/me")
    /// Answers with a JSON document of everything that is kept of the person; needs an approval of purpose `exportData`.
    public static let exportMe = Endpoint<Nothing, ApprovedRequest, ByteStream>("POST", "/v1/me/export")
    /// The body is a JPEG or PNG of at most 5 MB; EXIF is removed.
    public static let putPhoto = Endpoint<Nothing, Content, Nothing>("PUT", "/v1/me/photo")
    /// The picture of the profile.
    public static let photo = Endpoint<Nothing, Nothing, Content>("GET", "/v1/me/photo")
    /// Deletes the picture of the profile.
    public static let deletePhoto = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/photo")
    /// Where the person registered, if they agreed to tell.
    public static let place = Endpoint<Nothing, Nothing, RegistrationPlace>("GET", "/v1/me/place")
    /// Deletes where the person registered.
    public static let deletePlace = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/place")
    /// How the telephone number of the profile stands.
    public static let phone = Endpoint<Nothing, Nothing, PhoneStatus>("GET", "/v1/me/phone")
    /// Texts a code of six digits to the number, good for ten minutes; the one before is worth nothing then.
    public static let textPhoneCode = Endpoint<Nothing, Nothing, PhoneStatus>("POST", "/v1/me/phone/codes")
    /// Shows by the texted code that the number is the person’s; five wrong codes end it.
    public static let confirmPhone = Endpoint<Nothing, PhoneConfirmation, PhoneStatus>("POST", "/v1/me/phone/confirmation")
    /// Has the operator’s notices texted to the number, which must be confirmed.
    public static let textNotices = Endpoint<Nothing, Nothing, Nothing>("PUT", "/v1/me/phone/notices")
    /// Has them texted no more.
    public static let endTextNotices = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/phone/notices")
    /// Agrees that place and photo go into the history of documents that the person signs in the web app.
    public static let allowCircumstances = Endpoint<Nothing, Nothing, Nothing>("PUT", "/v1/me/circumstances")
    /// Agrees no more; what histories show already stays there.
    public static let forbidCircumstances = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/circumstances")
    /// Tells once, within 15 minutes, where a signature for a document was drawn; needs the consent of `allowCircumstances`.
    public static let tellCircumstances = Endpoint<Nothing, SigningCircumstances, Nothing>("PUT", "/v1/me/signatures/{id}/circumstances")
    /// Agrees that the person’s signature is kept and compared, to a version of `consentText`.
    public static let giveConsent = Endpoint<Nothing, ConsentRequest, Person>("POST", "/v1/me/consent")
    /// Withdrawing deletes the template and its samples at once; needs an approval of purpose `withdrawConsent`.
    public static let withdrawConsent = Endpoint<Nothing, ApprovedRequest, Person>("DELETE", "/v1/me/consent")
    /// Approves an act by a recovery code, which is used up by it.
    public static let approveByRecoveryCode = Endpoint<Nothing, RecoveryApprovalRequest, Approval>("POST", "/v1/me/approvals")
    /// What the session may approve by, and what it needs no approval for.
    public static let stepUp = Endpoint<Nothing, Nothing, StepUpStatus>("GET", "/v1/me/step-up")
    /// Mails a code that approves, where the account has neither a signature nor a passkey nor a recovery code.
    public static let requestApprovalCode = Endpoint<Nothing, ApprovalCodeRequest, ApprovalCodeReceipt>("POST", "/v1/me/approval-codes")
    /// Approves an act by the mailed code.
    public static let approveByApprovalCode = Endpoint<Nothing, ApprovalCode, Approval>("POST", "/v1/me/approval-codes/{id}/approval")
    /// Ends every wait for a mailed code that a session of the person began.
    public static let cancelApprovalCodes = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/approval-codes")

    /// Whether a sample alone can serve; keeps nothing.
    public static let checkSample = Endpoint<Nothing, SampleCheckRequest, SampleCheckResult>("POST", "/v1/me/enrolments/check")
    /// Makes the template of ten samples, or says how many more are wanted; needs consent, and an approval where there is a template
    /// already.
    public static let enrol = Endpoint<Nothing, EnrolmentRequest, EnrolmentResult>("POST", "/v1/me/enrolments")
    /// Adds samples to an enrolment that wants more: all are judged together again.
    public static let addSamples = Endpoint<Nothing, EnrolmentRequest, EnrolmentResult>("POST", "/v1/me/enrolments/{id}/samples")

    /// The person’s devices.
    public static let devices = Endpoint<Nothing, Nothing, Page<Device>>("GET", "/v1/me/devices")
    /// Needs an approval of purpose `removeDevice` for this device.
    public static let removeDevice = Endpoint<Nothing, ApprovedRequest, Nothing>("DELETE", "/v1/me/devices/{id}")
    /// The requests for devices that wait for this person’s word.
    public static let deviceRequests = Endpoint<DeviceRequestsQuery, Nothing, Page<DeviceRequest>>("GET", "/v1/me/device-requests")
    /// Lets a device in; needs an approval of purpose `addDevice` for the request.
    public static let approveDevice = Endpoint<Nothing, DeviceApproval, DeviceRequest>("POST", "/v1/me/device-requests/{id}/approval")
    /// Declines a request for a device.
    public static let declineDevice = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/device-requests/{id}")
    /// What programs ask of the person and waits for an answer, the oldest first.
    public static let clientRequests = Endpoint<Nothing, Nothing, Page<ClientRequest>>("GET", "/v1/me/requests")
    /// What programs asked since yesterday and is over, the newest first; fifty at most.
    public static let endedRequests = Endpoint<Nothing, Nothing, Page<ClientRequest>>("GET", "/v1/me/ended-requests")
    /// Whether the person set a code for requests.
    public static let requestCode = Endpoint<Nothing, Nothing, RequestCodeStatus>("GET", "/v1/me/request-code")
    /// Sets it, in the place of the one before.
    public static let setRequestCode = Endpoint<Nothing, RequestCodeChange, RequestCodeStatus>("PUT", "/v1/me/request-code")
    /// Removes it.
    public static let removeRequestCode = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/request-code")
    /// The programs that can ask the person nothing more, the newest first.
    public static let blockedPrograms = Endpoint<Nothing, Nothing, Page<BlockedProgram>>("GET", "/v1/me/blocked-programs")
    /// Lets a program ask the person again; what it asked before stays declined.
    public static let unblockProgram = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/blocked-programs/{id}")
    /// Declines what a program asks.
    public static let declineRequest = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/requests/{id}")
    /// Says that the person knows nothing of it, whatever became of it: the program can ask this person no more until they or an administrator
    /// let it, and what they approved for it counts no more.
    public static let reportRequest = Endpoint<Nothing, Nothing, Nothing>("POST", "/v1/me/requests/{id}/report")
    /// Asks another device of the person for the signature on a document.
    ///
    /// Of more than three that wait the oldest is taken back. For sessions of the server's own pages: an app's is refused as `ownSessionRequired`.
    public static let handOver = Endpoint<Nothing, HandOverRequest, HandOver>("POST", "/v1/me/hand-overs")
    /// What became of a document that was handed over; `notFound` to an app's session.
    public static let handedOver = Endpoint<Nothing, Nothing, HandOver>("GET", "/v1/me/hand-overs/{id}")
    /// Takes it back where this session asked, and declines it from any other; `notFound` to an app's session.
    public static let endHandOver = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/hand-overs/{id}")
    /// The person’s sessions that live.
    public static let sessions = Endpoint<Nothing, Nothing, Page<Session>>("GET", "/v1/me/sessions")
    /// Ends one session.
    public static let revokeSession = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/sessions/{id}")
    /// What a program asks.
    public static let authorization = Endpoint<AuthorizationQuery, Nothing, AuthorizationQuestion>(
        "GET",
        "/v1/oauth2/authorization",
        isOpen: true
    )
    /// Allows or declines what a program asks, and says where the browser goes.
    public static let authorize = Endpoint<Nothing, AuthorizationDecision, AuthorizationOutcome>("POST", "/v1/oauth2/authorization")
    /// What comes of a program’s wish that the person be signed out; the query is the one of `/oauth2/end-session`.
    public static let endSession = Endpoint<AuthorizationQuery, Nothing, EndSessionQuestion>("GET", "/v1/oauth2/end-session", isOpen: true)
    /// What a program asks on a device that shows a code, which the person types here; `notFound` where it is none.
    public static let deviceAuthorization = Endpoint<Nothing, DeviceCode, AuthorizationQuestion>("POST", "/v1/oauth2/device")
    /// Allows or declines it.
    public static let authorizeDevice = Endpoint<Nothing, DeviceDecision, Nothing>("POST", "/v1/oauth2/device/decision")
    /// The programs that the person allowed something.
    public static let accesses = Endpoint<Nothing, Nothing, Page<ClientAccess>>("GET", "/v1/me/accesses")
    /// Ends what a program was allowed: its tokens open nothing any more.
    public static let endAccess = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/accesses/{id}")
    /// How many recovery codes are left.
    public static let recoveryCodes = Endpoint<Nothing, Nothing, RecoveryCodes>("GET", "/v1/me/recovery-codes")
    /// Needs an approval of purpose `recoveryCodes`; the session that has just proved the address makes the first set without.
    public static let renewRecoveryCodes = Endpoint<Nothing, ApprovedRequest, RecoveryCodes>("POST", "/v1/me/recovery-codes")
    /// The person’s passkeys.
    public static let passkeys = Endpoint<Nothing, Nothing, Page<Passkey>>("GET", "/v1/me/passkeys")
    /// Asks for what a new passkey is made with.
    public static let beginPasskey = Endpoint<Nothing, Nothing, PasskeyCreation>("POST", "/v1/me/passkey-registrations")
    /// Needs an approval; the session that has just proved the address adds the first passkey without.
    public static let addPasskey = Endpoint<Nothing, NewPasskey, Passkey>("POST", "/v1/me/passkeys")
    /// Renames a passkey.
    public static let renamePasskey = Endpoint<Nothing, PasskeyName, Passkey>("PATCH", "/v1/me/passkeys/{id}")
    /// Needs an approval of purpose `removePasskey` for this passkey.
    public static let removePasskey = Endpoint<Nothing, ApprovedRequest, Nothing>("DELETE", "/v1/me/passkeys/{id}")
    /// Makes a passkey that there is the key of the session's device; the passkey answers a challenge of purpose `protectDevice`.
    public static let protectDevice = Endpoint<Nothing, PasskeyAnswer, Device>("POST", "/v1/me/passkey-devices")
    /// Approves an act by a passkey.
    public static let approveByPasskey = Endpoint<Nothing, PasskeyAnswer, Approval>("POST", "/v1/me/passkey-approvals")
    /// What happened with the account, newest first, fifty at a time.
    public static let activity = Endpoint<ActivityQuery, Nothing, Page<ActivityItem>>("GET", "/v1/me/activity")
    /// What the operator tells everybody and is not over, the next to begin first; twenty at most.
    public static let announcements = Endpoint<Nothing, Nothing, Page<Announcement>>("GET", "/v1/announcements")

    /// The apps that the person enrolled in or let, and those that wait for their word; `{id}` is the app's.
    public static let appGrants = Endpoint<Nothing, Nothing, Page<AppGrant>>("GET", "/v1/me/app-grants")
    /// Lets an app that asked compare with the signature that the person gave here; needs an approval of purpose `allowApp` for it.
    public static let allowApp = Endpoint<Nothing, ApprovedRequest, AppGrant>("POST", "/v1/me/app-grants/{id}")
    /// Ends all that an app has of the person; needs an approval of purpose `endApp` for it.
    public static let endApp = Endpoint<Nothing, ApprovedRequest, Nothing>("DELETE", "/v1/me/app-grants/{id}")

    /// The apps that the person registered.
    public static let apps = Endpoint<Nothing, Nothing, Page<RegisteredApp>>("GET", "/v1/me/apps")
    /// Registers an app built on the SDK or the Sign To Login API; its key is in this answer alone.
    public static let registerApp = Endpoint<Nothing, AppRegistration, RegisteredApp>("POST", "/v1/me/apps")
    /// Changes what is given of an app; what is absent stays.
    public static let updateApp = Endpoint<Nothing, AppUpdate, RegisteredApp>("PATCH", "/v1/me/apps/{id}")
    /// Needs an approval of purpose `deleteApp` for the app.
    public static let deleteApp = Endpoint<Nothing, ApprovedRequest, Nothing>("DELETE", "/v1/me/apps/{id}")
    /// Needs an approval of purpose `renewAppKey` for the app.
    public static let renewAppKey = Endpoint<Nothing, ApprovedRequest, RegisteredApp>("POST", "/v1/me/apps/{id}/key")
    /// The body is a PNG or JPEG of at most 1 MB.
    public static let putAppIcon = Endpoint<Nothing, Content, Nothing>("PUT", "/v1/me/apps/{id}/icon")
    /// The picture of an app.
    public static let appIcon = Endpoint<Nothing, Nothing, Content>("GET", "/v1/me/apps/{id}/icon")
}
