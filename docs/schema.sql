CREATE TABLE acceptedSample (
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    digest blob NOT NULL,
    PRIMARY KEY (personId, digest)
) STRICT;

CREATE TABLE accountFactor (
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    factor TEXT NOT NULL CHECK (factor IN ('device', 'template', 'passkey', 'recoveryCode', 'withdrawal')),
    since INTEGER NOT NULL,
    PRIMARY KEY (personId, factor)
) STRICT;

CREATE TABLE activatedDigest (
    requestId TEXT NOT NULL REFERENCES signatureActivation (requestId) ON DELETE CASCADE,
    digest blob NOT NULL,
    signedAt INTEGER,
    signature blob,
    PRIMARY KEY (requestId, digest)
) STRICT;

CREATE TABLE activity (
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    appName TEXT,
    deviceName TEXT,
    similarity REAL,
    otherId TEXT REFERENCES person (id) ON DELETE SET NULL,
    otherIsAddress INTEGER NOT NULL CHECK (otherIsAddress IN (0, 1)),
    about TEXT NOT NULL,
    signatureId TEXT,
    PRIMARY KEY (personId, number)
) STRICT;

CREATE INDEX activityByOther ON activity (otherId) WHERE otherId IS NOT NULL;

CREATE INDEX activityOfAppSignIns ON activity (personId, number) WHERE kind = 'signedIn' AND appName IS NOT NULL;

CREATE INDEX activityOfSignature ON activity (signatureId) WHERE signatureId IS NOT NULL;

CREATE TABLE announcement (
    id TEXT NOT NULL PRIMARY KEY,
    textEn TEXT NOT NULL,
    textRu TEXT NOT NULL,
    textFr TEXT NOT NULL,
    startsAt INTEGER NOT NULL,
    endsAt INTEGER NOT NULL,
    createdAt INTEGER NOT NULL
) STRICT;

CREATE INDEX announcementByEnd ON announcement (endsAt);

CREATE TABLE app (
    id TEXT NOT NULL PRIMARY KEY,
    ownerId TEXT REFERENCES person (id) ON DELETE SET NULL,
    name TEXT NOT NULL,
    bundleId TEXT NOT NULL,
    contactEmail TEXT,
    sealedEmail blob,
    website TEXT NOT NULL,
    keyHash blob NOT NULL UNIQUE,
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    createdAt INTEGER NOT NULL,
    restricted INTEGER NOT NULL DEFAULT 1 CHECK (restricted IN (0, 1)),
    nameApproved INTEGER NOT NULL DEFAULT 0 CHECK (nameApproved IN (0, 1)),
    source TEXT
) STRICT;

CREATE INDEX appByOwner ON app (ownerId, createdAt);

CREATE TABLE appGrant (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    appId TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    basis TEXT NOT NULL CHECK (basis IN ('enrolled', 'mailedLink', 'device')),
    createdAt INTEGER NOT NULL,
    UNIQUE (personId, appId)
) STRICT;

CREATE INDEX appGrantByApp ON appGrant (appId);

CREATE TABLE appIcon (
    appId TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    mediaType TEXT NOT NULL,
    bytes blob NOT NULL
) STRICT;

CREATE TABLE appUse (
    scope TEXT NOT NULL,
    subject blob NOT NULL,
    personId TEXT REFERENCES person (id) ON DELETE CASCADE,
    until INTEGER NOT NULL,
    PRIMARY KEY (scope, subject)
) STRICT;

CREATE INDEX appUseByEnd ON appUse (until);

CREATE INDEX appUseByPerson ON appUse (personId);

CREATE TABLE approval (
    id TEXT NOT NULL PRIMARY KEY,
    tokenHash blob NOT NULL UNIQUE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    subject TEXT,
    method TEXT NOT NULL CHECK (method IN ('signature', 'recoveryCode', 'passkey', 'mailedCode')),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX approvalByExpiry ON approval (expiresAt);

CREATE INDEX approvalBySession ON approval (sessionId);

CREATE TABLE approvalCode (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    subject TEXT,
    sealedCode blob NOT NULL,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX approvalCodeByExpiry ON approvalCode (expiresAt);

CREATE INDEX approvalCodeByPerson ON approvalCode (personId, createdAt);

CREATE INDEX approvalCodeBySession ON approvalCode (sessionId);

CREATE TABLE attempt (
    scope TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    lastAt INTEGER NOT NULL
) STRICT;

CREATE TABLE auditCheckpoint (
    sequence INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    note TEXT NOT NULL
) STRICT;

CREATE TABLE auditHead (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    sequence INTEGER NOT NULL CHECK (sequence >= 0),
    hash TEXT NOT NULL
) STRICT;

CREATE TABLE auditKey (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    publicKey TEXT NOT NULL,
    sealed blob NOT NULL
) STRICT;

CREATE TABLE auditLedger (
    sequence INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    subject TEXT,
    details TEXT,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;

CREATE TABLE authorityCertificate (
    serial TEXT NOT NULL PRIMARY KEY,
    root INTEGER NOT NULL REFERENCES authorityRoot (number),
    purpose TEXT NOT NULL CHECK (purpose IN ('seal', 'timestamps', 'person')),
    holder TEXT NOT NULL,
    sealedCertificate blob NOT NULL,
    sealedScalar blob,
    notAfter INTEGER NOT NULL,
    createdAt INTEGER NOT NULL,
    replacedAt INTEGER CHECK (replacedAt IS NULL OR sealedScalar IS NULL),
    revokedAt INTEGER CHECK (revokedAt IS NULL OR replacedAt IS NOT NULL),
    reason INTEGER CHECK (reason IS NULL OR revokedAt IS NOT NULL)
) STRICT;

CREATE INDEX authorityCertificateByHolder ON authorityCertificate (holder, createdAt);

CREATE UNIQUE INDEX authorityCertificateInUse ON authorityCertificate (purpose, holder) WHERE replacedAt IS NULL;

CREATE INDEX authorityCertificateRevoked ON authorityCertificate (root, revokedAt) WHERE revokedAt IS NOT NULL;

CREATE TABLE authorityRoot (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
    certificate blob NOT NULL,
    sealedKey blob NOT NULL,
    notAfter INTEGER NOT NULL,
    createdAt INTEGER NOT NULL
) STRICT;

CREATE TABLE backchannelRequest (
    requestId TEXT NOT NULL PRIMARY KEY REFERENCES clientRequest (id) ON DELETE CASCADE,
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    tokenHash blob NOT NULL UNIQUE,
    pollSeconds INTEGER NOT NULL,
    polledAt INTEGER,
    settledAt INTEGER,
    grantId TEXT
) STRICT;

CREATE INDEX backchannelRequestByClient ON backchannelRequest (clientId);

CREATE TABLE capture (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    appId TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('registration', 'signature')),
    sealedDetails blob NOT NULL,
    photoBlob TEXT,
    photoType TEXT,
    photoOrientation INTEGER,
    at INTEGER NOT NULL,
    callDigest blob,
    photoBytes INTEGER,
    photoUntil INTEGER
) STRICT;

CREATE INDEX captureByPerson ON capture (personId, at);

CREATE INDEX captureByPhotoEnd ON capture (photoUntil) WHERE photoUntil IS NOT NULL;

CREATE TABLE challenge (
    id TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    personId TEXT REFERENCES person (id) ON DELETE CASCADE,
    deviceId TEXT REFERENCES device (id) ON DELETE CASCADE,
    subject TEXT,
    nonce blob NOT NULL,
    audience TEXT NOT NULL,
    bindingMessage TEXT NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    faults INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'denied', 'cancelled')),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    sessionId TEXT,
    handOverId TEXT
) STRICT;

CREATE INDEX challengeByExpiry ON challenge (expiresAt);

CREATE INDEX challengeByPerson ON challenge (personId, createdAt);

CREATE TABLE circumstanceConsent (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    givenAt INTEGER NOT NULL
) STRICT;

CREATE TABLE clientRequest (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    client TEXT NOT NULL,
    kind TEXT NOT NULL,
    sealedDetails blob NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'declined', 'denied', 'reported')),
    signatureId TEXT,
    answeredAt INTEGER CHECK (answeredAt IS NULL OR status <> 'pending'),
    withdrawnAt INTEGER CHECK (withdrawnAt IS NULL OR status = 'approved'),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    expiryNoted INTEGER NOT NULL DEFAULT 0,
    untold INTEGER NOT NULL DEFAULT 0 CHECK (untold IN (0, 1))
) STRICT;

CREATE INDEX clientRequestByExpiry ON clientRequest (expiresAt);

CREATE INDEX clientRequestByPerson ON clientRequest (personId, createdAt);

CREATE INDEX clientRequestUnnoted ON clientRequest (expiresAt) WHERE status = 'pending' AND expiryNoted = 0;

CREATE INDEX clientRequestUntold ON clientRequest (id) WHERE untold = 1;

CREATE TABLE consent (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    language TEXT NOT NULL,
    appId TEXT,
    givenAt INTEGER NOT NULL,
    withdrawnAt INTEGER
) STRICT;

CREATE INDEX consentByPerson ON consent (personId, givenAt);

CREATE TABLE device (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    publicKey blob NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('web', 'ios', 'android', 'other')),
    model TEXT,
    osVersion TEXT,
    addedBy TEXT NOT NULL CHECK (addedBy IN ('registration', 'approval', 'recovery', 'administrator')),
    createdAt INTEGER NOT NULL,
    lastUsedAt INTEGER,
    UNIQUE (personId, publicKey)
) STRICT;

CREATE TABLE deviceRequest (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT REFERENCES person (id) ON DELETE CASCADE,
    secretHash blob NOT NULL,
    sealedCode blob NOT NULL,
    publicKey blob NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    model TEXT,
    osVersion TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'declined')),
    tries INTEGER NOT NULL,
    deviceId TEXT,
    sessionUntil INTEGER,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    network TEXT
) STRICT;

CREATE INDEX deviceRequestByExpiry ON deviceRequest (expiresAt);

CREATE INDEX deviceRequestByPerson ON deviceRequest (personId, createdAt);

CREATE TABLE document (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL,
    versionCount INTEGER NOT NULL CHECK (versionCount >= 0),
    signatureCount INTEGER NOT NULL CHECK (signatureCount >= 0),
    createdAt INTEGER NOT NULL
) STRICT;

CREATE TABLE documentSeal (
    signatureId TEXT NOT NULL PRIMARY KEY,
    documentId TEXT NOT NULL REFERENCES document (id),
    personId TEXT NOT NULL,
    previousHash TEXT NOT NULL,
    digest blob NOT NULL,
    at INTEGER NOT NULL,
    fileId TEXT,
    accepted blob
) STRICT;

CREATE INDEX documentSealByPerson ON documentSeal (personId, at);

CREATE TABLE documentSignature (
    signatureId TEXT NOT NULL PRIMARY KEY,
    documentId TEXT NOT NULL REFERENCES document (id),
    number INTEGER NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 1),
    personId TEXT NOT NULL,
    similarity REAL NOT NULL,
    isMatch INTEGER NOT NULL CHECK (isMatch IN (0, 1)),
    refusal TEXT,
    sealedSigner blob NOT NULL,
    sealedCircumstances blob NOT NULL,
    at INTEGER NOT NULL,
    UNIQUE (documentId, number, position)
) STRICT;

CREATE INDEX documentSignatureByPerson ON documentSignature (personId, at);

CREATE TABLE documentVersion (
    documentId TEXT NOT NULL REFERENCES document (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    previous INTEGER CHECK (previous IS NULL OR (previous >= 1 AND previous < number)),
    hash TEXT NOT NULL,
    signed INTEGER NOT NULL CHECK (signed IN (0, 1)),
    personId TEXT NOT NULL,
    appId TEXT NOT NULL,
    sealedSaver blob NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (documentId, number),
    UNIQUE (documentId, hash)
) STRICT;

CREATE INDEX documentVersionByHash ON documentVersion (hash, at);

CREATE INDEX documentVersionByPerson ON documentVersion (personId, at);

CREATE TABLE emailProof (
    id TEXT NOT NULL PRIMARY KEY,
    tokenHash blob NOT NULL UNIQUE,
    emailHash blob NOT NULL,
    holder TEXT NOT NULL,
    sealedEmail blob NOT NULL,
    appId TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    personId TEXT REFERENCES person (id) ON DELETE CASCADE,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    provedAt INTEGER,
    confirmedBy TEXT CHECK (confirmedBy IN ('signature', 'passkey', 'recoveryCode', 'mailedCode')),
    contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1)),
    request blob,
    network TEXT,
    device TEXT,
    sends INTEGER NOT NULL DEFAULT 0,
    sentAt INTEGER
) STRICT;

CREATE INDEX emailProofByEmail ON emailProof (emailHash, createdAt);

CREATE INDEX emailProofByExpiry ON emailProof (expiresAt);

CREATE INDEX emailProofByHolder ON emailProof (holder);

CREATE TABLE enrolment (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL UNIQUE,
    personId TEXT REFERENCES person (id) ON DELETE CASCADE,
    approved INTEGER NOT NULL CHECK (approved IN (0, 1)),
    version INTEGER NOT NULL,
    submissions INTEGER NOT NULL,
    party TEXT,
    contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1)),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    emailHash blob
) STRICT;

CREATE INDEX enrolmentByEmail ON enrolment (emailHash);

CREATE INDEX enrolmentByExpiry ON enrolment (expiresAt);

CREATE TABLE enrolmentSample (
    enrolmentId TEXT NOT NULL REFERENCES enrolment (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    sealed blob NOT NULL,
    PRIMARY KEY (enrolmentId, number)
) STRICT;

CREATE TABLE epoch (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL
) STRICT;

CREATE TABLE erasure (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;

CREATE INDEX erasureByTime ON erasure (kind, at);

CREATE TABLE file (
    id TEXT NOT NULL PRIMARY KEY,
    ownerId TEXT NOT NULL,
    sealedFileName blob NOT NULL,
    nameNumber INTEGER NOT NULL CHECK (nameNumber >= 1),
    size INTEGER NOT NULL CHECK (size >= 1),
    received INTEGER NOT NULL CHECK (received >= 0 AND received <= size),
    partCount INTEGER NOT NULL CHECK (partCount >= 0),
    version INTEGER NOT NULL CHECK (version >= 0 AND (version = 0 OR received = size)),
    documentId TEXT,
    createdAt INTEGER NOT NULL,
    changedAt INTEGER NOT NULL,
    trashedAt INTEGER CHECK (trashedAt IS NULL OR version > 0)
) STRICT;

CREATE INDEX fileByDocument ON file (documentId) WHERE documentId IS NOT NULL;

CREATE INDEX fileByOwner ON file (ownerId, changedAt, id);

CREATE INDEX fileInTrash ON file (trashedAt) WHERE trashedAt IS NOT NULL;

CREATE INDEX fileOnItsWay ON file (createdAt) WHERE version = 0;

CREATE TABLE fileDraft (
    id TEXT NOT NULL PRIMARY KEY,
    fileId TEXT NOT NULL,
    base INTEGER NOT NULL CHECK (base >= 1),
    documentId TEXT NOT NULL,
    personId TEXT NOT NULL,
    signatureId TEXT NOT NULL,
    seenHash TEXT NOT NULL,
    digest blob NOT NULL,
    contentsStart INTEGER NOT NULL CHECK (contentsStart > 0),
    contentsEnd INTEGER NOT NULL CHECK (contentsEnd > contentsStart),
    sealedUpdate blob NOT NULL,
    version INTEGER CHECK (version IS NULL OR version > base),
    expiresAt INTEGER NOT NULL,
    accepted blob,
    signatures INTEGER CHECK (signatures >= 0),
    openFields INTEGER CHECK (openFields >= 0),
    onFreePaper INTEGER NOT NULL CHECK (onFreePaper IN (0, 1)),
    replacing INTEGER NOT NULL CHECK (replacing IN (0, 1))
) STRICT;

CREATE INDEX fileDraftByExpiry ON fileDraft (expiresAt);

CREATE INDEX fileDraftByFile ON fileDraft (fileId);

CREATE INDEX fileDraftByPerson ON fileDraft (personId, expiresAt);

CREATE TABLE fileInvitation (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX fileInvitationByPerson ON fileInvitation (personId, at);

CREATE INDEX fileInvitationByTime ON fileInvitation (at);

CREATE TABLE fileLeaver (
    fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    personId TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (fileId, personId)
) STRICT;

CREATE INDEX fileLeaverByPerson ON fileLeaver (personId);

CREATE TABLE fileMail (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL,
    receivers INTEGER NOT NULL CHECK (receivers >= 1),
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX fileMailByPerson ON fileMail (personId, at);

CREATE INDEX fileMailByTime ON fileMail (at);

CREATE TABLE filePart (
    fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    start INTEGER NOT NULL CHECK (start >= 0),
    size INTEGER NOT NULL CHECK (size >= 1),
    address TEXT NOT NULL UNIQUE,
    sealedKey blob NOT NULL,
    PRIMARY KEY (fileId, number)
) STRICT;

CREATE TABLE fileReader (
    fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    personId TEXT NOT NULL,
    at INTEGER NOT NULL,
    openedAt INTEGER,
    PRIMARY KEY (fileId, personId)
) STRICT;

CREATE INDEX fileReaderByPerson ON fileReader (personId);

CREATE TABLE fileRemoval (
    personId TEXT NOT NULL PRIMARY KEY,
    removed INTEGER NOT NULL CHECK (removed >= 1),
    since INTEGER NOT NULL
) STRICT;

CREATE TABLE fileVersion (
    fileId TEXT NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    partCount INTEGER NOT NULL CHECK (partCount >= 1),
    size INTEGER NOT NULL CHECK (size >= 1),
    hash TEXT NOT NULL,
    signatureId TEXT,
    personId TEXT NOT NULL,
    sealedPerson blob NOT NULL,
    at INTEGER NOT NULL,
    signatures INTEGER CHECK (signatures >= 0),
    openFields INTEGER CHECK (openFields >= 0),
    onFreePaper INTEGER NOT NULL CHECK (onFreePaper IN (0, 1)),
    replacing INTEGER NOT NULL CHECK (replacing IN (0, 1)),
    PRIMARY KEY (fileId, number)
) STRICT;

CREATE UNIQUE INDEX fileVersionBySignature ON fileVersion (signatureId) WHERE signatureId IS NOT NULL;

CREATE TABLE handOver (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    deviceId TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
    sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    documentHash TEXT NOT NULL,
    sealedName blob NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'drawn', 'declined', 'cancelled')),
    signatureId TEXT CHECK ((signatureId IS NULL) = (status <> 'drawn')),
    isBlack INTEGER,
    drawnAt INTEGER,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX handOverByDevice ON handOver (deviceId);

CREATE INDEX handOverByExpiry ON handOver (expiresAt);

CREATE INDEX handOverByPerson ON handOver (personId, createdAt);

CREATE INDEX handOverBySession ON handOver (sessionId);

CREATE TABLE holderKey (
    holder TEXT NOT NULL CHECK (holder <> ''),
    number INTEGER NOT NULL CHECK (number > 0),
    rootKeyId TEXT NOT NULL,
    wrapped blob NOT NULL,
    PRIMARY KEY (holder, number)
) STRICT;

CREATE INDEX holderKeyByRoot ON holderKey (rootKeyId);

CREATE TABLE letter (
    id TEXT NOT NULL PRIMARY KEY,
    receiver blob NOT NULL,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX letterByReceiver ON letter (receiver, kind, at);

CREATE INDEX letterByTime ON letter (at);

CREATE TABLE mailAccount (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE mailboxHold (
    sessionId TEXT NOT NULL PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    startedAt INTEGER NOT NULL
) STRICT;

CREATE INDEX mailboxHoldByPerson ON mailboxHold (personId);

CREATE TABLE mailedCode (
    id TEXT NOT NULL PRIMARY KEY,
    receiver blob NOT NULL,
    sealedDigits blob NOT NULL,
    isLong INTEGER NOT NULL CHECK (isLong IN (0, 1)),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX mailedCodeByReceiver ON mailedCode (receiver, createdAt);

CREATE INDEX mailedCodeByTime ON mailedCode (createdAt);

CREATE TABLE oauthClient (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    secretHash blob,
    keys TEXT CHECK (keys IS NULL OR secretHash IS NULL),
    redirectUris TEXT NOT NULL,
    logoutUris TEXT NOT NULL,
    grants TEXT NOT NULL,
    isRestricted INTEGER NOT NULL CHECK (isRestricted IN (0, 1)),
    followsFAPI INTEGER NOT NULL CHECK (followsFAPI IN (0, 1)),
    showsCode INTEGER NOT NULL CHECK (showsCode IN (0, 1)),
    idTokenAlgorithm TEXT NOT NULL CHECK (idTokenAlgorithm IN ('RS256', 'ES256')),
    createdAt INTEGER NOT NULL,
    disabledAt INTEGER
) STRICT;

CREATE TABLE oauthClientDelivery (
    clientId TEXT NOT NULL PRIMARY KEY REFERENCES oauthClient (id) ON DELETE CASCADE,
    notificationUri TEXT,
    callbackUri TEXT,
    signsRequests INTEGER NOT NULL CHECK (signsRequests IN (0, 1)),
    bringsUserCode INTEGER NOT NULL CHECK (bringsUserCode IN (0, 1))
) STRICT;

CREATE TABLE oauthCode (
    codeHash blob NOT NULL PRIMARY KEY,
    grantId TEXT NOT NULL REFERENCES oauthGrant (id) ON DELETE CASCADE,
    redirectUri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    nonce TEXT,
    authenticatedAt INTEGER NOT NULL,
    method TEXT,
    keyThumbprint TEXT,
    expiresAt INTEGER NOT NULL,
    usedAt INTEGER
) STRICT;

CREATE INDEX oauthCodeByGrant ON oauthCode (grantId);

CREATE TABLE oauthConsent (
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    scopes TEXT NOT NULL,
    givenAt INTEGER NOT NULL,
    lastUsedAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    PRIMARY KEY (clientId, personId)
) STRICT;

CREATE INDEX oauthConsentByExpiry ON oauthConsent (expiresAt);

CREATE INDEX oauthConsentByPerson ON oauthConsent (personId);

CREATE TABLE oauthDeviceGuess (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    count INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX oauthDeviceGuessByExpiry ON oauthDeviceGuess (expiresAt);

CREATE TABLE oauthDeviceRequest (
    id TEXT NOT NULL PRIMARY KEY,
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    codeHash blob NOT NULL UNIQUE,
    userCodeHash blob NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'declined')),
    grantId TEXT,
    authenticatedAt INTEGER,
    method TEXT,
    pollSeconds INTEGER NOT NULL,
    polledAt INTEGER,
    redeemedAt INTEGER,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX oauthDeviceRequestByClient ON oauthDeviceRequest (clientId);

CREATE INDEX oauthDeviceRequestByExpiry ON oauthDeviceRequest (expiresAt);

CREATE TABLE oauthGrant (
    id TEXT NOT NULL PRIMARY KEY,
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    scopes TEXT NOT NULL,
    claims TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    lastUsedAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX oauthGrantByClient ON oauthGrant (clientId);

CREATE INDEX oauthGrantByExpiry ON oauthGrant (expiresAt);

CREATE INDEX oauthGrantByPerson ON oauthGrant (personId, createdAt);

CREATE TABLE oauthOrigin (
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    origin TEXT NOT NULL,
    PRIMARY KEY (clientId, origin)
) STRICT;

CREATE INDEX oauthOriginByOrigin ON oauthOrigin (origin);

CREATE TABLE oauthPushedRequest (
    uriHash blob NOT NULL PRIMARY KEY,
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    parameters TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX oauthPushedRequestByClient ON oauthPushedRequest (clientId);

CREATE INDEX oauthPushedRequestByExpiry ON oauthPushedRequest (expiresAt);

CREATE TABLE oauthRefreshToken (
    tokenHash blob NOT NULL PRIMARY KEY,
    grantId TEXT NOT NULL REFERENCES oauthGrant (id) ON DELETE CASCADE,
    keyThumbprint TEXT,
    expiresAt INTEGER NOT NULL,
    usedAt INTEGER
) STRICT;

CREATE INDEX oauthRefreshTokenByGrant ON oauthRefreshToken (grantId);

CREATE TABLE oauthSubject (
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    subject TEXT NOT NULL UNIQUE,
    PRIMARY KEY (clientId, personId)
) STRICT;

CREATE INDEX oauthSubjectByPerson ON oauthSubject (personId);

CREATE TABLE oauthUsedToken (
    hash blob NOT NULL PRIMARY KEY,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX oauthUsedTokenByExpiry ON oauthUsedToken (expiresAt);

CREATE TABLE objectKey (
    object TEXT NOT NULL CHECK (object <> ''),
    holder TEXT NOT NULL,
    wrapped blob NOT NULL,
    PRIMARY KEY (object, holder)
) STRICT;

CREATE INDEX objectKeyByHolder ON objectKey (holder);

CREATE TABLE orphanedBlob (
    address TEXT NOT NULL PRIMARY KEY,
    released INTEGER NOT NULL CHECK (released IN (0, 1)),
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX orphanedBlobByTime ON orphanedBlob (at);

CREATE TABLE outboxItem (
    id TEXT NOT NULL PRIMARY KEY,
    lane TEXT NOT NULL,
    idempotencyKey TEXT,
    sealed blob,
    createdAt INTEGER NOT NULL,
    dueAt INTEGER NOT NULL,
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    diedAt INTEGER,
    sentAt INTEGER CHECK (sentAt IS NULL OR (idempotencyKey IS NOT NULL AND sealed IS NULL AND diedAt IS NULL)),
    failure TEXT,
    UNIQUE (lane, idempotencyKey),
    CHECK (diedAt IS NOT NULL OR sentAt IS NOT NULL OR sealed IS NOT NULL)
) STRICT;

CREATE INDEX outboxItemByAge ON outboxItem (createdAt, id);

CREATE INDEX outboxItemDead ON outboxItem (diedAt) WHERE diedAt IS NOT NULL;

CREATE INDEX outboxItemDue ON outboxItem (lane, dueAt) WHERE diedAt IS NULL AND sentAt IS NULL;

CREATE INDEX outboxItemSent ON outboxItem (sentAt) WHERE sentAt IS NOT NULL;

CREATE TABLE passkey (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    credentialId blob NOT NULL UNIQUE,
    publicKey blob NOT NULL,
    signCount INTEGER NOT NULL CHECK (signCount >= 0),
    backupEligible INTEGER NOT NULL CHECK (backupEligible IN (0, 1)),
    backedUp INTEGER NOT NULL CHECK (backedUp IN (0, 1)),
    name TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    lastUsedAt INTEGER,
    deviceId TEXT REFERENCES device (id) ON DELETE CASCADE
) STRICT;

CREATE UNIQUE INDEX passkeyByDevice ON passkey (deviceId);

CREATE INDEX passkeyByPerson ON passkey (personId, createdAt);

CREATE TABLE passkeyChallenge (
    id TEXT NOT NULL PRIMARY KEY,
    ceremony TEXT NOT NULL CHECK (ceremony IN ('registration', 'authentication')),
    personId TEXT REFERENCES person (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    subject TEXT,
    nonce blob NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX passkeyChallengeByExpiry ON passkeyChallenge (expiresAt);

CREATE INDEX passkeyChallengeByPerson ON passkeyChallenge (personId);

CREATE TABLE person (
    id TEXT NOT NULL PRIMARY KEY,
    emailProved INTEGER NOT NULL CHECK (emailProved IN (0, 1)),
    ownerAppId TEXT,
    status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
    language TEXT NOT NULL,
    photoBlob TEXT,
    photoType TEXT,
    photoOrientation INTEGER,
    createdAt INTEGER NOT NULL,
    sealedContents blob,
    unusedSince INTEGER,
    anew TEXT CHECK (anew IN ('marked', 'told')),
    CHECK (emailProved = 1 OR ownerAppId IS NOT NULL),
    CHECK (emailProved = 0 OR ownerAppId IS NULL)
) STRICT;

CREATE INDEX personByCreation ON person (createdAt, id);

CREATE INDEX personUnused ON person (ownerAppId, unusedSince) WHERE unusedSince IS NOT NULL;

CREATE TABLE personLookup (
    hash blob NOT NULL,
    appId TEXT NOT NULL,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (hash, appId)
) STRICT;

CREATE INDEX personLookupByPerson ON personLookup (personId);

CREATE TABLE personPlace (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    sealedPlace blob NOT NULL
) STRICT;

CREATE TABLE phoneCode (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    sealedCode blob NOT NULL,
    messageId TEXT NOT NULL,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX phoneCodeByEnd ON phoneCode (expiresAt);

CREATE TABLE pushKey (
    id TEXT NOT NULL PRIMARY KEY,
    sealedKey blob NOT NULL,
    createdAt INTEGER NOT NULL
) STRICT;

CREATE TABLE pushSubscription (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL,
    sessionId TEXT NOT NULL UNIQUE,
    transport TEXT NOT NULL CHECK (transport IN ('webPush', 'applePush')),
    addressHash blob NOT NULL UNIQUE,
    sealedAddress blob NOT NULL,
    categories TEXT NOT NULL,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    createdAt INTEGER NOT NULL
) STRICT;

CREATE INDEX pushSubscriptionByPerson ON pushSubscription (personId, createdAt);

CREATE TABLE rateLimit (
    scope TEXT NOT NULL PRIMARY KEY,
    fullAt INTEGER NOT NULL
) STRICT;

CREATE INDEX rateLimitByEnd ON rateLimit (fullAt);

CREATE TABLE recoveryCode (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    hash blob NOT NULL,
    UNIQUE (personId, hash)
) STRICT;

CREATE TABLE refusedTrace (
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    number INTEGER NOT NULL,
    family INTEGER NOT NULL,
    familySize INTEGER NOT NULL,
    digest blob NOT NULL,
    sealed blob NOT NULL,
    PRIMARY KEY (personId, source, number)
) STRICT;

CREATE INDEX refusedTraceByDigest ON refusedTrace (personId, digest);

CREATE TABLE registration (
    id TEXT NOT NULL PRIMARY KEY,
    emailHash blob NOT NULL,
    sealedPerson blob NOT NULL,
    language TEXT NOT NULL,
    consentVersion TEXT NOT NULL,
    tries INTEGER NOT NULL,
    sends INTEGER NOT NULL,
    sentAt INTEGER NOT NULL,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX registrationByEmail ON registration (emailHash, createdAt);

CREATE INDEX registrationByExpiry ON registration (expiresAt);

CREATE TABLE registrationPlace (
    registrationId TEXT NOT NULL PRIMARY KEY REFERENCES registration (id) ON DELETE CASCADE,
    sealed blob NOT NULL
) STRICT;

CREATE TABLE requestBlock (
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    client TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (personId, client)
) STRICT;

CREATE TABLE requestCode (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    hash blob NOT NULL,
    setAt INTEGER NOT NULL
) STRICT;

CREATE TABLE requestCodeGuess (
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    count INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    PRIMARY KEY (clientId, personId)
) STRICT;

CREATE INDEX requestCodeGuessByExpiry ON requestCodeGuess (expiresAt);

CREATE INDEX requestCodeGuessByPerson ON requestCodeGuess (personId);

CREATE TABLE requestDelivery (
    requestId TEXT NOT NULL PRIMARY KEY REFERENCES clientRequest (id) ON DELETE CASCADE,
    clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('ping', 'json', 'xml')),
    sealedPing blob CHECK (sealedPing IS NULL OR kind = 'ping')
) STRICT;

CREATE INDEX requestDeliveryByClient ON requestDelivery (clientId);

CREATE TABLE rootKeyUse (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    rootKeyId TEXT NOT NULL
) STRICT;

CREATE TABLE schemaMigration (
    name TEXT NOT NULL PRIMARY KEY,
    appliedAt INTEGER NOT NULL,
    checksum TEXT NOT NULL
) STRICT;

CREATE TABLE session (
    id TEXT NOT NULL PRIMARY KEY,
    tokenHash blob NOT NULL UNIQUE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    deviceId TEXT REFERENCES device (id) ON DELETE CASCADE,
    appId TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'app', 'accessToken')),
    scopes TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    lastUsedAt INTEGER NOT NULL,
    expiresAt INTEGER NOT NULL,
    endsAt INTEGER NOT NULL,
    clientId TEXT REFERENCES oauthClient (id) ON DELETE CASCADE,
    grantId TEXT REFERENCES oauthGrant (id) ON DELETE CASCADE,
    enrolmentEndsAt INTEGER,
    method TEXT,
    keyThumbprint TEXT,
    unheardOf blob UNIQUE,
    unheardProofs blob
) STRICT;

CREATE INDEX sessionByApp ON session (appId);

CREATE INDEX sessionByClient ON session (clientId);

CREATE INDEX sessionByDevice ON session (deviceId);

CREATE INDEX sessionByExpiry ON session (expiresAt);

CREATE INDEX sessionByGrant ON session (grantId);

CREATE INDEX sessionByPerson ON session (personId, createdAt);

CREATE TABLE signatureActivation (
    requestId TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL,
    client TEXT NOT NULL,
    credential TEXT NOT NULL,
    secretHash blob NOT NULL UNIQUE,
    expiresAt INTEGER NOT NULL
) STRICT;

CREATE INDEX signatureActivationByExpiry ON signatureActivation (expiresAt);

CREATE TABLE signatureDrawing (
    signatureId TEXT NOT NULL PRIMARY KEY REFERENCES signatureSample (id) ON DELETE CASCADE,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    sealed blob NOT NULL,
    unclaimedUntil INTEGER
) STRICT;

CREATE INDEX signatureDrawingByPerson ON signatureDrawing (personId);

CREATE INDEX signatureDrawingByTime ON signatureDrawing (unclaimedUntil) WHERE unclaimedUntil IS NOT NULL;

CREATE TABLE signatureForDocument (
    signatureId TEXT NOT NULL PRIMARY KEY REFERENCES signatureSample (id) ON DELETE CASCADE,
    documentHash TEXT NOT NULL,
    placedBy TEXT
) STRICT;

CREATE TABLE signatureSample (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    appId TEXT,
    deviceId TEXT,
    similarity REAL NOT NULL,
    isMatch INTEGER NOT NULL CHECK (isMatch IN (0, 1)),
    refusal TEXT,
    sealedPlace blob,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX signatureSampleByPerson ON signatureSample (personId, at);

CREATE INDEX signatureSampleMatchedInApps ON signatureSample (personId, at) WHERE isMatch = 1 AND appId IS NOT NULL;

CREATE INDEX signatureSampleRefusedInApps ON signatureSample (personId, at) WHERE isMatch = 0 AND appId IS NOT NULL;

CREATE TABLE signingKey (
    id TEXT NOT NULL PRIMARY KEY,
    algorithm TEXT NOT NULL CHECK (algorithm IN ('RS256', 'ES256')),
    publicKey blob NOT NULL,
    sealedKey blob CHECK (sealedKey IS NULL OR replacedAt IS NULL),
    createdAt INTEGER NOT NULL,
    replacedAt INTEGER
) STRICT;

CREATE UNIQUE INDEX signingKeyInUse ON signingKey (algorithm) WHERE replacedAt IS NULL;

CREATE TABLE sourceWatch (
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    place TEXT NOT NULL,
    level REAL NOT NULL,
    alarms INTEGER NOT NULL,
    heldUntil INTEGER,
    at INTEGER NOT NULL,
    PRIMARY KEY (personId, source, place)
) STRICT;

CREATE INDEX sourceWatchByTime ON sourceWatch (at);

CREATE TABLE strangerDraw (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    seed TEXT NOT NULL,
    network blob NOT NULL,
    blockRank REAL NOT NULL,
    networkRank REAL NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX strangerDrawByTime ON strangerDraw (at);

CREATE TABLE syncChange (
    personId TEXT NOT NULL,
    kind TEXT NOT NULL,
    thing TEXT NOT NULL,
    number INTEGER NOT NULL,
    removed INTEGER NOT NULL CHECK (removed IN (0, 1)),
    PRIMARY KEY (personId, kind, thing)
) STRICT;

CREATE UNIQUE INDEX syncChangeByNumber ON syncChange (personId, number);

CREATE TABLE syncClock (
    personId TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL,
    forgotten INTEGER NOT NULL
) STRICT;

CREATE TABLE template (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    appId TEXT,
    touch INTEGER NOT NULL CHECK (touch IN (0, 1)),
    referenceCount INTEGER NOT NULL,
    sealedBytes blob NOT NULL,
    createdAt INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1,
    confirmedBy TEXT CHECK (confirmedBy IN ('signature', 'passkey', 'recoveryCode', 'mailedCode'))
) STRICT;

CREATE UNIQUE INDEX templateByPerson ON template (personId) WHERE appId IS NULL;

CREATE UNIQUE INDEX templateByPersonAndApp ON template (personId, appId) WHERE appId IS NOT NULL;

CREATE TABLE textMessage (
    id TEXT NOT NULL PRIMARY KEY,
    personId TEXT,
    receiver blob NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('code', 'notice')),
    keyHash blob NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'delivered', 'failed', 'expired')),
    createdAt INTEGER NOT NULL
) STRICT;

CREATE INDEX textMessageByPerson ON textMessage (personId, createdAt) WHERE personId IS NOT NULL;

CREATE INDEX textMessageByReceiver ON textMessage (receiver, createdAt);

CREATE INDEX textMessageByTime ON textMessage (createdAt);

CREATE TABLE textNotice (
    personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    since INTEGER NOT NULL
) STRICT;

CREATE TABLE trace (
    personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    templateId TEXT,
    digest blob NOT NULL,
    sealed blob NOT NULL,
    place TEXT NOT NULL DEFAULT 'own',
    PRIMARY KEY (personId, number)
) STRICT;

CREATE INDEX traceByDigest ON trace (personId, digest);

