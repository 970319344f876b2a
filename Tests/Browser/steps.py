"""What a person does in the web app, step by step."""

import base64
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

import server  # noqa: F401 (leads to the modules of Tests/BlackBox)
from _device import FINGER, MOUSE, Person, encode

ENROL = (Path(__file__).parent / "enrol.js").read_text()


class Enrolled(Person):
    """A person who registered and gave ten signatures as a browser's pages do, by calls of the API."""

    described = {"name": "Chrome, Linux", "model": "Chrome", "kind": "web"}

    def __init__(self, browser, server, signer, address, name):
        self.browser, self.before, self.language = browser, len([to for to, _ in server.codes() if to == address]), browser.language
        super().__init__(server, address, name, signer)

    def mailed_code(self):
        return self.paraph.code(self.email, self.before)

    def sample(self):
        return encode(self.browser.placed(self.signer.signature()), 1, 1, FINGER if self.browser.touch else MOUSE)


def enrol(browser, server, signer, address, name="Anna Petrova"):
    """A person with ten signatures, where a journey is not about enrolling, who is signed in and at their documents; gives the recovery codes."""
    person = Enrolled(browser, server, signer, address, name)
    codes = person.ok("POST", "/v1/me/recovery-codes", {})["codes"]
    key, token = person.cookie.split("=", 1)
    browser.driver.execute_cdp_cmd("Network.setCookie", {"name": key, "value": token, "url": server.base, "httpOnly": True, "sameSite": "Lax"})
    browser.open("/documents")
    private = person.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    public = person.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    in_page(browser, "adopt", person.device, base64.b64encode(private).decode(), base64.b64encode(public).decode(), [address])
    return codes


def in_page(browser, function, *arguments, script=ENROL):
    """Calls a function of enrol.js, or another script, in the page, whose modules it uses."""
    result = browser.driver.execute_async_script(
        script + f"const [done, ...given] = [...arguments].reverse(); {function}(...given.reverse())"
        ".then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));", *arguments)
    if "error" in result:
        raise AssertionError(result["error"])
    return result["value"]


def register(browser, server, signer, address, name="Anna Petrova", signatures=10, protect=None, **more):
    """From the start screen through ten signatures; stops before the last is sent when `signatures` is less.

    `protect` takes or declines the offer of a passkey, where one is made.
    """
    fill_profile(browser, address, name, **more)
    before = len([to for to, _ in server.codes() if to == address])
    browser.click("form[data-profile] [type=submit]")
    browser.fill("#code", server.code(address, before))
    if protect is not None:
        browser.click("[data-step=protect] [data-protect]" if protect else "[data-step=protect] [data-not-now]")
    for _ in range(signatures):
        give(browser, signer.signature())


def fill_profile(browser, address, name, **more):
    browser.open("/?stay")
    browser.click("a[href='/register']")
    browser.fill("#email", address)
    browser.fill("#userName", name)
    if more:
        browser.click("details.more-fields summary")
        for field, value in more.items():
            browser.fill(f"#{field}", value)
    browser.click("#consent")


def give(browser, strokes):
    """One signature on the pad, and on."""
    browser.draw(strokes)
    browser.click("[data-primary]")


def give_until_done(browser, signer):
    """As many signatures as are asked for, those asked for again too."""
    for _ in range(30):
        browser.until(lambda: not browser.all("[data-primary][aria-busy]"), "no answer to the signatures")
        if browser.all("[data-step=done] .answer"):
            return
        give(browser, signer.signature())
    raise AssertionError("signatures are asked for without end")


def to_documents(browser):
    browser.see("recovery-codes .codes")
    codes = [item.text for item in browser.all("recovery-codes .codes li")]
    browser.click("#stored")
    browser.click(".actions a[href='/documents']")
    browser.at("/documents")
    return codes


def sign_out(browser):
    browser.open("/more")
    browser.click("[data-call='DELETE /v1/session']")
    browser.at("/")


def sign_in(browser, identifier, strokes):
    """Up to the answer; gives what it says."""
    browser.open("/sign-in")
    browser.fill("#identifier", identifier)
    browser.click("form[data-who] [type=submit]")
    return answer(browser, strokes)


def answer(browser, strokes=None):
    """Signs, or sends what is drawn already, and gives what came of it; kept where the page's next steps cannot take it away before we look."""
    if strokes:
        browser.draw(strokes)
    browser.run("""
        sessionStorage.removeItem("outcome");
        new MutationObserver((changes) => {
            for (const { target } of changes) sessionStorage.setItem("outcome", target.dataset.outcome);
        }).observe(document, { subtree: true, attributeFilter: ["data-outcome"] });""")
    browser.click("[data-primary]")
    return browser.until(lambda: browser.run("return sessionStorage.getItem('outcome')"), "no answer to the signature")
