"""Postfix, started on a free loopback port with folders of its own; it delivers to one maildir and sends nothing on."""

import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from email import message_from_bytes, policy

SERVICES = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """`with Postfix("example.org") as mail:` takes mail for that domain on `mail.port`; only root can start it."""

    def __init__(self, domain):
        self.domain = domain
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paraph-postfix-"))
        self.folder.chmod(0o755)
        self.etc, self.box = self.folder / "etc", self.folder / "mail/box"

    @staticmethod
    def problem():
        """Why it cannot be started here, or None."""
        if not shutil.which("postfix"):
            return "postfix is not installed"
        return None if os.geteuid() == 0 else "only root can start postfix"

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        nobody = pwd.getpwnam("nobody")
        (self.folder / "mail").mkdir()
        os.chown(self.folder / "mail", nobody.pw_uid, nobody.pw_gid)
        for name, owner in (("queue", 0), ("data", pwd.getpwnam("postfix").pw_uid), ("etc", 0)):
            (self.folder / name).mkdir()
            os.chown(self.folder / name, owner, 0)
        settings = {
            "compatibility_level": "3.6", "myhostname": f"mail.{self.domain}", "mydestination": "", "inet_interfaces": "127.0.0.1",
            "inet_protocols": "ipv4", "mynetworks": "127.0.0.0/8", "queue_directory": self.folder / "queue",
            "data_directory": self.folder / "data", "maillog_file": self.folder / "log", "maillog_file_prefixes": self.folder,
            "virtual_mailbox_domains": self.domain, "virtual_mailbox_base": self.folder / "mail", "virtual_mailbox_maps": "static:box/",
            "virtual_uid_maps": f"static:{nobody.pw_uid}", "virtual_gid_maps": f"static:{nobody.pw_gid}", "alias_maps": "",
            "message_size_limit": 26214400, "mailbox_size_limit": 0, "virtual_mailbox_limit": 0,
            "smtpd_relay_restrictions": "permit_auth_destination, reject",
            # Nothing leaves this machine, whatever is addressed.
            "default_transport": "error:nothing is sent on", "relay_transport": "error:nothing is sent on",
        }
        (self.etc / "main.cf").write_text("".join(f"{name} = {value}\n" for name, value in settings.items()))
        (self.etc / "master.cf").write_text(SERVICES.format(port=self.port))
        try:
            self.run("start")
            for _ in range(100):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                        return self
                time.sleep(0.1)
            raise RuntimeError(f"postfix does not answer: {self.log()}")
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        # Stops by the process id in this folder's queue.
        subprocess.run(["postfix", "-c", self.etc, "stop"], capture_output=True, timeout=60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, verb):
        done = subprocess.run(["postfix", "-c", self.etc, verb], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
        if done.returncode != 0:
            raise RuntimeError(f"postfix {verb} said: {done.stderr} {self.log()}")

    def log(self):
        path = self.folder / "log"
        return path.read_text(errors="replace")[-2000:] if path.exists() else ""

    def messages(self, count, seconds=30):
        """The messages that were delivered, waiting for so many, in the order of their arrival."""
        for _ in range(seconds * 10):
            files = sorted((self.box / "new").glob("*"), key=lambda file: file.stat().st_mtime_ns)
            if len(files) >= count:
                return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
            time.sleep(0.1)
        raise RuntimeError(f"postfix delivered {len(files)} of {count} messages: {self.log()}")
