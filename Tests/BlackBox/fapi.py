#!/usr/bin/env python3
"""A program that keeps no shared secret, with requests_oauth2client as it is: its own key (private_key_jwt), requests sent before the browser (PAR), PKCE, tokens
bound to a key (DPoP), introspection, revocation; once as any client may, once held to the FAPI 2.0 Security Profile.

Exits 0 when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import json
import tempfile
import urllib.parse

import requests
from jwskate import Jwk
from requests_oauth2client import DPoPToken, InvalidClient, InvalidGrant, MissingDPoPNonce, OAuth2Client, PrivateKeyJwt

from _device import Person
from _paraph import Paraph, require

REDIRECT = "https://bank.example/callback"


def refused(error, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except error:
        return
    raise SystemExit(f"FAILED: {error.__name__} was expected of {call.__name__}")


def program(paraph, *flags, alg="ES256"):
    key = Jwk.generate(alg=alg).with_kid_thumbprint()
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"keys": [key.public_jwk().to_dict()]}, file)
        file.flush()
        made = paraph.admin("client", "create", "--name", "North Bank", "--redirect-uri", REDIRECT, "--grant", "authorization_code", "--grant", "refresh_token",
                            "--jwks", file.name, *flags)
    require("clientSecret" not in made, "there is no secret")
    proof = PrivateKeyJwt(made["clientId"], key, alg=alg, aud=paraph.url)
    return OAuth2Client.from_discovery_endpoint(
        url=f"{paraph.url}/.well-known/openid-configuration", issuer=paraph.url, auth=proof, redirect_uri=REDIRECT, testing=True)


def allowed(person, client, request):
    """What the browser brings back from a request that was sent before it."""
    pushed = client.pushed_authorization_request(request)
    query = urllib.parse.urlsplit(str(pushed.uri)).query
    require("request_uri" in query and "code_challenge" not in query and "scope" not in query, f"the browser carries {query}")
    location = person.ok("POST", "/v1/oauth2/authorization", {"query": query, "isAllowed": True})["location"]
    return request.validate_callback(location)


def is_closed(address, token):
    """Whether a token opens nothing; the library takes every refusal of its proof for one that brings a nonce."""
    try:
        return requests.get(address, auth=token).status_code == 401
    except MissingDPoPNonce as error:
        return error.response.status_code == 401


def check(paraph, person, *flags, alg="ES256"):
    client = program(paraph, *flags, alg=alg)
    request = client.authorization_request(scope="openid email")
    token = client.authorization_code(allowed(person, client, request), validate=False, dpop=True)
    require(isinstance(token, DPoPToken) and token.token_type.lower() == "dpop", f"the token is {token}")
    address = client.userinfo_endpoint
    info = requests.get(address, auth=token)
    require(info.status_code == 200 and info.json()["email"] == person.email, f"userinfo says {info.status_code} {info.text}")
    stolen = requests.get(address, headers={"Authorization": f"Bearer {token.access_token}"})
    require(stolen.status_code == 401, "the token alone opens nothing")
    told = client.introspect_token(token.access_token)
    require(told["active"] and told["cnf"]["jkt"] == token.dpop_key.dpop_jkt and told["sub"] == info.json()["sub"], f"introspection says {told}")
    shown = token if "--fapi" in flags else token.refresh_token  # With its key, or without.
    again = client.refresh_token(shown)
    require(client.introspect_token(again.access_token)["active"], "the refreshed token is good")
    require(client.revoke_refresh_token(token.refresh_token), "the refresh token is revoked")
    require(client.introspect_token(again.access_token) == {"active": False}, "and all that came of it")
    require(is_closed(address, token), "userinfo is closed")
    refused(InvalidGrant, client.refresh_token, shown)
    stranger = OAuth2Client(client.token_endpoint, auth=PrivateKeyJwt(client.client_id, Jwk.generate(alg=alg).with_kid_thumbprint(), alg=alg), testing=True)
    refused(InvalidClient, stranger.refresh_token, token.refresh_token)
    return token


if __name__ == "__main__":
    with Paraph() as paraph:
        person = Person(paraph, "anna@example.org", "Anna Petrova", "anna")
        tokens = [check(paraph, person), check(paraph, person, alg="PS256"), check(paraph, person, "--fapi")]
        log = paraph.log.read_text()
        for token in tokens:
            require(token.access_token not in log and token.refresh_token not in log, "the log holds a secret")
