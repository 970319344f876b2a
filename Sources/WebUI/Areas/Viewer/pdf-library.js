// Debian's pdf.js, which the server offers where the package is installed. Nothing of a file is evaluated as a program: that version would
// make functions of what is in fonts, and the page's policy forbids it besides.

const at = (name) => new URL(`../pdfjs/${name}`, import.meta.url).href;

let loading;

/** The library: a script of the old kind, which leaves itself in the global object. */
function library() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = at("pdf.js");
    script.onload = () => resolve(globalThis["pdfjs-dist/build/pdf"] ?? globalThis.pdfjsLib);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("pdf.js does not load"));
    };
    document.head.append(script);
  });
  return loading;
}

/**
 * Opens a file, which is read piece by piece as it is shown; `onLost` is called where the browser gave it away meanwhile. `ask(isWrong)` gives
 * the password of a file that has one, or nothing: then a `PasswordException` is thrown.
 */
export async function loadPDF(file, onLost, ask) {
  const pdfjs = await library();
  pdfjs.GlobalWorkerOptions.workerSrc = at("pdf.worker.js");
  const range = new pdfjs.PDFDataRangeTransport(file.size, null);
  range.requestDataRange = (begin, end) => file.slice(begin, end).arrayBuffer().then((piece) => range.onDataRange(begin, new Uint8Array(piece)), onLost);
  const folder = at("./");
  const options = { isEvalSupported: false, enableXfa: false, disableAutoFetch: true, disableStream: true };
  const task = pdfjs.getDocument({ range, ...options, cMapUrl: folder, cMapPacked: true, standardFontDataUrl: folder });
  const gaveUp = new Promise((_, reject) => {
    task.onPassword = async (answer, reason) => {
      const password = await ask(reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD);
      if (password) answer(password);
      else reject(Object.assign(new Error("no password"), { name: "PasswordException" }));
    };
  });
  const pdf = await Promise.race([task.promise, gaveUp]);
  pdf.renderText = (parameters) => pdfjs.renderTextLayer(parameters).promise;
  return pdf;
}
