"""A person is known on the pads of their other screens, and a forger on none of them."""

from browser import SIZES
from journeys import Journey, turn
from signer import Signer
from steps import answer, enrol, sign_in, sign_out


class PadTests(Journey):
    def test_a_signature_given_on_a_phone_is_known_on_other_screens(self):
        browser, signer, forger = self.browser(), Signer("ines"), Signer("theo")
        enrol(browser, self.server, signer, "ines@example.org", "Inès Laurent")
        outcomes = {}
        # People write larger where there is room: half as large again, and twice with a mouse.
        for size, width in (("iphone-landscape", 320), ("ipad", 480), ("desktop", 640)):
            browser.resize(size)
            browser.hand = width
            sign_out(browser)
            outcomes[size] = [sign_in(browser, "ines@example.org", forger.signature()), browser.text(".answer h2")]
            browser.open("/sign-in")
            outcomes[size] += [sign_in(browser, "ines@example.org", signer.signature())]
            browser.shoot(f"known-on-{size}")
            browser.at("/documents")
        self.assertEqual({size: (found[0], found[2]) for size, found in outcomes.items()},
                         dict.fromkeys(outcomes, ("refused", "accepted")), outcomes)

    def test_on_a_phone_that_lies_on_its_side_the_pad_takes_the_height_and_its_buttons_stay_in_reach(self):
        for language in turn(("ru", "fr"), 0):
            with self.subTest(language):
                browser, signer, address = self.browser("iphone-landscape", language), Signer(f"on its side {language}"), f"side.{language}@example.org"
                codes = enrol(browser, self.server, signer, address)
                self.assertEqual(len(codes), 10)
                sign_out(browser)
                browser.open("/sign-in")
                browser.fill("#identifier", address)
                browser.click("form[data-who] [type=submit]")
                browser.see("sign-pad ink-pad:not([disabled])")
                self.look(browser, f"pad-on-its-side-{language}")
                _, height = SIZES["iphone-landscape"][:2]
                self.assertGreater(browser.see("sign-pad .signing-pad").rect["height"], 0.8 * height)
                for part in ("[data-undo]", "[data-erase]", ".pens", "[data-primary]"):
                    rect = browser.see(f"sign-pad {part}").rect
                    self.assertLessEqual(rect["y"] + rect["height"], height, f"{part} is out of reach")
                self.assertEqual(answer(browser, signer.signature()), "accepted")
