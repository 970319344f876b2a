// Looks whether the customer signed, and goes on with what they wanted.

const pause = 1_000;
const language = document.documentElement.lang;

class SignatureWait extends HTMLElement {
  connectedCallback() {
    const until = this.querySelector("[data-until]");
    until.textContent = new Date(until.dateTime).toLocaleTimeString(language);
    this.look();
  }

  async look() {
    try {
      const response = await fetch(`/waiting/${this.dataset.id}`, { headers: { Accept: "application/json" } });
      const { state, next } = await response.json();
      if (state === "done") return location.assign(next);
      if (state !== "pending") return this.end(state);
    } catch {
      // The network may come back.
    }
    return setTimeout(() => this.look(), pause);
  }

  /** Says that nothing came of it. */
  end(state) {
    for (const element of this.querySelectorAll("[data-hint], [data-code]")) element.hidden = true;
    const said = this.querySelector("[data-said]");
    said.textContent = this.dataset[state] ?? this.dataset.failed;
    said.hidden = false;
    document.querySelector("[data-back]").textContent = this.dataset.again;
  }
}

customElements.define("signature-wait", SignatureWait);

for (const time of document.querySelectorAll("time[data-day]")) time.textContent = new Date(time.dateTime).toLocaleDateString(language, { day: "numeric", month: "short" });
