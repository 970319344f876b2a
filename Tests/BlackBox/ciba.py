#!/usr/bin/env python3
"""A bank asks a person on their device by CIBA, with requests_oauth2client as it is, and verifies the ID token by the published keys.

The person signs, declines, types a wrong number; the server is stopped and started between the request, the approval and the redemption; keys are replaced
meanwhile. Exits 0 when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import json
import urllib.request

from requests_oauth2client import (
    AccessDenied, AuthorizationPending, BackChannelAuthenticationError, ClientSecretPost, ExpiredToken, IdToken, InvalidClient, InvalidGrant, InvalidRequest, OAuth2Client, SlowDown,
    UnauthorizedClient,
)

from _device import Person
from _paraph import Paraph, require, until

CIBA = "urn:openid:params:grant-type:ciba"


def get(paraph, path):
    with urllib.request.urlopen(paraph.url + path) as answer:
        return json.load(answer)


def bank(paraph, *flags, grant=CIBA, alg="RS256"):
    made = paraph.admin("client", "create", "--name", "North Bank", "--grant", grant, "--id-token-alg", alg, *flags)
    return OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/openid-configuration", issuer=paraph.url, auth=(made["clientId"], made["clientSecret"]), testing=True,
        id_token_signed_response_alg=alg, backchannel_authentication_endpoint=f"{paraph.url}/oauth2/bc-authorize")


def refused(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except error:
        return
    raise SystemExit(f"FAILED: {error.__name__} was expected of {call.__name__}")


def is_over(client, asked):
    """Whether a request is told as expired; until then it waits."""
    try:
        client.ciba(asked)
    except (AuthorizationPending, SlowDown):
        return False
    except ExpiredToken:
        return True
    raise SystemExit("FAILED: tokens came of a request that nobody answered")


def verified(paraph, client, token, alg):
    """The claims of the ID token of an answer, by the keys that are published now."""
    id_token = IdToken(str(token.id_token))
    keys = {key["kid"]: key for key in get(paraph, "/oauth2/jwks")["keys"]}
    require(id_token.verify_signature(keys[id_token.kid], alg=alg), "the ID token verifies")
    require(id_token.issuer == paraph.url and id_token.audiences == [client.client_id] and not id_token.is_expired(), f"it says {id_token.claims}")
    return id_token.claims


def check_the_way(paraph, person, alg):
    client = bank(paraph, alg=alg)
    asked = client.backchannel_authentication_request(login_hint=person.email, binding_message="120.00 EUR to Boris", scope="openid email")
    require(asked.expires_in == 120 and asked.interval == 5 and len(asked.auth_req_id) >= 43, f"the answer is {asked}")
    refused(AuthorizationPending, client.ciba, asked)
    refused(SlowDown, client.ciba, asked)
    (request,) = person.requests()
    require(request["kind"] == "signIn" and request["clientName"] == "North Bank" and request["description"] == "120.00 EUR to Boris", f"{request}")
    status, result = person.answer(request, dsc="1.00 EUR to Boris")
    require(status == 401, f"what was not shown is not signed: {status} {result}")
    status, result = person.answer(request)
    require(status == 200 and result["outcome"] == "accepted", f"{status} {result}")
    token = client.ciba(asked)
    claims = verified(paraph, client, token, alg)
    require(claims["urn:openid:params:jwt:claim:auth_req_id"] == asked.auth_req_id, "the ID token names the request")
    require(claims["acr"] == "urn:paraph:acr:signature" and "signature" in claims["amr"], f"it names the signature: {claims}")
    info = client.userinfo(token)
    require(info["sub"] == claims["sub"] and info["email"] == person.email, f"userinfo says {info}")
    refused(InvalidGrant, client.ciba, asked)
    return token


def check_ends(paraph, person):
    client = bank(paraph)
    asked = client.backchannel_authentication_request(login_hint=person.email)
    person.ok("DELETE", f"/v1/me/requests/{person.requests()[0]['id']}")
    for _ in range(2):  # an end is told again to who lost the answer
        refused(AccessDenied, client.ciba, asked)
    asked = client.backchannel_authentication_request(login_hint=person.email, requested_expiry=1)
    until(lambda: is_over(client, asked), "a request that nobody answers expires")
    refused(BackChannelAuthenticationError, client.backchannel_authentication_request, login_hint="nobody@example.org")
    refused(InvalidRequest, client.backchannel_authentication_request, login_hint=person.email, requested_expiry=301)
    wrong = OAuth2Client(client.token_endpoint, auth=ClientSecretPost(client.client_id, "wrong"), testing=True,
                         backchannel_authentication_endpoint=client.backchannel_authentication_endpoint)
    refused(InvalidClient, wrong.backchannel_authentication_request, login_hint=person.email)
    other = bank(paraph, "--redirect-uri", "http://127.0.0.1/callback", grant="authorization_code")
    refused(UnauthorizedClient, other.backchannel_authentication_request, login_hint=person.email)


def check_the_number(paraph, person):
    client = bank(paraph, "--shows-code")
    asked = client.backchannel_authentication_request(login_hint=person.email)
    (request,) = person.requests()
    require(request["asksCode"] and person.answer(request)[0] == 401, "it is not signed without the number")
    wrong = "000" if asked.verification_code != "000" else "001"
    status, result = person.answer(request, num=wrong)
    require(status == 200 and result["outcome"] == "refused" and result["refusal"] == "wrongCode" and result["attemptsLeft"] == 4, f"{result}")
    status, result = person.answer(request, num=asked.verification_code)
    require(status == 200 and result["outcome"] == "accepted", f"{status} {result}")
    require(client.ciba(asked).id_token is not None, "the number opens the way")


def check_restarts_and_new_keys(paraph, person):
    client = bank(paraph)
    asked = client.backchannel_authentication_request(login_hint=person.email)
    before = {key["kid"] for key in get(paraph, "/oauth2/jwks")["keys"]}

    def restart():
        paraph.stop()
        paraph.start(port=paraph.port)
    restart()
    require(person.answer(person.requests()[0])[1]["outcome"] == "accepted", "a request outlives a restart")
    require(paraph.admin("signing-key", "rotate") == {"replaced": 2}, "the keys are replaced while serving")
    restart()
    claims_of = client.ciba(asked)
    verified(paraph, client, claims_of, "RS256")
    after = {key["kid"] for key in get(paraph, "/oauth2/jwks")["keys"]}
    require(before < after and len(after) == 4 and IdToken(str(claims_of.id_token)).kid in after - before, "the new key signs, the old one verifies")


if __name__ == "__main__":
    with Paraph() as paraph:
        person = Person(paraph, "anna@example.org", "Anna Petrova", "anna")
        tokens = [check_the_way(paraph, person, alg) for alg in ("RS256", "ES256")]
        check_ends(paraph, person)
        check_the_number(paraph, person)
        check_restarts_and_new_keys(paraph, person)
        log = paraph.log.read_text()
        for token in tokens:
            require(token.access_token not in log and str(token.id_token) not in log, "the log holds a secret")
