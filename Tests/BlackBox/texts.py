#!/usr/bin/env python3
"""Text messages by Debian's Kannel and its fake carrier: a code in Latin and one in Cyrillic letters arrive and prove a number, receipts come back, what no
carrier takes is told; the operator's notice goes to those who asked; a forged receipt changes nothing, and no log holds a secret.

Exits 0 when everything holds. Needs the project's .venv and Debian's kannel and kannel-extras; PARAPH names the program.
"""

import pathlib
import re
import sys
import urllib.error
import urllib.request

from _device import Person
from _kannel import Kannel, shut_down_cleanly
from _paraph import Paraph, require, until

LATIN, CYRILLIC, DEAD = "+33612345678", "+79161234567", "+33666661234"


def give_number(person, number, language):
    profile = person.ok("GET", "/v1/me")["profile"]
    person.ok("PATCH", "/v1/me", {"profile": {**profile, "phoneNumber": number}, "language": language})


def status(person):
    return person.ok("GET", "/v1/me/phone")


def ask(person):
    """Has a code texted, and waits until what became of it is told."""
    told = person.ok("POST", "/v1/me/phone/codes")
    require(told["code"]["triesLeft"] == 5 and not told["isProved"], f"{told}")
    return until(lambda: (now := status(person)["code"]["state"]) in ("delivered", "failed", "expired") and now, "the receipt did not come")


def texted(kannel, number):
    return until(lambda: [text for to, text in kannel.texts() if to == number], f"no text came to {number}")[-1]


def check_codes(paraph, kannel, anna, boris):
    for person, number, language, words in ((anna, LATIN, "en", "is your Paraph code"), (boris, CYRILLIC, "ru", "Код Paraph")):
        require(status(person) == {"isAvailable": True, "isProved": False, "getsNotices": False}, "nobody has a number yet")
        give_number(person, number, language)
        require(ask(person) == "delivered", "the telephone has it")
        text = texted(kannel, number)
        require(words in text, text)
        code = re.search(r"\b\d{6}\b", text)[0]
        wrong = f"{(int(code) + 1) % 1_000_000:06}"
        refused, problem = person.call("POST", "/v1/me/phone/confirmation", {"code": wrong})
        require(refused == 400 and status(person)["code"]["triesLeft"] == 4, f"a wrong code costs a try: {problem}")
        told = person.ok("POST", "/v1/me/phone/confirmation", {"code": code})
        require(told["isProved"] and "code" not in told, f"{told}")
        kinds = [item["kind"] for item in person.ok("GET", "/v1/me/activity")["items"]]
        require("phoneProved" in kinds, f"{kinds}")


def check_what_no_carrier_takes(paraph, kannel, clara):
    give_number(clara, DEAD, "fr")
    require(ask(clara) == "failed", "who has no carrier is told so")
    dead = paraph.admin("outbox", "list", "--dead")
    require(any(item["lane"] == "textMessage" and item.get("to") == DEAD for item in dead["items"]), f"{dead}")


def check_limits(anna):
    give_number(anna, "+33612345679", "en")
    require(not status(anna)["isProved"], "another number is another's until it is shown")
    refused, problem = anna.call("POST", "/v1/me/phone/codes")
    require(refused == 429 and problem["code"] == "tooManyCodes" and 0 < problem["retryAfter"] <= 60, f"{refused} {problem}")


def check_notices(paraph, kannel, boris, clara):
    refused, problem = clara.call("PUT", "/v1/me/phone/notices")
    require(refused == 409 and problem["code"] == "phoneNotProved", f"{problem}")
    boris.ok("PUT", "/v1/me/phone/notices")
    sent = paraph.admin("notice", "send", "--en", "Maintenance tonight", "--ru", "Сегодня ночью работы", "--fr", "Entretien cette nuit",
                        "--until", "2099-01-01T00:00:00Z", "--sms")
    require(sent["texted"] == 1 and sent["held"] == 0, f"{sent}")
    until(lambda: (CYRILLIC, "Сегодня ночью работы") in kannel.texts(), "the notice did not come")
    again = paraph.admin("notice", "text", sent["id"])
    require(again["texted"] == 1, f"{again}")
    require(sum(text == "Сегодня ночью работы" for _, text in kannel.texts()) == 1, "a notice is texted once")


def check_forgery(paraph):
    for method in ("GET", "POST"):
        request = urllib.request.Request(f"{paraph.url}/text-messages/receipts/{'a' * 43}?status=1", method=method, data=None if method == "GET" else b"")
        try:
            urllib.request.urlopen(request, timeout=10)
            raise SystemExit("FAILED: a made-up receipt is taken")
        except urllib.error.HTTPError as error:
            require(error.code == 404, f"{error.code}")


def main():
    if problem := Kannel.problem():
        print(f"texts: skipped, {problem}")
        return
    with Kannel() as kannel:
        secret = pathlib.Path(kannel.folder / "secret")
        secret.write_text(kannel.secret + "\n")
        with Paraph("--sms", f"kannel:paraph@{kannel.address}", "--sms-from", "Paraph", "--sms-secret-file", str(secret)) as paraph:
            anna, boris, clara = (Person(paraph, f"{name}@example.org", name, seed) for seed, name in enumerate(("anna", "boris", "clara"), 41))
            check_codes(paraph, kannel, anna, boris)
            check_what_no_carrier_takes(paraph, kannel, clara)
            check_limits(anna)
            check_notices(paraph, kannel, boris, clara)
            check_forgery(paraph)
            log = paraph.log.read_text(errors="replace")
            for hidden in (kannel.secret, LATIN, CYRILLIC, "Код Paraph"):
                require(hidden not in log, "the server's log tells what it must not")
            for path in ("access.log", "sendsms.log"):
                require(kannel.secret not in (kannel.folder / path).read_text(errors="replace"), "Kannel's log of calls has the password")
        shut_down_cleanly(kannel)
    print("texts: everything holds")


if __name__ == "__main__":
    sys.exit(main())
