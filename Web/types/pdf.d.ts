// What ParaphPDF puts out, as Web/pdf writes it in JSON, and what pages use of Debian's pdf.js.
//
// Words of lists that may grow are `string`: a page goes on with one that it does not know.

declare namespace PDF {
  /** Left, bottom, right and top: in points, from the lower left corner of the page as it is shown. */
  type Rectangle = [left: number, bottom: number, right: number, top: number];
  /** Where a signature's bytes lie around its seal: two places, each its start and its length. */
  type ByteRange = [start: number, length: number, second: number, rest: number];

  /** Why there is no answer. */
  interface Failure { error: string; detail: string }
  /** An answer, or why there is none. */
  type Answer<Value> = (Value & { error?: undefined }) | ({ [Member in keyof Value]?: undefined } & Failure);

  interface SignatureField { name: string; signed: boolean; locked: boolean; page?: number; rectangle?: Rectangle }
  /** What a signature covers: all of the file, what there was of it then, or nothing that can be told. */
  type Signature = SignatureFacts & ({ covers: "document" | "revision"; byteRange: ByteRange } | { covers: "broken"; byteRange: [] });
  interface SignatureFacts {
    field: string; kind: string; name?: string; reason?: string; location?: string; time?: string; format?: string;
    /** In hexadecimal. */
    contents?: string;
  }
  /** A file that can be read. */
  interface Description {
    /** What it carries by which other programs may show something else. */
    remarks: ("scripts" | "layers" | "attachments" | "fields")[];
    pages: number; version: number; repaired: boolean; encrypted: boolean; xfa: boolean; permission: number; certified: boolean; revisions: number[];
    fields: SignatureField[]; signatures: Signature[];
  }

  /** How bad changes are; what cannot be read is judged by the page. */
  type Verdict = "none" | "allowed" | "suspicious" | "forbidden";
  /** What was changed; `before` and `after` are what a field held and holds, where something signed was replaced that is text. */
  interface Change {
    kind: string; detail: string; verdict: Verdict; remark?: string; revision: number; page?: number; rectangle?: Rectangle; before?: string; after?: string;
  }
  interface Changes { verdict: Verdict; items: Change[] }

  /** Whether programs read a file in two ways, so that it is not signed as it is. */
  interface Readings { isAmbiguous?: boolean }
  interface Background { background: string; signed: boolean }
  /** A place on a page, and the page's size. */
  interface Place { page: number; width: number; height: number; box: Rectangle; line?: boolean }
  interface Places { places: Place[] }
  /** Where in a box ink and photo are sealed, and how much wider it gets by the photo. */
  interface Layout { ink?: Rectangle; photo?: Rectangle; widthOfPhoto: number }

  interface Option { export: string; display: string }
  /** Where a field stands; `state` is what a button sets, `on` whether it is set. */
  interface Widget { page: number; rectangle: Rectangle; state?: string; on?: boolean }
  interface FormField {
    name: string; kind: string; label?: string; value?: string; refusal?: string; required?: boolean; multiline?: boolean; password?: boolean;
    comb?: boolean; combo?: boolean; edit?: boolean; multiple?: boolean; longest?: number; options: Option[]; widgets: Widget[];
  }
  interface Form { calculates: boolean; fields: FormField[] }
  interface FieldRefusal { field: string; reason: string; most?: number; character?: number }
  interface FieldRefusals { refusals: FieldRefusal[] }

  /** A signature that is begun. */
  interface Prepared { field: string; byteRange: ByteRange }
}

declare namespace PDFJS {
  /** A script of the old kind. */
  interface Library {
    GlobalWorkerOptions: { workerSrc: string };
    PasswordResponses: { INCORRECT_PASSWORD: number };
    PDFDataRangeTransport: new (size: number, begin: Uint8Array | null) => RangeTransport;
    getDocument(parameters: {
      range: RangeTransport; isEvalSupported: boolean; enableXfa: boolean; disableAutoFetch: boolean; disableStream: boolean;
      cMapUrl: string; cMapPacked: boolean; standardFontDataUrl: string;
    }): LoadingTask;
    renderTextLayer(parameters: TextLayer): { promise: Promise<void> };
  }
  interface RangeTransport {
    requestDataRange(begin: number, end: number): void;
    onDataRange(begin: number, piece: Uint8Array): void;
  }
  interface LoadingTask {
    promise: Promise<Document>;
    onPassword: (answer: (password: string) => void, reason: number) => void;
  }
  interface Document {
    numPages: number;
    getPage(number: number): Promise<Page>;
    destroy(): Promise<void>;
  }
  interface Page {
    getViewport(wanted: { scale: number }): Viewport;
    getTextContent(): Promise<TextContent>;
    render(parameters: { canvasContext: CanvasRenderingContext2D | null; viewport: Viewport; transform?: number[] }): RenderTask;
  }
  interface Viewport {
    width: number;
    height: number;
    convertToViewportPoint(x: number, y: number): [x: number, y: number];
  }
  interface RenderTask {
    promise: Promise<void>;
    cancel(): void;
  }
  interface TextItem { str: string; transform: number[]; width: number; height: number; hasEOL: boolean }
  interface TextContent { items: TextItem[] }
  interface TextLayer { textContent: TextContent; container: HTMLElement; viewport: Viewport; textDivs: HTMLElement[] }
}

/** Where pdf.js leaves itself. */
interface Window { "pdfjs-dist/build/pdf"?: PDFJS.Library; pdfjsLib?: PDFJS.Library }
