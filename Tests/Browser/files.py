"""What people do with documents in Files, step by step."""

from signing import SigningJourney

# What the server keeps for who is signed in.
LIST = """
const done = arguments[arguments.length - 1];
fetch("/v1/files", { headers: { "Paraph-Web": "1" } }).then((answer) => answer.json()).then(({ items }) => done(items));
"""
# The copies in this browser, with their sizes; -1 is a line in its notes.
COPIES = """
const done = arguments[arguments.length - 1];
(async () => {
  const found = [];
  const root = await navigator.storage.getDirectory();
  const copies = await root.getDirectoryHandle("copies").catch(() => undefined);
  if (copies) for await (const folder of copies.values()) for await (const [name, handle] of folder.entries()) found.push([name, (await handle.getFile()).size]);
  const database = await new Promise((resolve) => { const open = indexedDB.open("paraph-copies"); open.onsuccess = () => resolve(open.result); });
  if (database.objectStoreNames.length > 0) {
    const rows = await new Promise((resolve) => { const all = database.transaction("copies").objectStore("copies").getAll(); all.onsuccess = () => resolve(all.result); });
    for (const { id } of rows) found.push([id, -1]);
  }
  database.close();
  return found.sort();
})().then(done, (error) => done(String(error)));
"""
# How many bytes of a copy are there, each time that a worker tells.
WATCH = """
window.told = [];
window.Worker = class extends Worker {
  constructor(...values) {
    super(...values);
    this.addEventListener("message", ({ data }) => data.done !== undefined && window.told.push(data.done));
  }
};
"""


class FileJourney(SigningJourney):
    """A journey with the steps from a file to a document in Files."""

    def items(self, browser):
        return browser.driver.execute_async_script(LIST)

    def copies(self, browser):
        return browser.driver.execute_async_script(COPIES)

    def watch(self, browser):
        """From the next page on, what workers tell of how far a copy is can be asked for by `told`."""
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})

    def told(self, browser):
        return browser.run("return window.told")

    def sheet(self, browser, name, action):
        """Opens a document's sheet and presses one of its buttons."""
        browser.click(f"device-documents button[aria-label$='{name}']")
        browser.see("dialog")
        browser.click(f"dialog [data-{action}]:not(li), dialog li[data-{action}] button")

    def keep(self, browser, name, content, choice="move"):
        """Puts a file into the list and keeps it; gives what the server says of it."""
        self.add(browser, name, content)
        self.sheet(browser, name, "keep")
        browser.click(f"dialog [value={choice}]")
        browser.until(lambda: browser.all("main > [data-notice].notice-good"), "it is not said that it is kept")
        return next(item for item in self.items(browser) if item["name"] == name)

    def view(self, browser, name):
        browser.open("/documents")

        def opened():
            # A row is made anew once its first page is drawn: it is looked for again.
            item = next((item for item in browser.all("device-documents a.item") if item.text.startswith(name)), None)
            return item and (item.click() or True)

        browser.until(opened, f"{name} is not there")
        browser.at("/documents/view")
        browser.see("[data-pages] .viewer-page[data-drawn]")

    def let_in(self, browser, name, address):
        browser.open("/documents")
        self.sheet(browser, name, "people")
        browser.fill("#reader-email", address)
        browser.click("dialog [type=submit]")
        browser.see("dialog .list .item")
