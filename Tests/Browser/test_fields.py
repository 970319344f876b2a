"""Fields that are left: what a press beside one hits, and what is said of what was typed."""

from journeys import Journey

EMAIL, MORE = "#email", "details.more-fields > summary"


class FieldTests(Journey):
    def press(self, browser, selector):
        """Presses where an element is now, whatever moves meanwhile: a finger where there are fingers, else the mouse with some time between down and up."""
        x, y = browser.run("const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return [x + width / 2, y + height / 2]", selector)
        if browser.touch:
            browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            return
        for kind in ("mousePressed", "mouseReleased"):
            browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})

    def is_open(self, browser):
        return browser.run("return document.querySelector('details.more-fields').open")

    def errors(self, browser):
        return [error.text for error in browser.all("form-field .error:not(:empty)")]

    def test_the_first_press_beside_a_field_hits_what_it_is_meant_for(self):
        for size, language in [("small", "ru"), ("desktop", "fr")]:
            with self.subTest(size):
                browser = self.browser(size, language)
                browser.open("/register")
                browser.see(MORE)
                # The summary stands right below: an error that comes above it moves it by its own height.
                browser.run("document.querySelector(arguments[0]).closest('details').before(document.querySelector(arguments[1]).closest('form-field'))", MORE, EMAIL)
                self.press(browser, EMAIL)
                browser.until(lambda: browser.run("return document.activeElement.id") == "email", "the field has no focus")
                self.press(browser, MORE)
                browser.until(lambda: self.is_open(browser), "the first press opens nothing")
                # An empty field is nothing to complain of before it is sent.
                self.assertEqual(self.errors(browser), [])
                self.press(browser, MORE)
                browser.until(lambda: not self.is_open(browser), "it does not close")
                # What is wrong is said, once the press has hit.
                browser.fill(EMAIL, "anna@example")
                self.press(browser, MORE)
                browser.until(lambda: self.is_open(browser), "the first press beside a wrong address opens nothing")
                browser.until(lambda: len(self.errors(browser)) == 1, "the wrong address is not said")

    def test_leaving_by_the_keyboard_says_what_is_wrong_at_once_and_sending_says_what_is_missing(self):
        browser = self.browser("laptop")
        browser.open("/register")
        browser.fill(EMAIL, "anna@example")
        browser.run("document.querySelector('#userName').focus()")
        self.assertEqual(len(self.errors(browser)), 1)
        browser.fill(EMAIL, "anna@example.org")
        self.assertEqual(self.errors(browser), [])
        browser.click("form[data-profile] [type=submit]")
        browser.until(lambda: len(self.errors(browser)) == 2, "what is missing is not said")
