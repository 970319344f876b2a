"""Slow connections, for pages and what their workers fetch."""

import itertools
import json
import threading

import websocket

from touch import connection


class Slowness:
    """From now on each page and each new worker of a tab gets `rate` bytes a second; `None` lets through what there is.

    A tab's own conditions do not reach its workers, so each is held when it begins until it has them too.
    """

    def __init__(self, driver):
        self.driver, self.rate = driver, None
        self.socket, self.numbers, self.lock = connection(driver), itertools.count(1), threading.Lock()
        self.socket.settimeout(None)
        self.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True})
        threading.Thread(target=self.listen, daemon=True).start()

    def close(self):
        self.socket.close()

    def set(self, rate):
        self.rate = rate
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", self.conditions())

    def conditions(self):
        return {"offline": False, "latency": 0, "downloadThroughput": self.rate or -1, "uploadThroughput": -1}

    def send(self, method, values, session=None):
        with self.lock:
            message = {"id": next(self.numbers), "method": method, "params": values} | ({"sessionId": session} if session else {})
            self.socket.send(json.dumps(message))

    def listen(self):
        try:
            while text := self.socket.recv():
                message = json.loads(text)
                if message.get("method") == "Target.attachedToTarget":
                    session = message["params"]["sessionId"]
                    self.send("Network.enable", {}, session)
                    self.send("Network.emulateNetworkConditions", self.conditions(), session)
                    self.send("Runtime.runIfWaitingForDebugger", {}, session)
        except (OSError, websocket.WebSocketException):
            # The journey is over.
            pass
