"""A site of somebody else's: an empty page at another origin of this computer."""

import http.server
import threading


class Phish:
    """`with Phish() as phish:` serves an empty page at `phish.base`."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Empty)
        self.base = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Empty(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Not Paraph</title>")

    def log_message(self, *_):
        pass
