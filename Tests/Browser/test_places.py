"""Where a signature goes: on the line that waits for it, where there is room, and never over text without a word."""

import io
import re
import unittest

from selenium.webdriver.common.by import By

from journeys import turn
from pdfs import lease, printed, with_field
from pyhanko.pdf_utils.reader import PdfFileReader
from signer import Signer
from signing import SHOWS, SigningJourney
from steps import answer, enrol

WORDS = {
    "en": ("Your signature lies on text and makes it harder to read.", "Your signature is over another one. Whoever opens the document next will see a note.",
           "Move to a free place"),
    "fr": ("Votre signature recouvre du texte, qui devient plus difficile à lire.",
           "Votre signature en recouvre une autre. Les prochaines personnes qui ouvriront le document verront une remarque.", "Déplacer à un endroit libre"),
    "ru": ("Ваша подпись лежит поверх текста, и читать его станет труднее.",
           "Ваша подпись лежит поверх другой подписи. Кто откроет документ после вас, увидит пометку.", "Передвинуть на свободное место"),
}

HIDDEN = {
    "en": "Cannot be saved like this: your signature would hide what was signed before.",
    "fr": "Impossible d’enregistrer ainsi\u00a0: votre signature cacherait ce qui est déjà signé.",
    "ru": "Так сохранить нельзя: подпись закроет подписанное раньше.",
}
# The button that is pressed next: the others are quiet.
FIRST = "[data-signing] .row .button:not(.button-quiet), [data-signing] > .button:not(.button-quiet)"

# Pulls the corner of the ink to the right, in one step.
WIDER = """
    const [grip] = arguments, { left, top } = grip.getBoundingClientRect();
    grip.closest(".placed").setPointerCapture = () => {};
    const tell = (kind, by) => grip.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, clientX: left + 20 + by, clientY: top + 20 }));
    tell("pointerdown", 0);
    tell("pointermove", 90);
    tell("lostpointercapture", 90);"""


def rectangles(content):
    """The rectangles of the signatures in a file, in order."""
    fields = PdfFileReader(io.BytesIO(content)).root["/AcroForm"]["/Fields"]
    return [[float(side) for side in field.get_object()["/Rect"]] for field in fields]


def overlap(first, second):
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


@unittest.skipUnless(SHOWS, "needs Debian's libjs-pdf, by which pages are shown")
class PlacesTests(SigningJourney):
    def person(self, name, size, language="en", dark=False):
        browser, signer = self.browser(size, language, dark), Signer(f"places {name}")
        enrol(browser, self.server, signer, f"{name}@example.org", name.title())
        return browser, signer

    def begin(self, browser):
        browser.click("[data-signing] [data-sign]")
        browser.until(lambda: len(browser.all("[data-signing] button:not([data-line])")) == 2, "the place is not asked for")

    def drawn(self, browser, signer):
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.see(".placed canvas")
        browser.until(lambda: not browser.all("dialog"), "the pad stays")

    def warning(self, browser):
        """What is said of the place once the ink lies still."""
        browser.until(lambda: browser.all(".placed[data-judged]"), "it is not judged")
        return browser.driver.find_element(By.CSS_SELECTOR, "[data-signing] .signing-warning").get_attribute("textContent")

    def test_ink_is_laid_as_it_is_sealed_with_motion_and_without(self):
        for motion in ["no-preference", "reduce"]:
            with self.subTest(motion=motion):
                browser, signer = self.person(f"motion.{motion}", "small")
                browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": motion}]})
                self.assertEqual(browser.run("return matchMedia('(prefers-reduced-motion)').matches"), motion == "reduce")
                self.open(browser, "Lease.pdf", printed())
                self.begin(browser)
                browser.click(".field-mark[data-proposed]")
                self.drawn(browser, signer)
                self.warning(browser)
                # Where the box is much wider than the ink, its part of it becomes narrower at one blow.
                browser.run(WIDER, browser.see(".placed-grip"))
                self.warning(browser)
                drawn, shown = browser.run("const canvas = document.querySelector('.placed canvas'); return [canvas.width, Math.round(canvas.clientWidth * devicePixelRatio)];")
                self.assertAlmostEqual(drawn, shown, delta=2, msg="it is drawn for a box of another width")
                browser.shoot(f"places-motion-{motion}")
                self.save(browser)

    def test_two_people_sign_the_printed_lines_and_neither_is_remarked_on(self):
        content = printed()
        for name, size, language, dark in [("anna", "iphone", "en", False), ("boris", "small", "ru", True)]:
            browser, signer = self.person(name, size, language, dark)
            self.open(browser, "Lease.pdf", content)
            self.begin(browser)
            browser.see(".field-mark[data-proposed]")
            browser.shoot(f"places-{size}-{language}-proposed")
            browser.click(".field-mark[data-proposed]")
            self.drawn(browser, signer)
            self.assertEqual(self.warning(browser), "")
            browser.shoot(f"places-{size}-{language}-on-the-line")
            self.save(browser)
            content = self.export(browser, "Lease.pdf").read_bytes()
        path = self.folder / "both.pdf"
        path.write_bytes(content)
        first, second = self.judge(path)["signatures"]
        self.assertEqual((first["changes"]["verdict"], second["changes"]["verdict"]), ("allowed", "none"))
        self.assertFalse(any(item.get("remark") for item in first["changes"]["items"]), first)
        landlord, tenant = rectangles(content)
        self.assertTrue(180 < landlord[1] < 204 < landlord[3], landlord)
        self.assertTrue(130 < tenant[1] < 154 < tenant[3], tenant)

    def test_each_of_two_lines_is_offered_by_the_words_beside_it(self):
        for name, size, language, dark in [("tenant", "iphone", "ru", False), ("tenant.fr", "small", "fr", True)]:
            browser, signer = self.person(name, size, language, dark)
            self.open(browser, "Lease.pdf", printed())
            self.begin(browser)
            browser.until(lambda: [mark.text for mark in browser.all(".field-mark[data-proposed]")] == ["Landlord", "Tenant"], "not both lines are offered")
            self.assertEqual([line.text for line in browser.all("[data-line]")], ["Landlord", "Tenant"])
            browser.shoot(f"places-{size}-{language}-lines")
            if language == "ru":
                self.press(browser, "Tenant")
            else:
                browser.all(".field-mark[data-proposed]")[1].click()
            self.drawn(browser, signer)
            self.save(browser)
            path = self.export(browser, "Lease.pdf")
            tenant = rectangles(path.read_bytes())[0]
            self.assertTrue(130 < tenant[1] < 154 < tenant[3], tenant)
            # The landlord's line is what is left.
            self.begin(browser)
            browser.see(".field-mark[data-proposed]")
            self.assertFalse(browser.all("[data-line]"), "one line is a choice")

    def test_whoever_presses_the_middle_gets_another_place_than_the_one_before(self):
        content = lease()
        for name in ["clara", "dmitri", "emma"]:
            browser, signer = self.person(name, "iphone")
            self.open(browser, "Lease.pdf", content)
            self.begin(browser)
            self.press(browser, "Middle of this page")
            self.drawn(browser, signer)
            self.assertEqual(self.warning(browser), "")
            self.save(browser)
            content = self.export(browser, "Lease.pdf").read_bytes()
        path = self.folder / "middle.pdf"
        path.write_bytes(content)
        *earlier, _ = self.judge(path)["signatures"]
        for signature in earlier:
            self.assertEqual(signature["changes"]["verdict"], "allowed")
            self.assertFalse(any(item.get("remark") for item in signature["changes"]["items"]), signature)
        places = rectangles(content)
        self.assertFalse(any(overlap(first, second) for index, first in enumerate(places) for second in places[:index]), places)

    def test_a_place_over_text_or_another_signature_is_told_of_and_left_at_once(self):
        signed = None
        for language, size, dark in turn([("en", "iphone", False), ("fr", "small", True), ("ru", "small", False)], 0, 2):
            with self.subTest(language=language):
                browser, signer = self.person(f"warned.{language}", size, language, dark)
                self.open(browser, "Lease.pdf", signed or printed())
                self.begin(browser)
                self.tap(browser, 0.4, 0.3)
                self.drawn(browser, signer)
                text, signature, move = WORDS[language]
                browser.until(lambda: self.warning(browser), "nothing is said of what it lies on")
                said = self.warning(browser)
                # Thick strokes over others can hide what stands there, which is another sentence.
                self.assertTrue(said == (signature if signed else text) or signed and said.startswith(HIDDEN[language]), said)
                self.assertEqual(browser.text("[data-free]"), move)
                before = browser.see(".placed").rect
                browser.shoot(f"places-{size}-{language}-warned")
                if signed is None:
                    # Whoever wants it there may have it there: the next one meets this signature.
                    self.save(browser)
                    signed = self.export(browser, "Lease.pdf").read_bytes()
                    continue
                browser.click("[data-free]")
                browser.until(lambda: self.warning(browser) == "", "it is still said")
                self.assertFalse(browser.driver.find_element(By.CSS_SELECTOR, "[data-free]").is_displayed())
                self.assertNotEqual(browser.see(".placed").rect, before)
                browser.shoot(f"places-{size}-{language}-moved")
                self.save(browser)
                path = self.export(browser, "Lease.pdf")
                self.assertFalse(any(item.get("remark") for item in self.judge(path)["signatures"][0]["changes"]["items"]))

    def photograph(self, browser):
        """Puts a photo beside the ink."""
        picture = self.folder / "me.png"
        browser.see("[data-pages] canvas").screenshot(str(picture))
        browser.driver.find_element(By.CSS_SELECTOR, "[data-signing] input[type=file]").send_keys(str(picture))
        browser.see(".placed img")

    def refused(self, browser, language):
        """That nothing is sealed, and that it is said."""
        browser.until(lambda: browser.text("[data-signing] .signing-warning").startswith(HIDDEN[language]), "it is not said that it is not saved")
        self.assertFalse(browser.all("[data-finish]"))
        self.assertTrue(browser.all(".placed"), "the ink is gone")

    def test_a_photo_over_what_is_signed_is_never_saved_and_beside_it_is(self):
        first, signer = self.person("before", "iphone")
        self.open(first, "Lease.pdf", lease())
        self.begin(first)
        self.tap(first, 0.7, 0.3)
        self.drawn(first, signer)
        self.save(first)
        content = self.export(first, "Lease.pdf").read_bytes()
        for language, size, dark in turn([("en", "iphone", False), ("ru", "small", True)], 1):
            with self.subTest(language=language):
                browser, signer = self.person(f"over.{language}", size, language, dark)
                self.open(browser, "Lease.pdf", content)
                self.begin(browser)
                # Over the words that were signed.
                self.tap(browser, 0.4, 0.2)
                self.drawn(browser, signer)
                self.photograph(browser)
                # Whoever is faster than the warning is not faster than the rule.
                browser.click("[data-save]")
                self.refused(browser, language)
                self.assertEqual([button.text for button in browser.all(FIRST)], [WORDS[language][2]], "it is not the next thing to press")
                browser.shoot(f"places-{size}-{language}-refused")
                browser.click("[data-save]")
                self.refused(browser, language)
                browser.click("[data-free]")
                browser.until(lambda: self.warning(browser) == "", "it is still said")
                self.assertEqual([button.get_attribute("data-save") for button in browser.all(FIRST)], [""])
                self.save(browser)
                path = self.export(browser, "Lease.pdf")
                content = path.read_bytes()
                for signature in self.judge(path)["signatures"][:-1]:
                    self.assertIn(signature["changes"]["verdict"], ["none", "allowed"])

    def test_in_a_field_the_photo_is_what_can_be_taken_away(self):
        browser, signer = self.person("in.field", "iphone")
        words = b"BT /F 30 Tf 42 85 Td (By the tenant) Tj ET"
        self.open(browser, "Field.pdf", with_field(words))
        self.sign(browser, signer, 0.3)
        self.save(browser)
        browser.click("[data-sign]")
        browser.click(".field-mark")
        self.drawn(browser, signer)
        self.photograph(browser)
        browser.click("[data-save]")
        self.refused(browser, "en")
        self.assertIn("Remove the photo.", browser.text("[data-signing] .signing-warning"))
        self.assertEqual([button.text for button in browser.all(FIRST)], ["Remove the photo"])
        browser.shoot("places-field-refused")
        browser.click("[data-photo-away]")
        browser.until(lambda: not browser.all(".placed img"), "the photo stays")
        self.save(browser)
        self.assertIn(self.judge(self.export(browser, "Field.pdf"))["signatures"][0]["changes"]["verdict"], ["none", "allowed"])

    def test_a_photo_is_sealed_beside_the_ink_as_it_was_shown(self):
        browser, signer = self.person("photo", "iphone")
        self.open(browser, "Lease.pdf", lease())
        self.begin(browser)
        self.press(browser, "Middle of this page")
        self.drawn(browser, signer)
        self.warning(browser)
        ink = browser.see(".placed canvas").rect
        picture = self.folder / "me.png"
        browser.see("[data-pages] canvas").screenshot(str(picture))
        browser.driver.find_element(By.CSS_SELECTOR, "[data-signing] input[type=file]").send_keys(str(picture))
        browser.see(".placed img")
        self.warning(browser)
        browser.shoot("places-iphone-photo")
        beside, photo, box = (browser.see(f".placed{part}").rect for part in [" canvas", " img", ""])
        for side in ["width", "height"]:
            self.assertAlmostEqual(beside[side], ink[side], delta=1.5, msg="the ink changed its size")
        self.assertLessEqual(photo["x"] + photo["width"], beside["x"] + 2, "the photo is not beside the ink")
        self.save(browser)
        browser.shoot("places-iphone-photo-signed")
        reader = PdfFileReader(io.BytesIO(self.export(browser, "Lease.pdf").read_bytes()))
        look = reader.root["/AcroForm"]["/Fields"][0]["/AP"]["/N"]
        wide, high = float(look["/BBox"][2]), float(look["/BBox"][3])
        put = re.findall(rb"([-\d. ]+) cm", look.data)
        [a, _, _, d, x, y] = [float(number) for number in put[0].split()]
        for sealed, shown in [(a / wide, photo["width"] / box["width"]), (d / high, photo["height"] / box["height"]),
                              (x / wide, (photo["x"] - box["x"]) / box["width"])]:
            self.assertAlmostEqual(sealed, shown, delta=0.02, msg="the photo is sealed elsewhere")
        scale, left = float(put[1].split()[0]), float(put[1].split()[4])
        self.assertAlmostEqual(400 * scale / wide, beside["width"] / box["width"], delta=0.05, msg="the ink is sealed in another size")
        self.assertAlmostEqual(left / wide, (beside["x"] - box["x"]) / box["width"], delta=0.04, msg="the ink is sealed elsewhere")


if __name__ == "__main__":
    unittest.main()
