// Pictures of first pages for the list of documents, made once for each version and kept with what is known of it.

import { loadPDF } from "../Viewer/pdf-library.js";
import * as copies from "./copy-store.js";
import * as store from "./document-store.js";

const width = 160;

/**
 * Keeps a picture of the first page of a document that is open.
 *
 * @param {string} person
 * @param {{ id: string, hash: string, preview?: import("./document-store.js").StoredDocument["preview"], isOnServer?: boolean }} known
 * @param {PDFJS.Document} pdf
 */
export async function keepPreview(person, { id, hash, preview, isOnServer }, pdf) {
  if (preview?.hash === hash) return;
  const page = await pdf.getPage(1);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = Object.assign(document.createElement("canvas"), { width, height: Math.min(Math.ceil(viewport.height), 2 * width) });
  await page.render({ canvasContext: canvas.getContext("2d"), viewport }).promise;
  /** @type {Blob | null} */
  const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
  if (picture) await (isOnServer ? copies : store).notePreview(person, id, hash, picture);
}

/**
 * Makes the pictures that are missing, one after another. What cannot be shown has none.
 *
 * @param {string} person
 * @param {import("./document-store.js").StoredDocument[]} documents
 * @param {() => unknown} made Called after each.
 */
export async function makePreviews(person, documents, made) {
  for (const known of documents) {
    try {
      const pdf = await loadPDF(await store.file(person, known), () => {}, async () => "");
      await keepPreview(person, known, pdf);
      await pdf.destroy();
      await made();
    } catch {
      // It keeps its icon.
    }
  }
}
