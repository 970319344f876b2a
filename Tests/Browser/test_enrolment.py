"""A person enrols with ten signatures, signs in with an eleventh, and a forger does not."""

from journeys import Journey, turn
from signer import Signer
from steps import answer, enrol, fill_profile, give, give_until_done, register, sign_in, sign_out, to_documents


KEPT = """
    return new Promise((done) => {
        const opening = indexedDB.open("paraph-drawings");
        opening.onsuccess = () => {
            const { result } = opening;
            if (result.objectStoreNames.length === 0) return done(0);
            const asked = result.transaction("drawings").objectStore("drawings").count();
            asked.onsuccess = () => { result.close(); done(asked.result); };
        };
    });"""


class EnrolmentTests(Journey):
    def test_a_person_enrols_and_signs_in_and_a_forger_does_not(self):
        browser, anna, mallory = self.browser(fresh=True), Signer("anna"), Signer("mallory")
        browser.open("/")
        browser.see(".start-actions")
        weight = browser.transferred()
        self.assertGreater(weight, 10_000)
        self.assertLess(weight, 140_000)
        browser.shoot("start")
        register(browser, self.server, anna, "anna@example.org", username="anna.petrova", companyName="North Bank")
        self.assertEqual(len(to_documents(browser)), 10)
        browser.shoot("documents")
        browser.open("/")
        browser.at("/documents")
        sign_out(browser)
        # A known browser goes straight to the pad, and says whose it is.
        browser.open("/sign-in?auto")
        browser.see("sign-pad ink-pad")
        self.assertIn("anna@example.org", browser.text(".signing-as"))
        self.assertEqual(sign_in(browser, "anna.petrova", anna.signature()), "accepted")
        browser.shoot("accepted")
        browser.at("/documents")
        sign_out(browser)
        self.assertEqual(sign_in(browser, "Anna@example.org", mallory.signature()), "refused")
        browser.shoot("refused")
        for left in range(4, 0, -1):
            self.assertIn(str(left), browser.text(".answer p:not(.small)"))
            browser.click(".answer .button")
            outcome = answer(browser, mallory.signature())
        self.assertEqual(outcome, "denied")
        browser.shoot("denied")

    def test_a_name_that_is_taken_is_told_once_the_address_is_proved_and_another_is_chosen(self):
        first, second = self.browser(), self.browser("iphone")
        second.expected("status of 409")
        register(first, self.server, Signer("anna"), "first@example.org", signatures=0, username="anna.first")
        first.see("[data-step=draw]:not([hidden])")
        register(second, self.server, Signer("boris"), "second@example.org", signatures=0, username="Anna.First")
        self.assertIn("taken", second.text("form[data-profile] .error:not(:empty)"))
        second.shoot("name-taken")
        second.fill("#username", "boris.second")
        second.click("form[data-profile] [type=submit]")
        second.see("[data-step=draw]:not([hidden])")
        second.open("/profile")
        self.assertEqual(second.run("return document.querySelector('#username').value"), "boris.second")

    def test_drawings_outlast_a_reload_until_the_signature_is_made_or_the_person_signs_out(self):
        browser, signer = self.browser("iphone", "ru"), Signer("reload")
        register(browser, self.server, signer, "reload@example.org", "Ольга Иванова", signatures=6)
        browser.until(lambda: browser.run("return document.querySelector('draw-ten').isKept"), "the drawings are not kept")
        browser.open("/register")
        browser.see("draw-ten .sample canvas")
        self.assertEqual(len(browser.all("draw-ten .sample canvas")), 6)
        self.assertIn("6 подписей сохранено на этом устройстве", browser.text("draw-ten [data-notice]"))
        self.assertIn("7", browser.text("[data-title]"))
        self.look(browser, "drawings-restored")
        for _ in range(4):
            give(browser, signer.signature())
        give_until_done(browser, signer)
        to_documents(browser)
        browser.until(lambda: browser.run(KEPT) == 0, "drawings stay after the signature is made")
        # Those of another signature go when the person begins anew, or signs out.
        browser.open("/signature")
        browser.click("[data-begin]")
        self.assertEqual(answer(browser, signer.signature()), "accepted")
        browser.until(lambda: not browser.all("dialog"), "the approval stays open")
        give(browser, signer.signature())
        browser.until(lambda: browser.run(KEPT) == 1, "the drawing is not kept")
        sign_out(browser)
        self.assertEqual(browser.run(KEPT), 0)

    def test_a_scribble_is_asked_for_again_with_the_reason(self):
        browser, signer = self.browser("iphone", "ru"), Signer("olga")
        register(browser, self.server, signer, "olga@example.org", "Ольга Иванова", signatures=9)
        give(browser, Signer.scribble())
        reason = browser.text(".notice-warn")
        browser.shoot("extra-samples")
        self.assertIn("Точки недостаточно", reason)
        give_until_done(browser, signer)
        to_documents(browser)

    def test_who_signs_in_two_ways_sees_which_drawings_count(self):
        browser, one, two = self.browser("iphone"), Signer.simple("two-ways-1"), Signer("two-ways-2")
        register(browser, self.server, one, "two-ways@example.org", signatures=0)
        for number in range(10):
            give(browser, (one, two)[number % 2].signature())
        browser.until(lambda: browser.all(".notice-warn"), "nothing is asked for again")
        # What differs is marked, and stays: it may count once more have come.
        self.assertEqual(len(browser.all(".sample canvas")), 10)
        self.assertGreaterEqual(len(browser.all(".sample[data-rejected=differs]")), 4)
        browser.shoot("two-ways")
        pictures = "return [...document.querySelectorAll(arguments[0])].map((canvas) => canvas.toDataURL())"
        seconds = set(browser.run(pictures, ".sample:nth-child(2n) canvas")[:5])
        for _ in range(10):
            if browser.all("[data-step=done] .answer"):
                break
            browser.draw(two.signature())
            browser.click("[data-primary]")
            browser.until(lambda: not browser.all("[data-primary][aria-busy]"), "no answer to the signatures")
        # What the signature is made of is shown: drawings of the second form alone.
        self.assertEqual(len(browser.all("[data-counted] canvas")), 10)
        browser.shoot("two-ways-counted")
        browser.until(lambda: len(set(browser.run(pictures, "[data-counted] canvas")) & seconds) == 5, "others count than are shown")
        to_documents(browser)
        sign_out(browser)
        self.assertEqual(sign_in(browser, "two-ways@example.org", two.signature()), "accepted")

    def test_a_drawing_of_another_hand_among_ten_is_named_by_its_number(self):
        words = {
            "en": "Signature 3 differs from the others. Sign once more, as you usually do.",
            "ru": "Подпись 3 не похожа на остальные. Распишитесь ещё раз, как обычно.",
            "fr": "La signature 3 diffère des autres. Signez encore une fois, comme d’habitude.",
        }
        for language, said in turn(words.items(), 1):
            with self.subTest(language):
                browser, signer, other = self.browser("iphone", language), Signer(f"odd-{language}"), Signer(f"other-{language}")
                register(browser, self.server, signer, f"odd-{language}@example.org", signatures=0)
                for number in range(1, 11):
                    give(browser, (other if number == 3 else signer).signature())
                browser.until(lambda: browser.all(".notice-warn"), "the odd one is not noticed")
                told = browser.text(".notice-warn")
                self.assertIn(said, told)
                self.assertEqual(len(browser.all(".sample[data-rejected=differs]")), 1)
                self.assertEqual(len(browser.all(".sample:nth-child(3)[data-rejected=differs]")), 1)
                browser.shoot(f"odd-{language}")

    def test_a_dot_is_refused_as_soon_as_it_is_drawn_and_the_others_stay(self):
        for language, said in turn((("en", "Signature 3 cannot be used. A dot"), ("ru", "Подпись 3 не подходит. Точки"), ("fr", "La signature 3 ne convient pas. Un point")), 2):
            with self.subTest(language):
                browser, signer = self.browser("iphone", language), Signer(f"dot-{language}")
                register(browser, self.server, signer, f"dot-{language}@example.org", signatures=2)
                give(browser, Signer.scribble())
                browser.until(lambda: browser.all(".notice-warn"), "the dot is not refused")
                self.assertIn(said, browser.text(".notice-warn"))
                # Its drawing is shown where it was given, and it is asked for again.
                self.assertEqual(len(browser.all(".sample:nth-child(3)[data-rejected] canvas")), 1)
                self.assertEqual(len(browser.all(".sample:not([data-rejected]) canvas")), 2)
                self.assertIn("3", browser.text("[data-title]"))
                browser.shoot(f"refused-at-once-{language}")
                give_until_done(browser, signer)

    def test_who_was_here_last_is_not_written_over_what_somebody_writes(self):
        browser, signer = self.browser(), Signer("zoya@example.org")
        enrol(browser, self.server, signer, "zoya@example.org")
        sign_out(browser)
        # The browser's memory takes its time.
        browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const open = indexedDB.open.bind(indexedDB);
            indexedDB.open = (...given) => {
              const request = open(...given);
              let heard;
              Object.defineProperty(request, "onsuccess", { set: (listener) => { heard = listener; } });
              request.addEventListener("success", (event) => setTimeout(() => { window.remembered = (window.remembered ?? 0) + 1; heard?.(event); }, 1000));
              return request;
            };"""})
        for written in ("", "somebody-else"):
            browser.open("/sign-in")
            if written:
                browser.click("#identifier")
            browser.until(lambda: browser.run("return window.remembered > 1"), "nothing is remembered")
            browser.settle()
            field = browser.see("#identifier")
            field.send_keys(written)
            self.assertEqual(field.get_property("value"), written or "zoya@example.org")

    def test_nothing_that_was_drawn_or_written_is_lost(self):
        browser, signer = self.browser("iphone", "fr"), Signer("jean")
        fill_profile(browser, "jean@example.org", "Jean Dupont")
        browser.driver.refresh()
        self.assertEqual(browser.see("#userName").get_attribute("value"), "Jean Dupont")
        browser.click("form[data-profile] [type=submit]")
        browser.fill("#code", self.server.code("jean@example.org"))
        for _ in range(3):
            give(browser, signer.signature())
        # Turning the device keeps the drawing.
        browser.draw(signer.signature())
        ink = "return Array.from(document.querySelector('ink-pad').encode()).join()"
        before = browser.run(ink)
        browser.resize("iphone-landscape")
        browser.shoot("turned")
        self.assertEqual(browser.run(ink), before)
        browser.resize("iphone")
        self.assertEqual(browser.run(ink), before)
        browser.click("[data-primary]")
        # Cancel goes back to the filled-in form, and forth again to the signatures given so far.
        browser.click("draw-ten [data-cancel]")
        self.assertEqual(browser.see("#userName").get_attribute("value"), "Jean Dupont")
        self.assertEqual(browser.see("#email").get_attribute("value"), "jean@example.org")
        browser.click("form[data-profile] [type=submit]")
        browser.see("draw-ten")
        self.assertEqual(len(browser.all(".sample canvas")), 4)
        # The second can be given again.
        browser.click(".sample:nth-child(2)")
        self.assertEqual(browser.text("[data-title]"), "Signature 2 sur 10")
        old = browser.run("return document.querySelector('.sample:nth-child(2) canvas').toDataURL()")
        give(browser, signer.signature())
        self.assertNotEqual(browser.run("return document.querySelector('.sample:nth-child(2) canvas').toDataURL()"), old)
        # Undo and Erase.
        strokes = signer.signature()
        browser.draw(strokes)
        browser.click("[data-undo]")
        self.assertEqual(browser.run("return document.querySelector('ink-pad').strokeCount"), len(strokes) - 1)
        browser.click("[data-erase]")
        self.assertTrue(browser.run("return document.querySelector('ink-pad').empty"))
        # A broken connection keeps the signatures.
        for _ in range(5):
            give(browser, signer.signature())
        browser.driver.set_network_conditions(offline=True, latency=0, throughput=0)
        give(browser, signer.signature())
        self.assertIn("toujours là", browser.text(".notice-bad"))
        browser.shoot("offline")
        browser.driver.set_network_conditions(offline=False, latency=0, throughput=-1)
        browser.faults()
        browser.click(".notice-bad .button-plain")
        to_documents(browser)

    def test_fields_refuse_what_is_not_allowed_and_say_so(self):
        browser = self.browser()
        browser.open("/register")
        browser.fill("#email", "anna petrova@example.org")
        self.assertEqual(browser.see("#email").get_attribute("value"), "annapetrova@example.org")
        self.assertIn("space", browser.text("form-field .refused:not(:empty)"))
        browser.fill("#email", "anna@example")
        browser.click("form[data-profile] [type=submit]")
        browser.shoot("wrong-fields")
        self.assertIn("anna@example.org", browser.text(".error:not(:empty)"))
        self.assertEqual(len(browser.all(".error:not(:empty)")), 3)
        self.assertEqual(browser.run("return document.activeElement.id"), "email")
        browser.click("details.more-fields summary")
        browser.fill("#phoneNumber", "+33 (0)1 CALL 23")
        browser.click("form[data-profile] [type=submit]")
        self.assertIn("Leave out words", browser.text("form-field:has(#phoneNumber) .error:not(:empty)"))
        # A number of the reader's country gets its code in sight, and one that no country has is refused.
        browser.driver.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": browser.run("return navigator.userAgent"), "acceptLanguage": "en-GB"})
        browser.open("/register")
        browser.click("details.more-fields summary") if not browser.all("#phoneNumber") else None
        browser.fill("#phoneNumber", "(020) 7946 0018")
        browser.click("#companyName")
        browser.until(lambda: browser.see("#phoneNumber").get_attribute("value") == "+44 (20) 7946 0018", "the number has no country code")
        self.assertIn("United Kingdom", browser.text("[data-read]"))
        for typed, words in [("+7921555014", "A digit is missing"), ("+999 123456789", "No country"), ("7946 0018", "with its country code")]:
            browser.fill("#phoneNumber", typed)
            browser.click("#companyName")
            browser.until(lambda words=words: words in browser.text("form-field:has(#phoneNumber) .error:not(:empty)"), f"{typed} is taken")
        # The field that is written in stays clear of the keyboard and of the button above it.
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 390, "height": 844 - 336, "deviceScaleFactor": 2, "mobile": True})
        for field in ["email", "userName", "username", "phoneNumber", "companyName", "position", "birthday", "sex"]:
            browser.run("document.getElementById(arguments[0]).focus()", field)
            browser.until(lambda field=field: browser.run("""
                const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
                const field = "#" + arguments[0];
                return edge(field, "top") >= edge(".bar", "bottom") && edge(field, "bottom") <= edge(".actions", "top");""", field),
                f"{field} is covered")
        browser.resize("iphone")
        browser.click("[data-consent-text]")
        self.assertGreater(len(browser.text("dialog .prose")), 100)
        browser.shoot("consent")
        browser.click("dialog [data-close]")
