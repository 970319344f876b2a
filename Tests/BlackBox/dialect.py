"""A client of Sign To Login's API that knows nothing of the server but its specification (spec 000)."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request


class Dialect:
    def __init__(self, base, key, timeout=30):
        self.base, self.key, self.timeout = base.rstrip("/"), key, timeout
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def post(self, path, body, content_type="application/json"):
        """The HTTP status and the JSON of the answer."""
        headers = {"Content-Type": content_type} if content_type else {}
        request = urllib.request.Request(self.base + path, data=body, headers=headers, method="POST")
        try:
            with self.opener.open(request, timeout=self.timeout) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def call(self, path, parameters):
        return self.post(path, json.dumps(parameters).encode())[1]

    def common(self, email):
        return {
            "apikey": self.key,
            "email": email,
            "time": time.strftime("%d.%m.%Y %H:%M:%S"),
            "resolution": {"width": 1024, "height": 768},
            "pressure": 0,
        }

    def registration(self, email, signatures):
        device = {"user_name": "Анна Петрова", "os_version": "6.1", "device_version": "iPad3,1"}
        return {**self.common(email), **device, "signatures": signatures}

    def register(self, email, signatures, **more):
        return self.call("/register/", {**self.registration(email, signatures), **more})

    def enrol(self, email, signer, start=0, **more):
        """Registers as an app does: sends what is missing until the template is made."""
        number, wanted = start, 10
        for _ in range(5):
            answer = self.register(email, [signer.sample(number + index) for index in range(wanted)], **more)
            number += wanted
            if answer.get("res") != "2":
                break
            wanted = answer["count_required"]
        return answer

    def login(self, email):
        return self.call("/login/", {"apikey": self.key, "email": email, "os_version": "6.1", "device_version": "iPad3,1"})

    def authenticate(self, email, signature, **more):
        return self.call("/authenticate/", {**self.common(email), "signature": signature, **more})

    def save_document(self, email, document_hash, **more):
        return self.call("/savedocument/", {"apikey": self.key, "email": email, "document_hash": document_hash, **more})

    def open_document(self, email, document, document_hash):
        return self.call("/opendocument/", {"apikey": self.key, "email": email, "documentid": document, "document_hash": document_hash})


def form(parameters):
    """The body of application/x-www-form-urlencoded: structures as JSON text."""
    plain = {name: value if isinstance(value, str) else json.dumps(value) for name, value in parameters.items()}
    return urllib.parse.urlencode(plain).encode()


def multipart(parameters, files, boundary="----paraph-black-box"):
    """The body of multipart/form-data and its content type; files are names with (file name, type, bytes)."""
    body = b""
    for name, value in parameters.items():
        text = value if isinstance(value, str) else json.dumps(value)
        body += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n'.encode()
    for name, (file_name, media_type, content) in files.items():
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
        body += f"{head}Content-Type: {media_type}\r\n\r\n".encode() + content + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
