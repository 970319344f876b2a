// Debian's pdf.js, which the server offers where the package is installed. Nothing of a file is evaluated as a program: that version would
// make functions of what is in fonts, and the page's policy forbids it besides.

/** @typedef {PDFJS.Document & { renderText: (layer: PDFJS.TextLayer) => Promise<void> }} OpenPDF A document that is open, and what lays a page's text over it. */

const at = (/** @type {string} */ name) => new URL(`../pdfjs/${name}`, import.meta.url).href;

/** @type {Promise<PDFJS.Library> | undefined} */
let loading;

/** The library: a script of the old kind, which leaves itself in the global object. */
function library() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = at("pdf.js");
    script.onload = () => resolve(window["pdfjs-dist/build/pdf"] ?? window.pdfjsLib);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("pdf.js does not load"));
    };
    document.head.append(script);
  });
  return loading;
}

/**
 * Opens a file, which is read piece by piece as it is shown. Throws a `PasswordException` where the password is not given.
 *
 * @param {Blob} file
 * @param {() => unknown} onLost Called where the browser gave the file away meanwhile.
 * @param {(isWrong: boolean) => Promise<string | undefined>} ask Gives the password of a file that has one, or nothing.
 * @returns {Promise<OpenPDF>}
 */
export async function loadPDF(file, onLost, ask) {
  const pdfjs = await library();
  pdfjs.GlobalWorkerOptions.workerSrc = at("pdf.worker.js");
  const range = new pdfjs.PDFDataRangeTransport(file.size, null);
  range.requestDataRange = (begin, end) => file.slice(begin, end).arrayBuffer().then((piece) => range.onDataRange(begin, new Uint8Array(piece)), onLost);
  const folder = at("./");
  const options = { isEvalSupported: false, enableXfa: false, disableAutoFetch: true, disableStream: true };
  const task = pdfjs.getDocument({ range, ...options, cMapUrl: folder, cMapPacked: true, standardFontDataUrl: folder });
  /** @type {Promise<never>} */
  const gaveUp = new Promise((_, reject) => {
    task.onPassword = async (answer, reason) => {
      const password = await ask(reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD);
      if (password) answer(password);
      else reject(Object.assign(new Error("no password"), { name: "PasswordException" }));
    };
  });
  const pdf = await Promise.race([task.promise, gaveUp]);
  return Object.assign(pdf, { renderText: (/** @type {PDFJS.TextLayer} */ layer) => pdfjs.renderTextLayer(layer).promise });
}
