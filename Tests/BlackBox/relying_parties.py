#!/usr/bin/env python3
"""Sites let people sign in here with libraries of others, as they are: authlib and idpyoidc. They read what is published, go by the authorization code with PKCE, verify the
ID token by their own rules, and ask userinfo; what does not fit they refuse by themselves.

Exits 0 when everything holds. Needs the project's .venv; PARAPH names the program.
"""

import json
import tempfile
import urllib.parse

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oidc.core import CodeIDToken, UserInfo
from authlib.oidc.discovery import OpenIDProviderMetadata, get_well_known_url
from cryptojwt import KeyJar
from idpyoidc.client.rp_handler import RPHandler
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, RSAKey

from _device import Person
from _paraph import Paraph, require

REDIRECT = "https://bank.example/callback"
SCOPE = "openid profile email"


def decided(person, address, allow=True):
    """Where the browser goes that the person sent back from the address of a request."""
    query = urllib.parse.urlsplit(address).query
    return person.ok("POST", "/v1/oauth2/authorization", {"query": query, "isAllowed": allow})["location"]


def register(paraph, *flags):
    return paraph.admin("client", "create", "--name", "North Bank", "--redirect-uri", REDIRECT, "--grant", "authorization_code", "--grant", "refresh_token", *flags)


def keyed(paraph, kind):
    """A client that proves itself by a key; gives the key too."""
    key = ECKey.generate_key("P-256") if kind == "ES256" else RSAKey.generate_key(2048)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"keys": [key.as_dict(private=False, alg=kind, use="sig")]}, file)
        file.flush()
        return register(paraph, "--jwks", file.name), key


class Authlib:
    """A site on authlib's session."""

    def __init__(self, paraph, person, id, secret, method):
        self.person = person
        self.metadata = OpenIDProviderMetadata(requests.get(get_well_known_url(paraph.url, external=True)).json())
        self.id = id
        self.session = OAuth2Session(id, secret, redirect_uri=REDIRECT, scope=SCOPE, code_challenge_method="S256", token_endpoint_auth_method=method)

    def signed_in(self):
        verifier, nonce = generate_token(48), generate_token(20)
        address, state = self.session.create_authorization_url(self.metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
        back = decided(self.person, address)
        token = self.session.fetch_token(self.metadata["token_endpoint"], authorization_response=back, code_verifier=verifier, state=state)
        keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"]).json())
        read = jwt.decode(token["id_token"], keys, algorithms=self.metadata["id_token_signing_alg_values_supported"])
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"][0]
        claims = CodeIDToken(read.claims, read.header, {"iss": {"value": self.metadata["issuer"]}},
                             {"client_id": self.id, "nonce": nonce, "access_token": token["access_token"], "code": code})
        claims.validate()
        info = UserInfo(self.session.get(self.metadata["userinfo_endpoint"]).json())
        require(info["sub"] == claims["sub"] and info["email"] == self.person.email, f"userinfo says {info}")
        return token, back, verifier


def check_authlib(paraph, person):
    made = register(paraph)
    site = Authlib(paraph, person, made["clientId"], made["clientSecret"], "client_secret_basic")
    for name in ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "scopes_supported", "response_types_supported", "response_modes_supported", "grant_types_supported",
                 "acr_values_supported", "subject_types_supported", "id_token_signing_alg_values_supported", "claims_supported", "ui_locales_supported",
                 "token_endpoint_auth_methods_supported", "token_endpoint_auth_signing_alg_values_supported", "claims_parameter_supported",
                 "request_parameter_supported", "request_uri_parameter_supported", "code_challenge_methods_supported"):
        if name == "issuer":  # The library wants https everywhere; this server is on this machine.
            continue
        rule = getattr(site.metadata, f"validate_{name}")
        try:
            rule()
        except ValueError as error:
            require("https" in str(error), f"authlib refuses {name}: {error}")
    token, back, verifier = site.signed_in()
    again = site.session.refresh_token(site.metadata["token_endpoint"])
    require(again["access_token"] != token["access_token"], "the refreshed token is another")
    told = site.session.introspect_token(site.metadata["introspection_endpoint"], again["access_token"], "access_token").json()
    require(told["active"] and told["client_id"] == made["clientId"], f"introspection says {told}")
    try:
        site.session.fetch_token(site.metadata["token_endpoint"], authorization_response=back, code_verifier=verifier)
        raise SystemExit("FAILED: a code was taken twice")
    except OAuthError as error:
        require(error.error == "invalid_grant", f"{error}")
    told = site.session.introspect_token(site.metadata["introspection_endpoint"], again["access_token"], "access_token").json()
    require(told == {"active": False}, f"a code that comes again ends the tokens of the first use, and those after: {told}")
    site.signed_in()
    revoked = site.session.revoke_token(site.metadata["revocation_endpoint"], site.session.token["refresh_token"], "refresh_token")
    require(revoked.status_code == 200 and site.session.get(site.metadata["userinfo_endpoint"]).status_code == 401, "what was revoked opens nothing")


def check_every_proof_of_authlib(paraph, person):
    made = register(paraph, "--id-token-alg", "ES256")
    Authlib(paraph, person, made["clientId"], made["clientSecret"], "client_secret_post").signed_in()
    Authlib(paraph, person, register(paraph, "--public")["clientId"], None, "none").signed_in()
    for kind in ("ES256", "RS256", "PS256"):
        made, key = keyed(paraph, kind)
        site = Authlib(paraph, person, made["clientId"], key, "private_key_jwt")
        site.session.register_client_auth_method(PrivateKeyJWT(site.metadata["token_endpoint"], alg=kind))
        site.signed_in()


def idpy(paraph, made, **more):
    """A site on idpyoidc."""
    settings = {
        "issuer": paraph.url, "client_id": made["clientId"], "client_secret": made["clientSecret"], "client_type": "oidc", "redirect_uris": [REDIRECT],
        "response_types_supported": ["code"], "scopes_supported": SCOPE.split(), "token_endpoint_auth_method": "client_secret_basic",
        "client_authn_methods": ["client_secret_basic", "client_secret_post", "bearer_header"],
        "add_ons": {"pkce": {"function": "idpyoidc.client.oauth2.add_on.pkce.add_support", "kwargs": {"code_challenge_length": 64, "code_challenge_method": "S256"}}},
        **more,
    }
    # A key jar of its own: else the library writes keys into the folder that it runs in.
    return RPHandler(base_url="https://bank.example", client_configs={"paraph": settings}, keyjar=KeyJar(), httpc_params={"verify": False})


def check_idpyoidc(paraph, person):
    for alg in ("RS256", "ES256"):
        made = register(paraph, "--id-token-alg", alg)
        site = idpy(paraph, made, id_token_signed_response_alg=alg)
        address = site.begin(issuer_id="paraph")
        back = urllib.parse.urlsplit(decided(person, address))
        result = site.finalize(paraph.url, dict(urllib.parse.parse_qsl(back.query)))
        require("error" not in result, f"idpyoidc says {result}")
        require(result["userinfo"]["email"] == person.email and result["userinfo"]["sub"] == result["id_token"]["sub"], f"userinfo says {result['userinfo']}")
        require(site.has_active_authentication(result["state"]), "the site has a session")
        again = site.refresh_access_token(result["state"])
        require(again["access_token"] != result["token"], f"the refreshed token is another: {again}")
    address = site.begin(issuer_id="paraph")
    back = urllib.parse.urlsplit(decided(person, address, allow=False))
    result = site.finalize(paraph.url, dict(urllib.parse.parse_qsl(back.query)))
    require(result.get("error") == "access_denied", f"a no is told: {result}")


if __name__ == "__main__":
    with Paraph() as paraph:
        person = Person(paraph, "anna@example.org", "Anna Petrova", "anna")
        check_authlib(paraph, person)
        check_every_proof_of_authlib(paraph, person)
        check_idpyoidc(paraph, person)
