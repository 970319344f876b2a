// The pages under More: each form says what it saves, and what happened.

import { call, fetchFile, part } from "./api.js";
import { approve, callApproved } from "./approval.js";
import { forgetAll } from "./copy-store.js";
import { forget } from "./device-key.js";
import * as documents from "./document-store.js";
import { busy, make, onSubmit, openSheet, showStep } from "./dom.js";
import "./draw-ten.js";
import { checkForm, profileOf, showFieldProblems, values } from "./fields.js";
import { whatGoes, whoLoses } from "./kept-loss.js";
import { hush, say, sayProblem } from "./notice.js";
import "./photo.js";
import { text } from "./text.js";
import { tellWarnings } from "./warnings.js";

/** A form that saves: checks, sends, says. */
function saving(form, send, after) {
  const notice = form.querySelector("[data-notice]");
  onSubmit(form, () => {
    hush(notice);
    if (!checkForm(form)) return;
    busy(form.querySelector("[type=submit]"), async () => {
      try {
        await after(await send(values(form)), notice);
      } catch (problem) {
        if (!showFieldProblems(form, problem)) {
          sayProblem(notice, problem, { kept: text("form.kept"), retry: () => form.requestSubmit() });
        }
      }
    });
  });
}

const saved = (answer, notice) => answer !== false && say(notice, text("form.saved"), { kind: "good" });

class ProfileForm extends HTMLElement {
  connectedCallback() {
    const photo = this.querySelector("photo-field");
    photo.addEventListener("photo-change", async () => {
      const notice = this.querySelector("[data-notice]");
      try {
        if (photo.blob) await call("PUT", "/v1/me/photo", photo.blob);
        else await call("DELETE", "/v1/me/photo");
        say(notice, text("form.saved"), { kind: "good" });
      } catch (problem) {
        sayProblem(notice, problem, { retry: () => photo.dispatchEvent(new CustomEvent("photo-change")) });
      }
    });
    const send = (given) => {
      const { value, defaultValue } = this.querySelector("input[name=username]");
      const isRenamed = value && defaultValue && value !== defaultValue;
      const body = { profile: profileOf(given), ...(given.username ? { username: given.username } : {}) };
      return isRenamed ? callApproved("PATCH", "/v1/me", body, "changeUsername") : call("PATCH", "/v1/me", body);
    };
    saving(this.querySelector("form"), send, saved);
  }
}

class SignatureModification extends HTMLElement {
  connectedCallback() {
    const draw = this.querySelector("draw-ten");
    this.querySelector("[data-begin]").addEventListener("click", async () => {
      const approval = await approve("modifySignature");
      if (!approval) return;
      draw.approval = approval;
      showStep(this, "draw");
    });
    draw.addEventListener("cancelled", () => showStep(this, "now"));
    draw.addEventListener("created", ({ detail }) => {
      showStep(this, "done");
      tellWarnings(this.querySelector("[data-warnings]"), detail);
    });
  }
}

class EnrolFlow extends HTMLElement {
  connectedCallback() {
    const draw = this.querySelector("draw-ten");
    const consent = this.querySelector("[data-agree]");
    const notice = this.querySelector("[data-notice]");
    consent?.addEventListener("click", async () => {
      try {
        const body = { version: this.dataset.consentVersion };
        if (await busy(consent, () => callApproved("POST", "/v1/me/consent", body, "giveConsent"))) showStep(this, "draw");
      } catch (problem) {
        sayProblem(notice, problem);
      }
    });
    draw.addEventListener("cancelled", () => location.assign("/register"));
    draw.addEventListener("created", async ({ detail }) => {
      showStep(this, "done");
      tellWarnings(this.querySelector("[data-warnings]"), detail);
      await import("./recovery-codes.js");
      const codes = this.querySelector("recovery-codes");
      codes.guard(this.querySelector("[data-step=done] .actions a"));
      await codes.offer();
    });
  }
}

class DeviceApproval extends HTMLElement {
  connectedCallback() {
    const { id } = this.dataset;
    const decline = this.querySelector("[data-decline]");
    const form = this.querySelector("form");
    saving(form, async ({ code }) => {
      // A wrong code is said before anybody draws for it.
      const { items } = await call("GET", `/v1/me/device-requests?code=${part(code)}`);
      if (!items.some((request) => request.id === id)) {
        showFieldProblems(form, { fields: [{ name: "code", code: "wrong" }] });
        return undefined;
      }
      const approval = await approve("addDevice", { subject: id });
      return approval ? call("POST", `/v1/me/device-requests/${part(id)}/approval`, { approval, code }) : undefined;
    }, (request) => {
      if (request) location.assign("/devices");
    });
    decline.addEventListener("click", async () => {
      try {
        await busy(decline, () => call("DELETE", `/v1/me/device-requests/${part(id)}`));
        location.assign("/devices");
      } catch (problem) {
        sayProblem(form.querySelector("[data-notice]"), problem);
      }
    });
  }
}

class AppForm extends HTMLElement {
  connectedCallback() {
    const { id } = this.dataset;
    const form = this.querySelector("form");
    if (id) saving(form, ({ name, email, website }) => call("PATCH", `/v1/me/apps/${part(id)}`, { name, email, website }), saved);
    else saving(form, (app) => this.register(app), (app) => this.showKey(app));
    this.querySelector("[data-new-key]")?.addEventListener("click", ({ currentTarget }) => this.renewKey(currentTarget));
    const icon = this.querySelector("photo-field");
    if (id && icon) icon.addEventListener("photo-change", () => this.sendIcon(id, icon));
    this.querySelector("[data-copy-key]").addEventListener("click", () => this.copyKey());
  }

  async register(app) {
    const made = await call("POST", "/v1/me/apps", app);
    const { blob } = this.querySelector("photo-field");
    if (blob) await call("PUT", `/v1/me/apps/${part(made.id)}/icon`, blob).catch(() => {});
    return made;
  }

  async sendIcon(id, icon) {
    if (!icon.blob) return;
    const notice = this.querySelector("[data-notice]");
    try {
      await call("PUT", `/v1/me/apps/${part(id)}/icon`, icon.blob);
      say(notice, text("form.saved"), { kind: "good" });
    } catch (problem) {
      sayProblem(notice, problem, { retry: () => this.sendIcon(id, icon) });
    }
  }

  async renewKey(button) {
    const { id } = this.dataset;
    const answer = await openSheet("question", (dialog) => {
      dialog.querySelector("[data-question]").textContent = button.dataset.question;
      dialog.querySelector("[data-consequence]").textContent = button.dataset.consequence;
      dialog.querySelector("[value=yes]").textContent = button.textContent;
    });
    if (answer !== "yes") return;
    try {
      const app = await busy(button, () => callApproved("POST", `/v1/me/apps/${part(id)}/key`, {}, "renewAppKey", { subject: id }));
      if (app) this.showKey(app);
    } catch (problem) {
      sayProblem(this.querySelector("[data-notice]"), problem, { retry: () => this.renewKey(button) });
    }
  }

  showKey({ apiKey, id }) {
    this.querySelector("[data-key]").textContent = apiKey;
    this.querySelector("a[data-open]").href = `/apps/${part(id)}`;
    showStep(this, "key");
  }

  async copyKey() {
    const key = this.querySelector("[data-key]");
    try {
      await navigator.clipboard.writeText(key.textContent);
      say(this.querySelector("[data-key-notice]"), text("action.copied"), { kind: "good" });
    } catch {
      getSelection().selectAllChildren(key);
    }
  }
}

class AccountDeletion extends HTMLElement {
  connectedCallback() {
    this.#tellDocuments();
    this.#tellKept();
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
  async #tellKept() {
    const note = this.querySelector("[data-kept]");
    const tell = (...words) => {
      note.hidden = false;
      note.firstElementChild.textContent = words.filter(Boolean).join(" ");
    };
    let count;
    try {
      const own = await whatGoes();
      if (own.length === 0) return;
      tell((count = text("kept.lostWithAccount", { count: own.length })));
      const names = await whoLoses(own);
      if (names) tell(count, text("kept.losers", { names }));
    } catch {
      tell(count ?? text("kept.lostUncounted"), count && text("kept.losersUnasked"));
    }
  }
}

/** A button that downloads all that is kept of the person, once they approve it. */
class DataExport extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    button.addEventListener("click", () => this.export(button));
  }

  async export(button) {
    const notice = this.querySelector("[data-notice]");
    hush(notice);
    try {
      const approval = await approve("exportData");
      if (!approval) return;
      const send = () => fetchFile("/v1/me/export", "application/json", { method: "POST", body: { approval }, patience: 600_000 });
      const { file } = await busy(button, send);
      const address = URL.createObjectURL(file);
      make("a", { href: address, download: "paraph.json" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    } catch (problem) {
      sayProblem(notice, problem, { retry: () => this.export(button) });
    }
  }
}

class LanguageChoice extends HTMLElement {
  connectedCallback() {
    for (const link of this.querySelectorAll("a[lang]")) {
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        await call("PATCH", "/v1/me", { language: link.lang }).catch(() => {});
        location.assign(link.href);
      });
    }
  }
}

customElements.define("profile-form", ProfileForm);
customElements.define("signature-modification", SignatureModification);
customElements.define("enrol-flow", EnrolFlow);
customElements.define("device-approval", DeviceApproval);
customElements.define("app-form", AppForm);
customElements.define("account-deletion", AccountDeletion);
customElements.define("data-export", DataExport);
customElements.define("language-choice", LanguageChoice);
