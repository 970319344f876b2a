// <account-deletion>: says what goes with the account, and has it deleted once the person approves it.

import { approve } from "../Approval/approval.js";
import { call } from "../Base/api.js";
import { saving } from "../Base/saving.js";
import { text } from "../Base/text.js";
import { forget } from "../Devices/device-key.js";
import { withdrawAll } from "../Devices/waiting-request.js";
import { forgetAll } from "../Documents/copy-store.js";
import * as documents from "../Documents/document-store.js";
import { whatGoes, whoLoses } from "../Documents/files-loss.js";
import { dropAll } from "../Register/drawing-draft.js";

class AccountDeletion extends HTMLElement {
  connectedCallback() {
    this.#tellDocuments();
    this.#tellFiles();
    const form = this.querySelector("form");
    const button = form.querySelector("button[type=submit]");
    const matches = () => form.elements.word.value.trim().toLocaleLowerCase() === this.dataset.word.toLocaleLowerCase();
    button.disabled = true;
    form.elements.word.addEventListener("input", () => (button.disabled = !matches()));
    saving(form, async () => {
      const approval = await approve("deleteAccount");
      if (!approval) return false;
      await call("DELETE", "/v1/me", { approval });
      const { device } = document.documentElement.dataset;
      if (device) await forget(device);
      // The account is gone, whatever this browser makes of it.
      await documents.removeAll(this.dataset.person).catch(() => {});
      localStorage.removeItem("paraph.person");
      await forgetAll().catch(() => {});
      await dropAll().catch(() => {});
      await withdrawAll().catch(() => {});
      return true;
    }, (deleted) => {
      if (deleted) location.replace("/?stay&deleted");
    });
  }

  /** Says how many documents are nowhere else. */
  async #tellDocuments() {
    if (!documents.isPossible()) return;
    const count = (await documents.documents(this.dataset.person).catch(() => [])).filter(({ exported }) => !exported).length;
    const note = this.querySelector("[data-documents]");
    note.hidden = count === 0;
    note.firstElementChild.textContent = text("documents.lostWithAccount", { count });
  }

  /** Says how many documents in Files go too, and who else loses them. */
  async #tellFiles() {
    const note = this.querySelector("[data-files]");
    const tell = (/** @type {(string | undefined)[]} */ ...words) => {
      note.hidden = false;
      note.firstElementChild.textContent = words.filter(Boolean).join(" ");
    };
    let count;
    try {
      const own = await whatGoes();
      if (own.length === 0) return;
      tell((count = text("files.lostWithAccount", { count: own.length })));
      const names = await whoLoses(own);
      if (names) tell(count, text("files.losers", { names }));
    } catch {
      tell(count ?? text("files.lostUncounted"), count && text("files.losersUnasked"));
    }
  }
}

customElements.define("account-deletion", AccountDeletion);
