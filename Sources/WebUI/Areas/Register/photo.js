// <photo-field>: a picture from the library or the camera, made small here before it is sent, which also leaves its EXIF behind.

import { text } from "../Base/text.js";

export class PhotoField extends HTMLElement {
  /** @type {Blob | null | undefined} The picture that was taken; null where the one that was there went. */
  blob;

  connectedCallback() {
    this.frame = this.querySelector(".photo");
    this.blank = this.frame.firstElementChild;
    this.error = this.querySelector(".error");
    this.removeButton = this.querySelector("[data-remove]");
    for (const input of this.querySelectorAll("input[type=file]")) {
      input.addEventListener("change", () => this.take(input));
      this.querySelector(`[data-for="${input.id}"]`).addEventListener("click", () => input.click());
    }
    this.removeButton.addEventListener("click", () => this.clear());
  }

  /** @param {HTMLInputElement} input */
  async take(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    this.error.textContent = "";
    try {
      this.blob = await shrink(file);
    } catch {
      this.error.textContent = text("photo.unreadable");
      return;
    }
    this.show(URL.createObjectURL(this.blob));
    this.dispatchEvent(new CustomEvent("photo-change"));
  }

  /** @param {string} address */
  show(address) {
    const image = new Image();
    image.alt = text("photo.yours");
    image.src = address;
    this.frame.replaceChildren(image);
    this.removeButton.hidden = false;
  }

  clear() {
    this.blob = null;
    this.frame.replaceChildren(this.blank);
    this.removeButton.hidden = true;
    this.dispatchEvent(new CustomEvent("photo-change"));
  }
}

/**
 * A picture as a small JPEG, without what its camera wrote into it.
 *
 * @param {Blob} file
 * @param {number} [longest]
 * @returns {Promise<Blob>}
 */
export async function shrink(file, longest = 1024) {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(1, longest / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error())), "image/jpeg", 0.86));
  } finally {
    URL.revokeObjectURL(address);
  }
}

customElements.define("photo-field", PhotoField);
