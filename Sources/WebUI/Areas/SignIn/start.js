// The start screen: a person whom this browser knows goes straight to the pad.

import { knownDevices } from "../Devices/device-key.js";

async function begin() {
  try {
    if (!location.search.includes("stay") && (await knownDevices()).length > 0) {
      location.replace("/sign-in?auto");
      return;
    }
  } catch {
    // Without IndexedDB no one is known here; signing in says what is missing.
  }
  document.documentElement.classList.remove("starting");
}

begin();
