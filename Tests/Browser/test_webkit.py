"""The main journey in WebKit, the engine of iPhones."""

import os
import subprocess
import unittest

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from journeys import Journey
from signer import Signer
from steps import register, sign_in, sign_out, to_documents

DISPLAY = ":97"


@unittest.skipUnless(os.path.exists("/usr/bin/WebKitWebDriver"), "webkit2gtk-driver is not installed")
class WebKitTests(Journey):
    def test_a_person_enrols_and_signs_in(self):
        screen = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1280x1024x24"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(screen.wait)
        self.addCleanup(screen.terminate)
        options = Options()
        options.binary_location = next(
            path for path in ["/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser"]
            if os.path.exists(path))
        options.add_argument("--automation")
        environment = {**os.environ, "DISPLAY": DISPLAY, "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "WEBKIT_FORCE_SANDBOX": "0", "LC_ALL": "C.UTF-8"}
        driver = webdriver.WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver", env=environment))
        browser, signer = self.browser("ipad", driver=driver), Signer("webkit")
        register(browser, self.server, signer, "webkit@example.org", "Anna Petrova")
        browser.shoot("webkit-done")
        to_documents(browser)
        sign_out(browser)
        self.assertEqual(sign_in(browser, "webkit@example.org", signer.signature()), "accepted")
        browser.shoot("webkit-accepted")
        browser.at("/documents")
