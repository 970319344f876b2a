// <data-export>: a button that downloads all that the server has of the person, once they approve it.

import { approve } from "../Approval/approval.js";
import { fetchFile } from "../Base/api.js";
import { busy } from "../Base/dom.js";
import { download } from "../Base/download.js";
import { hush, sayProblem } from "../Base/notice.js";

/** A button that downloads all that is kept of the person, once they approve it. */
class DataExport extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    button.addEventListener("click", () => this.export(button));
  }

  /** @param {HTMLButtonElement} button */
  async export(button) {
    const notice = this.querySelector("[data-notice]");
    hush(notice);
    try {
      const approval = await approve("exportData");
      if (!approval) return;
      const send = () => fetchFile("/v1/me/export", "application/json", { method: "POST", body: { approval }, patience: 600_000 });
      const { file } = await busy(button, send);
      download(file, "paraph.json");
    } catch (problem) {
      sayProblem(notice, problem, { retry: () => this.export(button) });
    }
  }
}

customElements.define("data-export", DataExport);
