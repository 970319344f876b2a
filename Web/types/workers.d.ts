// What pages and their workers say to each other.

declare namespace Workers {
  /** Why a worker did not do what was asked. */
  interface Failure { value?: undefined; code: string; detail: string }
  /** What came of it. */
  type Outcome<Value> = { value: Value; code?: undefined } | Failure;

  /** What is known of a file's content; of one that cannot be read not how many pages and signatures it has. */
  interface Facts { pages?: number; signatures?: number; marks: string[] }

  /** To document-worker.js: take a file into a person's documents. */
  interface Taking { file: File; person: string; id: string }
  interface Taken extends Facts { size: number; hash: string; askedFields: number }

  /** A version of a file of the server. */
  interface Version { id: string; hash: string; version: number; size: number }
  /** To copy-worker.js: bring a version to this device, beside an earlier one; or stop. */
  type Copying = Bringing | { cancel: true };
  interface Bringing { person: string; original: Version; earlier?: { file: string; size: number } }
  /** How many bytes are there, then the end. */
  type CopyAnswer = { done: number; value?: undefined; code?: undefined } | ({ done?: undefined } & Outcome<Facts>);

  /** What is seen of a signature that is not sealed yet. */
  interface Look { ink?: Uint8Array; pen?: string; photo?: Uint8Array | null; field?: string }
  /** What is filled into a form: its records, and a font for letters that the fonts of forms have not. */
  interface Filled { form?: string; font?: Uint8Array }
  /** A signature to be sealed; without `page` and `box` in a field, or unseen. */
  interface Signing extends Look, Filled {
    page?: number; box?: PDF.Rectangle; room: number; name?: string; reason?: string; location?: string; time?: string; link?: string;
  }

  /** A signature as the server is asked about it, or what is known without asking. */
  type Seal = { ask: Wire.SealToJudge } | { state: string; reason: string };
  /** The newest signatures, and how many there are before them. */
  interface Seals { seals: Seal[]; earlier: number }
  /** A field that was filled in after as many signatures as `after`; `label` and `kind` are the form's. */
  interface FilledField { name: string; page: number; rectangle?: PDF.Rectangle; after: number; label?: string; kind?: string; before?: string; value?: string }
  /** A field in which something signed was replaced: `before` by `value`, where these are text, by one of the file's revisions. */
  interface ReplacedField extends FilledField { revision: number }
  /**
   * What was changed since the signatures; `remarks` are of what later ones lie on. `isCut` where there may be more changes than `items`. Where
   * fields were filled in and nothing else is new on pages, `filled` are these; `replaced` are those in which something signed was replaced, and `signed`
   * is how many signatures there are.
   */
  interface Changes {
    verdict: PDF.Verdict | "unknown"; items: PDF.Change[]; isCut?: boolean; remarks?: PDF.Change[];
    filled?: FilledField[]; replaced?: ReplacedField[]; signed?: number;
  }
  /** A file as it was found; `id` is the document's, as its link has it. */
  interface Judged extends Seals { id?: string; changes: Changes }

  /** The calls of signing-worker.js, which holds one file. What is asked of places has no answer where a file cannot be read. */
  interface SigningCalls {
    /** What the file has. */
    open(asked: { file: Blob }): Promise<PDF.Answer<PDF.Description>>;
    /** What was changed after the signatures, the document's id as its link has it, and the newest signatures as the server judges them. */
    judge(asked: { file: Blob }): Promise<Judged>;
    /** The signatures before those that were judged, the newest of them. */
    judgeEarlier(asked: { file: Blob; end: number }): Promise<Seals>;
    /** Whether programs read the file in two ways, so that only a clean copy can be signed. */
    readings(): Promise<PDF.Readings | undefined>;
    /** The bytes of a clean copy. */
    clean(): Promise<Uint8Array>;
    /** What a signature would lie on, and whether there are others. */
    background(asked: { page: number; box: PDF.Rectangle } & Look): Promise<PDF.Background | undefined>;
    /** A free place near one, on its page or anywhere; empty where there is none. */
    free(asked: { page: number; box: PDF.Rectangle; isAnywhere: boolean } & Look): Promise<Partial<PDF.Place> | undefined>;
    /** The places to propose for a signature of some size. */
    propose(asked: { width: number; height: number }): Promise<Partial<PDF.Places> | undefined>;
    /** The fields that people fill. */
    form(): Promise<Partial<PDF.Form>>;
    /** Which values the form refuses, and why. */
    refusals(asked: Filled): Promise<Partial<PDF.FieldRefusals>>;
    /** Where in a box ink and photo are sealed. */
    layout(asked: { width: number; height: number } & Look): Promise<PDF.Layout | undefined>;
    /** Begins a signature: the SHA-256 of what the seal covers. */
    prepare(asked: Signing): Promise<Uint8Array>;
    /** Puts the seal in, and writes the file under another id. */
    complete(asked: { contents: Uint8Array; person: string; id: string }): Promise<Facts & { file: string; size: number; hash: string }>;
  }
  /** One of these calls, with what it takes. */
  type SigningRequest = { [Call in keyof SigningCalls]: { number: number; call: Call; values: Parameters<SigningCalls[Call]>[0] } }[keyof SigningCalls];
  type SigningAnswer = { number: number } & Outcome<unknown>;
}
