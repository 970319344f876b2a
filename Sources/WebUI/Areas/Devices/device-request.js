// <device-approval>: adds a device that asks, by the code that it shows and a signature on this one.

import { approve } from "../Approval/approval.js";
import { call, part } from "../Base/api.js";
import { busy } from "../Base/dom.js";
import { showFieldProblems } from "../Base/fields.js";
import { sayProblem } from "../Base/notice.js";
import { saving } from "../Base/saving.js";

class DeviceApproval extends HTMLElement {
  connectedCallback() {
    const { id } = this.dataset;
    const decline = this.querySelector("[data-decline]");
    const form = this.querySelector("form");
    saving(form, async ({ code }) => {
      // A wrong code is said before anybody draws for it.
      const { items } = await call("GET", `/v1/me/device-requests?code=${part(code)}`);
      if (!items.some((/** @type {Wire.DeviceRequest} */ request) => request.id === id)) {
        showFieldProblems(form, { fields: [{ name: "code", code: "wrong" }] });
        return undefined;
      }
      const approval = await approve("addDevice", { subject: id });
      return approval ? call("POST", `/v1/me/device-requests/${part(id)}/approval`, { approval, code }) : undefined;
    }, (request) => {
      if (request) location.assign("/devices?added");
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

customElements.define("device-approval", DeviceApproval);
