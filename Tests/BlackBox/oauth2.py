#!/usr/bin/env python3
"""A program gets access by the authorization code with PKCE, with requests_oauth2client as it is, and calls /csc/v2 with it.

The person allows it with a session of their own; refusals, replays, revocation and a disabled program are told in OAuth's words. Exits 0
when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import urllib.error
import urllib.parse
import urllib.request

from requests_oauth2client import (
    AccessDenied, AuthorizationPending, AuthorizationResponseError, ClientSecretBasic, ClientSecretPost, InvalidClient, InvalidGrant, OAuth2Client, PublicApp, SlowDown,
    UnauthorizedClient,
)

from _device import Person
from _paraph import Paraph, require

REDIRECT = "http://127.0.0.1:47813/callback"


def program(paraph, *flags, method=ClientSecretBasic):
    made = paraph.admin("client", "create", "--name", "North Bank", "--redirect-uri", "http://127.0.0.1/callback",
                        "--grant", "authorization_code", *flags)
    proof = method(made["clientId"], made["clientSecret"]) if "clientSecret" in made else PublicApp(made["clientId"])
    return OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/oauth-authorization-server", issuer=paraph.url, auth=proof, redirect_uri=REDIRECT, testing=True)


def location(person, request, allow=True):
    """Where the person's decision sends the browser."""
    query = urllib.parse.urlsplit(str(request.uri)).query
    return person.ok("POST", "/v1/oauth2/authorization", {"query": query, "isAllowed": allow})["location"]


def code(person, client):
    request = client.authorization_request(scope="service")
    return request.validate_callback(location(person, request))


def refused(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except error:
        return
    raise SystemExit(f"FAILED: {error.__name__} was expected of {call.__name__}")


def status(paraph, token, path="/csc/v2/credentials/list"):
    answer, _ = paraph.post(path, {}, {"Authorization": f"Bearer {token}"})
    return answer


def check_every_way_to_prove_oneself(paraph, person):
    for flags, method in [([], ClientSecretBasic), ([], ClientSecretPost), (["--public"], None)]:
        client = program(paraph, *flags, method=method)
        token = client.authorization_code(code(person, client), validate=False)
        require(token.expires_in > 3500 and token.scope == "service" and token.refresh_token is None, f"the token is {token}")
        require(status(paraph, token.access_token) == 200, "the token opens /csc/v2")
        require(status(paraph, token.access_token, "/v1/challenges") == 403, "the token opens nothing else")
        refused(UnauthorizedClient, client.refresh_token, "x")


def check_refresh_and_revocation(paraph, person):
    secret = program(paraph, "--grant", "refresh_token")
    kept = secret.authorization_code(code(person, secret), validate=False)
    for _ in range(2):
        # Who proves itself by a secret keeps its refresh token (RFC 9700, 4.14.2).
        again = secret.refresh_token(kept)
        require(again.refresh_token == kept.refresh_token and status(paraph, again.access_token) == 200, f"the refreshed token is {again}")
    client = program(paraph, "--grant", "refresh_token", "--public")
    first = client.authorization_code(code(person, client), validate=False)
    second = client.refresh_token(first)
    require(status(paraph, second.access_token) == 200, "the refreshed token opens /csc/v2")
    refused(InvalidGrant, client.refresh_token, first)
    require(status(paraph, second.access_token) == 401, "a refresh token that comes again ends the access")
    third = client.authorization_code(code(person, client), validate=False)
    require(client.revoke_refresh_token(third), "the refresh token is revoked")
    require(status(paraph, third.access_token) == 401, "its access token ends with it")
    access = client.authorization_code(code(person, client), validate=False)
    listed = person.ok("GET", "/v1/me/accesses")["items"]
    require({item["clientName"] for item in listed} == {"North Bank"}, f"the person sees {listed}")
    person.ok("DELETE", f"/v1/me/accesses/{client.client_id}")
    require(status(paraph, access.access_token) == 401, "what the person ended is over")


def check_refusals(paraph, person):
    client = program(paraph)
    request = client.authorization_request(scope="service")
    back = location(person, request, allow=False)
    require("error=access_denied" in back, f"the person's no leads to {back}")
    refused(AuthorizationResponseError, request.validate_callback, back)
    answer = code(person, client)
    token = client.authorization_code(answer, validate=False)
    refused(InvalidGrant, client.authorization_code, answer, validate=False)
    require(status(paraph, token.access_token) == 401, "a code that comes again ends the access")
    query = urllib.parse.urlencode({"client_id": client.client_id, "redirect_uri": "https://evil.example/", "response_type": "code"})
    try:
        urllib.request.urlopen(f"{paraph.url}/oauth2/authorize?{query}")
        raise SystemExit("FAILED: a wrong address must be refused")
    except urllib.error.HTTPError as error:
        require(error.code == 400 and "evil" not in error.url.split("?")[0], "a wrong address is told on a page")
    last = client.authorization_code(code(person, client), validate=False)
    paraph.admin("client", "disable", client.client_id)
    require(status(paraph, last.access_token) == 401, "the tokens of a disabled program end")
    refused(InvalidClient, client.refresh_token, "x")


def check_devices(paraph, person):
    """A device without a browser shows a code, which the person types elsewhere (RFC 8628)."""
    made = paraph.admin("client", "create", "--name", "Television", "--public", "--grant", "urn:ietf:params:oauth:grant-type:device_code")
    client = OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/oauth-authorization-server", issuer=paraph.url, auth=PublicApp(made["clientId"]),
        device_authorization_endpoint=f"{paraph.url}/oauth2/device_authorization", testing=True)  # The library does not read it there.
    for is_allowed in (True, False):
        asked = client.authorize_device(scope="openid")
        require(asked.interval == 5 and asked.verification_uri == f"{paraph.url}/device", f"the device is told {asked}")
        refused(AuthorizationPending, client.device_code, asked)
        refused(SlowDown, client.device_code, asked)
        question = person.ok("POST", "/v1/oauth2/device", {"userCode": asked.user_code.lower()})
        require(question["clientName"] == "Television", f"the person reads {question}")
        person.ok("POST", "/v1/oauth2/device/decision", {"userCode": asked.user_code, "isAllowed": is_allowed})
        if not is_allowed:
            refused(AccessDenied, client.device_code, asked)
            continue
        token = client.device_code(asked)
        require(client.userinfo(token)["sub"], "the token opens userinfo")
        refused(InvalidGrant, client.device_code, asked)


def check_the_log(paraph, secrets):
    log = paraph.log.read_text()
    for secret in secrets:
        require(secret not in log, "the log holds a secret")


if __name__ == "__main__":
    with Paraph() as paraph:
        person = Person(paraph, "anna@example.org", "Anna Petrova", "anna")
        check_every_way_to_prove_oneself(paraph, person)
        check_refresh_and_revocation(paraph, person)
        check_refusals(paraph, person)
        check_devices(paraph, person)
        client = program(paraph)
        answer = code(person, client)
        token = client.authorization_code(answer, validate=False)
        check_the_log(paraph, [answer.code, token.access_token, client.auth.client_secret, answer.state])
