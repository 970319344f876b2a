// <profile-form>: what the person says of themselves, and the photo.

import { call } from "../Base/api.js";
import { say, sayProblem } from "../Base/notice.js";
import { saved, saving } from "../Base/saving.js";
import { text } from "../Base/text.js";
import { callApproved } from "../Approval/approval.js";
import { profileOf } from "../Register/person-fields.js";
import "../Register/photo.js";
import "./phone-proof.js";

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
    const form = this.querySelector("form");
    const send = (/** @type {Record<string, string>} */ given) => {
      const { value, defaultValue } = this.querySelector("input[name=username]");
      const isRenamed = value && defaultValue && value !== defaultValue;
      const body = { profile: profileOf(form, given), ...(given.username ? { username: given.username } : {}) };
      return isRenamed ? callApproved("PATCH", "/v1/me", body, "changeUsername") : call("PATCH", "/v1/me", body);
    };
    saving(form, send, (answer, notice) => {
      const number = answer?.profile?.phoneNumber ?? "";
      const { defaultValue } = this.querySelector("input[name=phoneNumber]");
      // What stands of the number below is another's now.
      if (answer && number !== defaultValue) return location.reload();
      return saved(answer, notice);
    });
  }
}

customElements.define("profile-form", ProfileForm);
