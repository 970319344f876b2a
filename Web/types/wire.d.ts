// The JSON of /v1 that pages read and send, as ParaphWire has it (docs/openapi.yaml says what each member means). Tests/Pages/wire.js holds these
// against the golden files of ParaphWireTests, so that neither changes alone.
//
// Words of lists that may grow are `string`: a page goes on with one that it does not know.

declare namespace Wire {
  /** RFC 3339. */
  type Timestamp = string;
  /** RFC 4648, section 5, without padding. */
  type Base64URL = string;

  interface Page<Item> { items: Item[]; next?: string }

  interface ProblemField { name: string; code: string; detail?: string; value?: string }
  interface Problem { code: string; status: number; title: string; detail?: string; instance?: string; fields?: ProblemField[]; retryAfter?: number; received?: number }

  interface Change { kind: string; id: string; isRemoved: boolean }
  interface Changes { changes: Change[]; cursor: string; hasMore: boolean; isReset: boolean }

  interface Person { id: string; email: string; username?: string; language: string; hasPhoto: boolean; recoveryCodesLeft: number }
  interface RegistrationReceipt { id: string; expiresAt: Timestamp; resendAfter: number }
  interface SessionGrant { deviceId?: string; personId: string; expiresAt: Timestamp; isEnrolled: boolean }

  interface Challenge { id: string; purpose: string; nonce: Base64URL; audience: string; bindingMessage: string; attemptsLeft: number; expiresAt: Timestamp; retryAfter?: number }
  interface ChallengeResult {
    outcome: string; similarity?: number; refusal?: string; reasons: string[]; attemptsLeft: number; retryAfter?: number;
    session?: SessionGrant; approval?: string; signatureId?: string;
  }
  interface Approval { approval: string; expiresAt: Timestamp }
  interface StepUpStatus { methods: string[]; exempt: string[]; mailedCodeWait?: number; mailedCodeAt?: Timestamp; isWaiting: boolean }
  interface ApprovalCodeReceipt { id?: string; expiresAt?: Timestamp; availableAt?: Timestamp }

  interface Device { id: string; name: string; isCurrent: boolean; key: string }
  interface DeviceRequest { id: string; status: string; code?: string; secret?: string; name: string; expiresAt: Timestamp; deviceId?: string; session?: SessionGrant }
  interface PasskeyCreation {
    challengeId: string; challenge: Base64URL; rpId: string; rpName: string; userId: Base64URL; userName: string; userDisplayName: string;
    algorithms: number[]; exclude: Base64URL[]; needsApproval: boolean; expiresAt: Timestamp;
  }
  interface PasskeyChallenge { challengeId: string; challenge: Base64URL; rpId: string; allow: Base64URL[]; expiresAt: Timestamp }
  interface RecoveryCodes { codes?: string[]; remaining: number }

  interface RejectedSample { index: number; reason: string }
  interface EnrolmentResult { id: string; status: string; countRequired: number; accepted: number[]; rejected: RejectedSample[]; warnings: string[] }
  interface SampleCheckResult { isUsable: boolean; reason?: string }

  interface HandOver {
    id: string; status: string; hash: string; name: string; createdAt: Timestamp; expiresAt: Timestamp;
    signatureId?: string; audience?: string; ink?: string; drawing?: Base64URL;
  }
  interface PhoneStatus { isAvailable: boolean; number?: string; isProved: boolean; getsNotices: boolean; code?: { state: string; triesLeft: number; expiresAt: string } }
  interface PushSettings { webPushKey: Base64URL; categories?: string[] }
  interface AuthorizationQuestion { clientName: string; rights: string[] }
  interface ClientRequest { id: string; clientName?: string; expiresAt: Timestamp; outcome?: string }
  interface AuthorizationOutcome { location: string }
  interface RegisteredApp { id: string; name: string; apiKey?: string }

  interface HistorySignature { id: string; userName: string; at: Timestamp; similarity: number; isMatch: boolean }
  interface HistoryVersion { number: number; previous?: number; hash?: string; isNewest: boolean; signatures: HistorySignature[] }
  interface DocumentHistory { id: string; isForked: boolean; isParticipant: boolean; file?: string; fileVersion?: number; versions: HistoryVersion[] }
  interface DocumentSave { previousHash?: string; hash: string; signatures?: string[]; documentId?: string }
  interface SavedDocument { id: string; isFork: boolean }
  interface SealOffer { size: number }
  interface SealRequest { signatureId: string; previousHash: string; digest: Base64URL; assertion?: string; passkey?: object }
  interface DocumentSeal { contents: Base64URL }
  interface SealToJudge { contents: Base64URL; sha256?: Base64URL; sha384?: Base64URL; sha512?: Base64URL }
  interface SealVerdict { state: string; reason?: string; signerName?: string; sealedAt?: Timestamp }
  interface SealVerdicts { verdicts: SealVerdict[] }

  /** A file that the server keeps; without `hash` it is not there whole. */
  interface File {
    id: string; name: string; size: number; received: number; hash?: string; version: number; documentId?: string;
    isOwn: boolean; ownerName: string; signerName?: string; signatures?: number; openFields?: number; isSignedByMe: boolean; changedAt: Timestamp;
    invited?: number; unsigned?: number; isChanged?: boolean; waitsFor?: string[]; expiresAt?: Timestamp;
  }
  interface FileReader { id: string; name: string; email: string }
  interface FieldValue { field: string; text?: string; choices?: string[] }
  /** A signature as it is placed: in a field, or in a box of a page. */
  interface Signing {
    signatureId: string; seenHash: string; ink?: string; photo?: Base64URL; field?: string; page?: number; box?: number[]; password?: string; form?: FieldValue[];
  }
  interface Draft { id: string; digest: Base64URL; previousHash: string; signedSince?: string[] }
}
