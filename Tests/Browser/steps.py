"""What a person does in the web app, step by step."""


def register(browser, server, signer, address, name="Anna Petrova", signatures=10, **more):
    """From the start screen through ten signatures; stops before the last is sent when `signatures` is less."""
    fill_profile(browser, address, name, **more)
    before = len([to for to, _ in server.codes() if to == address])
    browser.click("form[data-profile] [type=submit]")
    browser.fill("#code", server.code(address, before))
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


def to_documents(browser):
    browser.see("recovery-codes .codes")
    codes = [item.text for item in browser.all("recovery-codes .codes li")]
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


def answer(browser, strokes):
    browser.draw(strokes)
    browser.click("[data-primary]")
    return browser.see(".answer[data-outcome]").get_attribute("data-outcome")
