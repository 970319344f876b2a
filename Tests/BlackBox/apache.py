#!/usr/bin/env python3
"""Debian's apache2 with modules of others, as they are: mod_auth_openidc protects pages for people who sign in here (code flow with PKCE, userinfo, logout), and mod_oauth2 an API
for programs that bring access tokens of this server, plain and bound to a key (DPoP), which it asks about by introspection.

Exits 0 when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import hashlib
import http.cookiejar
import json
import urllib.error
import urllib.parse
import urllib.request

import requests
from requests_oauth2client import DPoPKey, DPoPToken, OAuth2Client

from _apache import Apache
from _device import Person, base64url
from _paraph import Paraph, require


class Browser:
    """Follows a site's answers one by one, with its cookies."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    def __init__(self):
        self.opener = urllib.request.build_opener(self.Stay, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.opener.addheaders = [("Accept", "text/html")]

    def get(self, address):
        """The status, where the browser is sent, and what is shown."""
        try:
            with self.opener.open(address, timeout=30) as answer:
                return answer.status, None, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["Location"], error.read().decode(errors="replace")


def query_of(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))


def decided(person, address, allow=True):
    """Where the person's decision about a request sends the browser."""
    query = urllib.parse.urlsplit(address).query
    return person.ok("POST", "/v1/oauth2/authorization", {"query": query, "isAllowed": allow})["location"]


def site(paraph, url, alg, method):
    """Registers the site, and says how the module is set."""
    made = paraph.admin("client", "create", "--name", "North Bank", "--redirect-uri", f"{url}/bank/callback", "--grant", "authorization_code", "--id-token-alg", alg,
                        "--post-logout-redirect-uri", f"{url}/goodbye.html")
    return f"""
OIDCProviderMetadataURL {paraph.url}/.well-known/openid-configuration
OIDCClientID {made["clientId"]}
OIDCClientSecret {made["clientSecret"]}
OIDCProviderTokenEndpointAuth {method}
OIDCRedirectURI {url}/bank/callback
OIDCCryptoPassphrase made-up-for-this-check
OIDCPKCEMethod S256
OIDCIDTokenSignedResponseAlg {alg}
OIDCScope "openid profile email"
OIDCInfoHook userinfo id_token
OIDCDefaultLoggedOutURL {url}/goodbye.html
<Location /bank>
    AuthType openid-connect
    Require valid-user
</Location>
"""


def check_the_site(paraph, person, alg, method):
    with Apache(lambda url: site(paraph, url, alg, method)) as apache:
        browser = Browser()
        status, asked, _ = browser.get(f"{apache.url}/bank/")
        require(status == 302 and asked.startswith(f"{paraph.url}/oauth2/authorize?"), f"a stranger is sent to sign in: {status} {asked}")
        parameters = query_of(asked)
        require(parameters["code_challenge_method"] == "S256" and "nonce" in parameters, f"the module asks with {parameters}")
        back = decided(person, asked)
        require("This is bank" not in Browser().get(back)[2], "another browser brings the code")
        status, page, shown = browser.get(back)
        require(status == 302 and page == f"{apache.url}/bank/", f"the module takes the code: {status} {page} {shown}")
        require(browser.get(page)[::2] == (200, "This is bank."), "the page is shown")
        told = json.loads(browser.get(f"{apache.url}/bank/callback?info=json")[2])
        require(told["userinfo"]["email"] == person.email and told["userinfo"]["sub"] == told["id_token"]["sub"], f"the module knows {told}")

        # Who leaves the site is signed out here too, and goes back to the site.
        goodbye = f"{apache.url}/goodbye.html"
        status, asked, _ = browser.get(f"{apache.url}/bank/callback?{urllib.parse.urlencode({'logout': goodbye})}")
        require(status == 302 and asked.startswith(f"{paraph.url}/oauth2/end-session?"), f"the module leads on to the logout here: {status} {asked}")
        require(set(query_of(asked)) >= {"id_token_hint", "post_logout_redirect_uri"}, f"it says {asked}")
        told = person.ok("GET", f"/v1/oauth2/end-session?{urllib.parse.urlsplit(asked).query}")
        require(told["step"] == "goOn" and told["location"] == goodbye, f"the person is not asked, and goes back: {told}")
        require(Browser().get(asked)[1] == goodbye, "who is signed out here goes back at once")
        person.ok("DELETE", "/v1/session")
        require(person.call("GET", "/v1/me")[0] == 401 and browser.get(f"{apache.url}/bank/")[0] == 302, "both sessions are over")
        person.sign_in(paraph, paraph)

        # A no opens nothing. This version of the module takes `iss` in it (RFC 9207, section 2) for a sign-in that begins elsewhere, and tells another error.
        browser = Browser()
        status, _, shown = browser.get(decided(person, browser.get(f"{apache.url}/bank/")[1], allow=False))
        require(status != 302 and "Error" in shown and browser.get(f"{apache.url}/bank/")[0] == 302, f"a no is told: {status} {shown}")


def program(paraph, *flags):
    made = paraph.admin("client", "create", "--name", "North Bank", "--redirect-uri", "http://127.0.0.1/callback", "--grant", "authorization_code", *flags)
    return OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/openid-configuration", issuer=paraph.url, auth=(made["clientId"], made["clientSecret"]), redirect_uri="http://127.0.0.1/callback",
        testing=True)


def api(paraph, client, more=""):
    """How the module is set that asks about tokens as this client."""
    return f"""
OAuth2TokenVerify introspect {paraph.url}/oauth2/introspect introspect.auth=client_secret_basic&client_id={client.client_id}&client_secret={client.client_secret}&expiry=0{more}
<Location /api>
    AuthType oauth2
    Require valid-user
    OAuth2TargetPass remote_user_claim=sub
</Location>
"""


def authorized(person, client, dpop=False):
    request = client.authorization_request(scope="openid")
    answer = request.validate_callback(decided(person, str(request.uri)))
    return client.authorization_code(answer, validate=False, dpop=dpop)


def opens(apache, token=None, proof=None):
    """Whether a token opens the API; with a proof by DPoP's way."""
    headers = {"Authorization": f"{'DPoP' if proof else 'Bearer'} {token}"} if token else {}
    status = requests.get(f"{apache.url}/api/", headers=headers | ({"DPoP": str(proof)} if proof else {})).status_code
    require(status in (200, 401), f"the API answers {status}")
    return status == 200


def check_the_api(paraph, person):
    client = program(paraph)
    with Apache(lambda _: api(paraph, client)) as apache:
        require(not opens(apache) and not opens(apache, "wrong-wrong-wrong-wrong"), "nobody comes in without a token, or with a wrong one")
        token = authorized(person, client)
        require(opens(apache, token.access_token), "the token opens the API")
        require(not opens(apache, token.id_token), "an ID token opens nothing")
        require(not opens(apache, authorized(person, program(paraph)).access_token), "another client's token opens nothing")
        require(client.revoke_access_token(token.access_token), "the token is revoked")
        require(not opens(apache, token.access_token), "and opens nothing any more")


def check_the_api_by_keys(paraph, person):
    """Row O2 of notes/identity.md."""
    client = program(paraph)
    with Apache(lambda _: api(paraph, client, "&type=dpop\nOAuth2AcceptTokenIn header name=Authorization&type=DPoP")) as apache:
        token = authorized(person, client, dpop=True)
        require(isinstance(token, DPoPToken), f"the token is {token}")
        text, key = token.access_token, token.dpop_key

        def proof(path="/api/", method="GET", by=key):
            return by.proof(htm=method, htu=apache.url + path, ath=base64url(hashlib.sha256(text.encode()).digest()))
        good = proof()
        require(opens(apache, text, good), "the token opens the API with its key")
        require(not opens(apache, text, good), "a proof is good once")
        require(not opens(apache, text), "the token alone opens nothing")
        for wrong in (proof(path="/other/"), proof(method="POST"), proof(by=DPoPKey.generate())):
            require(not opens(apache, text, wrong), f"this proof opens nothing: {wrong}")


if __name__ == "__main__":
    with Paraph() as paraph:
        person = Person(paraph, "anna@example.org", "Anna Petrova", "anna")
        check_the_api(paraph, person)
        check_the_api_by_keys(paraph, person)
        check_the_site(paraph, person, "RS256", "client_secret_basic")
        check_the_site(paraph, person, "ES256", "client_secret_post")
