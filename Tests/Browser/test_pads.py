"""A person is known on the pads of their other screens, and a forger on none of them."""

from journeys import Journey
from signer import Signer
from steps import enrol, sign_in, sign_out


class PadTests(Journey):
    def test_a_signature_given_on_a_phone_is_known_on_other_screens(self):
        browser, signer, forger = self.browser(), Signer("ines"), Signer("theo")
        enrol(browser, self.server, signer, "ines@example.org", "Inès Laurent")
        outcomes = {}
        # People write larger where there is room: half as large again, and twice with a mouse.
        for size, hand in (("iphone-landscape", 320), ("ipad", 480), ("desktop", 640)):
            browser.resize(size)
            browser.hand = hand
            sign_out(browser)
            outcomes[size] = [sign_in(browser, "ines@example.org", forger.signature()), browser.text(".answer h2")]
            browser.open("/sign-in")
            outcomes[size] += [sign_in(browser, "ines@example.org", signer.signature())]
            browser.shoot(f"known-on-{size}")
            browser.at("/documents")
        self.assertEqual({size: (found[0], found[2]) for size, found in outcomes.items()},
                         dict.fromkeys(outcomes, ("refused", "accepted")), outcomes)
