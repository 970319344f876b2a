"""Debian's Kannel with its fake SMSC, on free loopback ports and with folders of its own; nothing leaves the machine."""

import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import urllib.parse

from _paraph import require, until

FAKE_SMSC = "/usr/lib/kannel/test/fakesmsc"
SETTINGS = """
group = core
admin-port = {admin}
admin-interface = 127.0.0.1
admin-password = {secret}
smsbox-port = {box}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1
box-deny-ip = *.*.*.*
store-type = spool
store-location = {spool}
access-log = {folder}/access.log

group = smsc
smsc = fake
smsc-id = fake
port = {smsc}
connect-allow-ip = 127.0.0.1
denied-prefix = "+3366666"

group = smsbox
smsbox-id = box
bearerbox-host = 127.0.0.1
bearerbox-port = {box}
sendsms-port = {sendsms}
sendsms-interface = 127.0.0.1
access-log = {folder}/sendsms.log

group = sms-service
keyword = default
max-messages = 0
text = ""

group = sendsms-user
username = paraph
password = {secret}
max-messages = 8
concatenation = true
"""


class Kannel:
    """`with Kannel() as kannel:` takes texts at `kannel.address` for `kannel.secret`; numbers that begin with +3366666 have no carrier."""

    secret = "secret-of-the-gateway"
    names = ("admin", "box", "smsc", "sendsms")

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paraph-kannel-"))
        self.running = []

    @staticmethod
    def problem():
        """Why it cannot be started here, or None."""
        missing = [name for name in ("bearerbox", "smsbox", FAKE_SMSC) if not shutil.which(name)]
        return f"{', '.join(missing)} of Debian's kannel and kannel-extras are not installed" if missing else None

    def __enter__(self):
        probes = [socket.socket() for _ in self.names]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        self.ports = {name: probe.getsockname()[1] for name, probe in zip(self.names, probes)}
        for probe in probes:
            probe.close()
        (self.folder / "spool").mkdir()
        settings = self.folder / "kannel.conf"
        settings.write_text(SETTINGS.format(folder=self.folder, spool=self.folder / "spool", secret=self.secret, **self.ports))
        try:
            self.start("bearerbox", settings, port="box")
            self.start("smsbox", settings, port="sendsms")
            # It sends one text of its own, for it sends nothing else before that, and takes what comes.
            self.start(FAKE_SMSC, "-H", "127.0.0.1", "-r", self.ports["smsc"], "-i", "1000", "-m", "1", "-v", "0", "100 200 text ready")
            until(lambda: "sent message 1" in self.carrier(), "the fake carrier did not come up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, program, *arguments, port=None):
        log = open(self.folder / f"{pathlib.Path(program).name}.log", "wb")
        self.running.append(subprocess.Popen([program, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=log, stderr=log))
        log.close()

        def answers():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.ports[port])) == 0

        if port:
            until(answers, f"{program} did not come up")

    def __exit__(self, *_):
        # Each ends slowly when asked; they hold nothing that is wanted.
        for process in reversed(self.running):
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.ports['sendsms']}/cgi-bin/sendsms"

    def carrier(self):
        """What the carrier wrote down."""
        return (self.folder / "fakesmsc.log").read_text(errors="replace")

    def texts(self):
        """What reached telephones: number and words."""
        found = re.findall(r"Got message \d+: <(?:\S+) (\S+) (\S+) (.*)>", self.carrier())
        return [(to, urllib.parse.unquote_to_bytes(text.replace("+", " ")).decode("utf-16-be") if coding == "ucs-2" else text)
                for to, coding, text in found]

    def everything(self):
        """What Kannel wrote into its logs."""
        return "".join(path.read_text(errors="replace") for path in self.folder.glob("*.log"))


def shut_down_cleanly(kannel):
    require(all(process.poll() is None for process in kannel.running), "a part of Kannel ended by itself: " + kannel.everything()[-2000:])
