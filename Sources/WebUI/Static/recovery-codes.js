// <recovery-codes>: shows a set once, to save, print or copy.

import { call } from "./api.js";
import { busy, make } from "./dom.js";
import { hush, say, sayProblem } from "./notice.js";
import { text } from "./text.js";

class RecoveryCodes extends HTMLElement {
  connectedCallback() {
    this.shown = this.querySelector("[data-shown]");
    this.list = this.querySelector(".codes");
    this.notice = this.querySelector("[data-notice]");
    this.renew = this.querySelector("[data-renew]");
    this.renew?.addEventListener("click", () => this.renewCodes());
    this.querySelector("[data-copy]").addEventListener("click", () => this.copy());
    this.querySelector("[data-save]").addEventListener("click", () => this.save());
    this.querySelector("[data-print]").addEventListener("click", () => print());
  }

  /** Makes the first set, where there is none. */
  async offer() {
    try {
      const { remaining } = await call("GET", "/v1/me/recovery-codes");
      if (remaining > 0) return;
      this.show(await call("POST", "/v1/me/recovery-codes", {}));
    } catch (problem) {
      sayProblem(this.notice, problem, { retry: () => this.offer() });
    }
  }

  async renewCodes() {
    hush(this.notice);
    const body = {};
    if (Number(this.dataset.remaining) > 0 || this.needsApproval) {
      const { approve } = await import("./approval.js");
      body.approval = await approve("recoveryCodes");
      if (!body.approval) return;
    }
    try {
      this.show(await busy(this.renew, () => call("POST", "/v1/me/recovery-codes", body)));
      this.renew.hidden = true;
      this.querySelector("[data-state]")?.remove();
    } catch (problem) {
      if (problem.code === "approvalRequired" && !body.approval) {
        this.needsApproval = true;
        this.renewCodes();
        return;
      }
      sayProblem(this.notice, problem, { retry: () => this.renewCodes() });
    }
  }

  show({ codes }) {
    if (!codes) return;
    this.codes = codes;
    this.list.replaceChildren(...codes.map((code) => make("li", {}, code)));
    this.shown.hidden = false;
  }

  get words() {
    return [text("codes.fileTitle", { host: location.host }), "", ...this.codes, "", text("codes.fileNote")].join("\n");
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.codes.join("\n"));
      say(this.notice, text("action.copied"), { kind: "good" });
    } catch {
      getSelection().selectAllChildren(this.list);
    }
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.words], { type: "text/plain" }));
    make("a", { href: address, download: "paraph-recovery-codes.txt" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

customElements.define("recovery-codes", RecoveryCodes);
