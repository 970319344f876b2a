"""A real browser at a real size, watched for what pages must never do."""

import atexit
import json
import time
from pathlib import Path
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.common.exceptions import (ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException,
                                        WebDriverException)
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

from slowness import Slowness
from touch import Touch

SIZES = {
    "tiny": (320, 568, True),
    "small": (360, 640, True),
    "android": (360, 740, True),
    "iphone": (390, 844, True),
    "iphone-landscape": (844, 390, True),
    "ipad": (820, 1180, True),
    "ipad-landscape": (1180, 820, True),
    "laptop": (1280, 800, False),
    "laptop-low": (1280, 600, False),
    "desktop": (1440, 900, False),
}
SHOTS = Path(__file__).resolve().parents[2] / "artefacts" / "screenshots"
PATIENCE, POLL = 30, 0.05
HAND = 320  # the width of a signature, in CSS pixels

# What a driver says of a page that loads anew, or of an element that moves, under our eyes: it is looked at again.
MOVING = (ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException)
LOADING = ("aborted by navigation", "document unloaded", "execution context", "Cannot find context", "uniqueContextId", "target frame detached",
           "Node with given id does not belong", "No node with given id")

# The addresses of the driver's own machine code say nothing, and push what was wrong out of sight.
WebDriverException.__str__ = lambda self: f"{self.msg}"


def passes(error):
    return isinstance(error, MOVING) or any(word in str(error.msg) for word in LOADING)


# To start Chromium takes longer than many a journey does in it: those that others are done with are taken first, by their language.
IDLE, MOST_IDLE = [], 4
# What journeys permit their pages.
PERMISSIONS = ["geolocation", "clipboard-read", "clipboard-write"]


@atexit.register
def quit_idle():
    while IDLE:
        IDLE.pop()[1].quit()


class Browser:
    """Chromium, or the driver given; `quit()` or `leave()` when done.

    One that others were done with has nothing of theirs but the files of pages in its cache; a `fresh` one has not even those.
    """

    def __init__(self, base, size="iphone", language="en", dark=False, driver=None, fresh=False):
        self.base, self.excused, self.finger, self.slowness, self.hand = base.rstrip("/"), [], None, None, HAND
        self.language = language
        self.driver = driver or (None if fresh else self.idle(language)) or self.chromium(language)
        if self.is_chromium:
            self.driver.execute_cdp_cmd("Network.enable", {})
        if dark:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-color-scheme", "value": "dark"}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.resize(size)

    @staticmethod
    def idle(language):
        place = next((place for place, (spoken, _) in enumerate(IDLE) if spoken == language), None)
        return None if place is None else IDLE.pop(place)[1]

    @staticmethod
    def chromium(language):
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for flag in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", f"--lang={language}", "--force-prefers-reduced-motion"]:
            options.add_argument(flag)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    @property
    def is_chromium(self):
        return self.driver.name == "chrome"

    def quit(self):
        self.disconnect()
        self.driver.quit()

    def disconnect(self):
        for connection in (self.finger, self.slowness):
            if connection:
                connection.close()

    def leave(self):
        """Leaves Chromium to other journeys, without anything of this one."""
        if not self.is_chromium or len(IDLE) >= MOST_IDLE:
            self.quit()
            return
        self.disconnect()
        try:
            self.blank()
        except WebDriverException as error:
            print(f"a browser is not used again: {error}", flush=True)
            self.driver.quit()
            return
        IDLE.append((self.language, self.driver))

    def blank(self):
        """A new tab in place of all others, and nothing kept: what is set for a tab goes with it."""
        old = self.driver.window_handles
        self.driver.switch_to.new_window("tab")
        new = self.driver.current_window_handle
        for handle in old:
            self.driver.switch_to.window(handle)
            self.driver.close()
        self.driver.switch_to.window(new)
        for method, values in [
            # A service worker that is being installed would fill its cache after that was emptied.
            ("Page.bringToFront", {}), ("ServiceWorker.enable", {}), ("ServiceWorker.stopAllWorkers", {}), ("ServiceWorker.disable", {}),
            *[("Storage.clearDataForOrigin", {"origin": self.base, "storageTypes": "all"})] * 2, ("Storage.clearCookies", {}),
            ("Browser.setDownloadBehavior", {"behavior": "default"}), ("Browser.resetPermissions", {}),
            # That leaves what was granted as it is.
            *[("Browser.setPermission", {"permission": {"name": name}, "setting": "prompt", "origin": self.base}) for name in PERMISSIONS],
        ]:
            self.driver.execute_cdp_cmd(method, values)
        for kind in ("browser", "performance"):
            self.driver.get_log(kind)

    def resize(self, size):
        width, height, touch = SIZES[size]
        self.touch = touch and self.is_chromium
        if not self.is_chromium:
            self.driver.set_window_size(width, height)
            return
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 2 if touch else 1, "mobile": touch,
            "screenOrientation": {"type": "landscapePrimary", "angle": 90} if width > height else {"type": "portraitPrimary", "angle": 0}})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch, "maxTouchPoints": 5 if touch else 1})

    def speak(self, language):
        """Asks for pages in another language from now on."""
        agent = self.run("return navigator.userAgent")
        self.driver.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})

    def slow(self, rate):
        """Lets so many bytes a second through, or as many as there are."""
        self.slowness = self.slowness or Slowness(self.driver)
        self.slowness.set(rate)

    # Finding and doing.

    def open(self, path):
        self.driver.get(self.base + path)

    def all(self, selector):
        """The shown elements of a selector, all of one moment: a page that changes while they are looked at is asked again."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return [element for element in self.driver.find_elements(By.CSS_SELECTOR, selector) if element.is_displayed()]
            except StaleElementReferenceException:
                if time.monotonic() > end:
                    raise

    def until(self, condition, what):
        """What the condition gives, as soon as that is something."""
        end, last = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            try:
                if result := condition():
                    return result
            except WebDriverException as error:
                if not passes(error):
                    raise
                last = error
            time.sleep(POLL)
        raise AssertionError(f"{what}, at {self.driver.current_url}{f' ({last})' if last else ''}")

    def see(self, selector):
        """The first shown element of a selector, as soon as there is one."""
        return self.until(lambda: next(iter(self.all(selector)), None), f"nothing shown for {selector}")

    def fill(self, selector, text):
        def filled():
            field = self.see(selector)
            field.clear()
            field.send_keys(text)
            return True

        self.until(filled, f"{selector} takes no text")

    def click(self, selector):
        def clicked():
            element = next(iter(self.all(selector)), None)
            if not element or not element.is_enabled():
                return False
            self.driver.execute_async_script(
                "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'});"
                "requestAnimationFrame(() => requestAnimationFrame(arguments[1]))", element)
            element.click()
            return True

        self.until(clicked, f"nothing to click, or disabled, for {selector}")

    def text(self, selector):
        return self.until(lambda: [element.text for element in self.all(selector)[:1]], f"nothing shown for {selector}")[0]

    def at(self, path):
        self.until(lambda: urlsplit(self.driver.current_url).path == path, f"expected {path}")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def downloads_to(self, folder):
        """From now on what the browser saves lies in that folder."""
        self.downloads = Path(folder)
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})

    def downloaded(self, pattern, what="nothing was downloaded"):
        """The file of that name, once it is whole: Chromium reserves a name with an empty file and moves the content there at the end."""
        return self.until(lambda: next((path for path in self.downloads.glob(pattern) if path.stat().st_size > 0), None), what)

    def words(self):
        """Where the browser is and what can be read there, for the report of a failure."""
        try:
            return f"{self.driver.current_url}: {' / '.join(self.run('return document.body.innerText').split())[:1000]}"
        except WebDriverException as error:
            return f"the browser does not answer: {error}"

    def shoot(self, name):
        """Keeps a picture for eyes."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.settle()
        self.driver.save_screenshot(str(SHOTS / f"{name}.png"))

    def settle(self):
        """Until nothing moves: pictures are there, animations are over, and what they left is painted."""
        self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            // One that is fetched when it comes into sight never decodes before.
            const isNear = ({ left, right, top, bottom }) => right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
            const pictures = [...document.images]
                .filter((image) => image.loading !== "lazy" || isNear(image.getBoundingClientRect()))
                .map((image) => image.decode().catch(() => {}));
            const motions = document.getAnimations().filter((motion) => motion.effect?.getComputedTiming().endTime < 5000);
            Promise.all([...pictures, ...motions.map((motion) => motion.finished.catch(() => {}))])
                .then(() => requestAnimationFrame(() => requestAnimationFrame(done)));""")

    # Ink.

    def draw(self, strokes):
        """Draws on the shown pad with a finger (a mouse on the desktop), with the strokes' own times.

        A pad that moves under the hand fails here, and not in what becomes of the signature. A browser without breath loses points before
        any page sees them: then what it left of the drawing is taken back, and drawn again.
        """
        for _ in range(3):
            pad, box, count = self.until(self.shown_pad, "the pad does not start")
            shown = [[place(point, box, self.hand) for point in stroke] for stroke in strokes]
            if not self.is_chromium:
                self.draw_actions(shown)
            else:
                self.run(WATCH, pad)
                self.finger = self.finger or Touch(self.driver)
                self.finger.draw(shown, self.touch)
            self.until(lambda: self.run("return arguments[0].strokeCount", pad) == count + len(strokes), "the pad took no stroke")
            fault = self.is_chromium and drawing_fault(shown, box, self.run("return arguments[0].seen", pad))
            if not fault:
                return
            print(f"{fault}, at {self.driver.current_url}", flush=True)
            self.run("const [pad, count] = arguments; while (pad.strokeCount > count) pad.undo();", pad, count)
        raise AssertionError(f"{fault}, at {self.driver.current_url}")

    def shown_pad(self):
        """The shown pad, where it lies and how many strokes it holds; nothing before it runs, takes ink and is painted where it stays."""
        pad = next(iter(self.all("ink-pad")), None)
        if not pad or self.run("return arguments[0].disabled ?? true", pad):
            return None
        first, box = self.driver.execute_async_script("""
            const [pad, done] = arguments;
            pad.scrollIntoView({ block: "nearest", behavior: "instant" });
            const box = () => { const r = pad.getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; };
            const first = box();
            requestAnimationFrame(() => requestAnimationFrame(() => done([first, box()])));""", pad)
        return (pad, box, self.run("return arguments[0].strokeCount", pad)) if first == box else None

    @staticmethod
    def placed(strokes):
        """The strokes as they would lie on a phone's pad."""
        return [[place(point, (0, 0, 358, 300)) for point in stroke] for stroke in strokes]

    def draw_actions(self, strokes):
        """Through WebDriver's pointer actions, for other browsers; every other point, for each is waited for."""
        strokes = [[*stroke[:-1:2], stroke[-1]] for stroke in strokes]
        steps = [{"type": "pointerMove", "duration": 0, "x": round(strokes[0][0][0]), "y": round(strokes[0][0][1])}]
        last = 0
        for stroke in strokes:
            for index, (x, y, at) in enumerate(stroke):
                steps.append({"type": "pointerMove", "duration": max(0, round(at - last)), "x": round(x), "y": round(y)})
                if index == 0:
                    steps.append({"type": "pointerDown", "button": 0})
                last = at
            steps.append({"type": "pointerUp", "button": 0})
        self.driver.execute("actions", {"actions": [
            {"type": "pointer", "id": "pen", "parameters": {"pointerType": "mouse"}, "actions": steps}]})

    # What pages must never do.

    def expected(self, *pieces):
        """Excuses the console's word for a refusal that a journey provokes."""
        self.excused += pieces

    def faults(self):
        """Console errors, broken promises of the policy, and requests to other hosts, since the last call."""
        if not self.is_chromium:
            return []
        found = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        found = [message for message in found if not any(piece in message for piece in self.excused)]
        # A page whose session ended elsewhere learns it by this very answer.
        found = [message for message in found if not ("/v1/changes" in message and "status of 401" in message)]
        own = urlsplit(self.base).netloc
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                address = urlsplit(message["params"]["request"]["url"])
                if address.scheme in ("http", "https", "ws", "wss") and address.netloc != own:
                    found.append(f"request to another host: {address.geturl()}")
        return found

    def transferred(self):
        """The bytes that came over the wire since the last look at the performance log."""
        total = 0
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.loadingFinished":
                total += message["params"]["encodedDataLength"]
        return total


# Keeps what a pad sees of a drawing: the kind of each event, where, when, and where the pad lies then.
WATCH = """
    const [pad] = arguments, watch = pad.seen === undefined;
    pad.seen = [];
    const keep = (event) => {
        const { left, top } = pad.getBoundingClientRect(), parts = event.type === "pointermove" ? event.getCoalescedEvents() : [];
        for (const { clientX, clientY, timeStamp } of parts.length ? parts : [event]) pad.seen.push([event.type, clientX, clientY, timeStamp, left, top]);
    };
    if (watch) for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) pad.addEventListener(type, keep);"""


def drawing_fault(strokes, box, seen):
    """What was lost of a drawing on its way to the pad; nothing where it arrived as it was drawn."""
    if places := {(left, top) for *_, left, top in seen} - {tuple(box[:2])}:
        raise AssertionError(f"the pad moved under the hand, from {box[:2]} to {places}")
    if any(kind == "pointercancel" for kind, *_ in seen):
        return "the browser took the pointer away from the pad"
    drawn = [point for stroke in strokes for point in stroke]
    taken = [event for event in seen if event[0] in ("pointerdown", "pointermove")]
    if len(drawn) != len(taken):
        return f"the pad saw {len(taken)} of {len(drawn)} points"
    for (x, y, at), (_, left, top, time_stamp, *_) in zip(drawn, taken):
        late = time_stamp - taken[0][3] - (at - drawn[0][2])
        if max(abs(x - left), abs(y - top)) > 1.5 or abs(late) > 10:
            return f"the pad saw a point at ({left:.1f}, {top:.1f}), {late:.0f} ms late, that was drawn at ({x:.1f}, {y:.1f})"
    return None


def place(point, box, hand=HAND):
    """A point of the unit box on the pad: a hand's size, not the pad's, with the proportions 5 : 2."""
    left, top, width, height = box
    wide = min(width * 0.94, height * 2.5 * 0.94, hand)
    high = wide / 2.5
    x = left + (width - wide) / 2 + point[0] * wide
    y = top + (height - high) / 2 + point[1] * high
    return (round(x, 2), round(y, 2), point[2])
