// Debian's pdf.js, which the server offers where the package is installed. Nothing of a file is evaluated as a program: that version would
// make functions of what is in fonts, and the page's policy forbids it besides.

const at = (name) => new URL(name, import.meta.url).href;

/** The library: a script of the old kind, which leaves itself in the global object. */
function library() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = at("pdf.js");
    script.onload = () => resolve(globalThis["pdfjs-dist/build/pdf"] ?? globalThis.pdfjsLib);
    script.onerror = () => reject(new Error("pdf.js does not load"));
    document.head.append(script);
  });
}

/** Opens a file, which is read piece by piece as it is shown. */
export async function loadPDF(file) {
  const pdfjs = await library();
  pdfjs.GlobalWorkerOptions.workerSrc = at("pdf.worker.js");
  const range = new pdfjs.PDFDataRangeTransport(file.size, null);
  range.requestDataRange = async (begin, end) => range.onDataRange(begin, new Uint8Array(await file.slice(begin, end).arrayBuffer()));
  const folder = at("./");
  const options = { isEvalSupported: false, enableXfa: false, disableAutoFetch: true, disableStream: true };
  const task = pdfjs.getDocument({ range, ...options, cMapUrl: folder, cMapPacked: true, standardFontDataUrl: folder });
  const pdf = await task.promise;
  pdf.renderText = (parameters) => pdfjs.renderTextLayer(parameters).promise;
  return pdf;
}
