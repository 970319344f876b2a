// A document's history: to the app where there may be one, and whether a file is one of the versions, which it is compared with by its hash.

import { call, fetchFile, part } from "../Base/api.js";
import { digest, hexadecimal } from "../Base/bytes.js";
import { busy } from "../Base/dom.js";
import { download } from "../Base/download.js";
import { hush, say, sayProblem } from "../Base/notice.js";
import { text } from "../Base/text.js";

const main = document.querySelector("[data-document]");
const largest = 500_000_000;

/** iPhones and iPads, which may call themselves Macs: no Mac has a touch screen. */
function isIOS() {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/**
 * The way back to a document that lies on this device, and its name, which the server does not know.
 *
 * @param {HTMLAnchorElement} link
 */
async function showHere(link) {
  const { documents, isPossible } = await import("../Documents/document-store.js");
  const person = localStorage.getItem("paraph.person");
  if (!person || !isPossible()) return;
  const known = (await documents(person)).find((one) => one.document === main.dataset.document);
  if (!known) return;
  link.querySelector("[data-name]").textContent = known.name;
  link.href = `/documents/view#${known.id}`;
  link.hidden = false;
  main.querySelector("[data-back]")?.setAttribute("href", link.href);
}

/**
 * Says whether a file is one of the versions.
 *
 * @param {File} file
 * @param {HTMLElement} notice
 * @returns {Promise<void>}
 */
async function check(file, notice) {
  if (file.size > largest) return say(notice, text("history.tooLarge"), { kind: "warn" });
  let hash;
  try {
    hash = hexadecimal(await digest(await file.arrayBuffer()));
  } catch {
    return say(notice, text("history.unreadable"));
  }
  try {
    /** @type {Wire.DocumentHistory} */
    const history = await call("GET", `/v1/documents/${part(main.dataset.document)}?hash=${hash}`);
    const kind = history.file === "current" ? "good" : history.file === "earlier" ? "warn" : "bad";
    say(notice, text(`history.${history.file}`, { number: history.fileVersion }), { kind });
    notice.dataset.outcome = history.file;
  } catch (problem) {
    sayProblem(notice, problem, { retry: () => check(file, notice) });
  }
}

// A browser hashes on pages that came over TLS, or from this machine, only.
const card = main.querySelector("[data-check]");
if (globalThis.crypto?.subtle) {
  const choose = card.querySelector("[data-choose]");
  const input = card.querySelector("input");
  choose.onclick = () => input.click();
  input.onchange = () => {
    const [file] = input.files;
    if (file) busy(choose, () => check(file, card.querySelector("[data-notice]")));
    input.value = "";
  };
  card.hidden = false;
}

/**
 * Hands the certificate to the browser's downloads.
 *
 * @param {HTMLElement} link
 * @param {HTMLElement} notice
 */
async function certify(link, notice) {
  hush(notice);
  try {
    const { file, name } = await fetchFile(link.getAttribute("href"), "application/pdf");
    download(file, name);
    say(notice, text("history.certified", { name }), { kind: "good" });
  } catch (problem) {
    sayProblem(notice, problem, { retry: () => certify(link, notice) });
  }
}

const evidence = main.querySelector("[data-evidence]");
evidence.onclick = (/** @type {Event} */ event) => {
  event.preventDefault();
  busy(evidence, () => certify(evidence, main.querySelector("[data-evidence-notice]")));
};

main.querySelector("[data-certificate]").hidden = false;

main.querySelector("[data-in-app]").hidden = !isIOS();

/** @type {HTMLAnchorElement | null} */
const here = main.querySelector("[data-here]");
if (here) showHere(here).catch(() => {});
