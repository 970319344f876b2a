// <signature-modification>: ten new signatures in the place of those before.

import { approve } from "../Approval/approval.js";
import { showStep } from "../Base/dom.js";
import { tellWarnings } from "../Base/warnings.js";
import "../Register/draw-ten.js";

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

customElements.define("signature-modification", SignatureModification);
