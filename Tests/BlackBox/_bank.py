"""A bank that asks people on their devices (CIBA), with no library between: what it sends can be sent twice, at once, and to any node."""

import base64
import json
import urllib.error
import urllib.parse
import urllib.request

CIBA = "urn:openid:params:grant-type:ciba"


def send(node, path, form=None, **headers):
    """Sends a form, or asks where there is none; returns the status and the answer."""
    data = None if form is None else urllib.parse.urlencode(form).encode()
    request = urllib.request.Request(node.url + path, data, {name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read() or b"null")


class Bank:
    def __init__(self, node, *flags, name="North Bank"):
        made = node.admin("client", "create", "--name", name, "--grant", CIBA, *flags)
        self.id, self.proof = made["clientId"], base64.b64encode(f"{made['clientId']}:{made['clientSecret']}".encode()).decode()

    def send(self, node, path, form, **headers):
        return send(node, path, form, Authorization=f"Basic {self.proof}", **headers)

    def ask(self, node, person, **more):
        """Asks a person; the status and the answer."""
        return self.send(node, "/oauth2/bc-authorize", {"scope": "openid", "login_hint": person.email, **more})

    def redeem(self, node, id, **headers):
        """Asks how a request stands; the status and the tokens, or why there are none."""
        return self.send(node, "/oauth2/token", {"grant_type": CIBA, "auth_req_id": id}, **headers)
