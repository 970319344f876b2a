"""Fingers and mice that keep exact time, however slow the machine is."""

import itertools
import json
import time
import urllib.request

import websocket


def connection(driver):
    """A connection of its own to the tools of the shown tab."""
    address = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
    with urllib.request.urlopen(f"http://{address}/json/list") as answer:
        pages = json.load(answer)
    page = next(page for page in pages if page["id"] == driver.current_window_handle)
    return websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60, suppress_origin=True)


class Touch:
    """The browser's own input pipeline (DevTools' Input domain), over a connection of its own so that events need not wait for one another.

    Each event carries the time at which it is said to happen: what a page sees of a stroke does not depend on how busy the machine is.
    """

    def __init__(self, driver):
        self.socket = connection(driver)
        self.numbers, self.end = itertools.count(1), 0

    def close(self):
        self.socket.close()

    def draw(self, strokes, finger):
        """Strokes of (x, y, milliseconds), in CSS pixels of the window; with a finger, else with a mouse."""
        # Ahead of the clock, as a page takes no time before its own beginning; and after what was drawn before.
        start = max(time.time(), self.end + 0.5)
        self.end = start + strokes[-1][-1][2] / 1000
        waiting = set()
        for stroke in strokes:
            for index, (x, y, at) in enumerate(stroke):
                waiting.add(self.send("start" if index == 0 else "move", x, y, start + at / 1000, finger))
            x, y, at = stroke[-1]
            waiting.add(self.send("end", x, y, start + at / 1000, finger))
        while waiting:
            answer = json.loads(self.socket.recv())
            if "error" in answer:
                raise RuntimeError(answer["error"]["message"])
            waiting.discard(answer.get("id"))

    def send(self, what, x, y, at, finger):
        if finger:
            method = "Input.dispatchTouchEvent"
            points = [] if what == "end" else [{"x": x, "y": y, "id": 1, "force": 0.5}]
            event = {"type": {"start": "touchStart", "move": "touchMove", "end": "touchEnd"}[what], "touchPoints": points}
        else:
            method = "Input.dispatchMouseEvent"
            kind = {"start": "mousePressed", "move": "mouseMoved", "end": "mouseReleased"}[what]
            event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 0 if what == "end" else 1, "clickCount": 1}
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": {**event, "timestamp": at}}))
        return number
