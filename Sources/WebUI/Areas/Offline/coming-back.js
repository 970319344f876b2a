// A page that was shown without a connection goes on by itself as soon as there is one.

const every = 5000;

async function look() {
  try {
    if ((await fetch("/offline", { cache: "no-store" })).ok) location.reload();
  } catch {
    // Still none.
  }
}

/** Loads the page anew once the server can be reached. */
export function goOnWhenBack() {
  addEventListener("online", look);
  setInterval(look, every);
}
