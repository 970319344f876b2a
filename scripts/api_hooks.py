"""What schemathesis cannot know: the key of an app that is registered here, for the calls that begin with it, and how bytes are sent."""

import os

import schemathesis


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict) and isinstance(body.get("apikey"), str):
        body = {**body, "apikey": os.environ["PARAPH_API_KEY"]}
    return body


@schemathesis.serializer("application/ocsp-request", "application/timestamp-query")
def as_bytes(context, value):
    return value if isinstance(value, bytes) else str(value).encode()
