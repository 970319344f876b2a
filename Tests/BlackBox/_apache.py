"""Debian's apache2 with modules of others, on loopback, with a folder and a port of its own."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import urllib.request

from _paraph import require, until

MODULES = "mpm_event authn_core authz_core authz_user dir auth_openidc oauth2".split()


class Apache:
    """`with Apache(settings) as apache:` serves `/bank/`, `/api/` and `/goodbye.html` by the settings that are made of its address, and stops it."""

    def __init__(self, settings):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="paraph-apache-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.settings = settings(self.url)
        self.process = None

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__(True)
            raise
        return self

    def start(self):
        pages = self.folder / "pages"
        for name in ("bank", "api"):
            (pages / name).mkdir(parents=True)
            (pages / name / "index.html").write_text(f"This is {name}.")
        (pages / "goodbye.html").write_text("Goodbye.")
        lines = [f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in MODULES]
        lines += [
            f"ServerRoot {self.folder}", f"DefaultRuntimeDir {self.folder}", f"PidFile {self.folder}/pid", f"Listen 127.0.0.1:{self.port}", f"ServerName localhost:{self.port}",
            "LogLevel info", f"ErrorLog {self.folder}/error.log", f"DocumentRoot {pages}", "DirectoryIndex index.html",
            "ServerLimit 1", "StartServers 1", "ThreadsPerChild 8", "MinSpareThreads 1", "MaxSpareThreads 8", "MaxRequestWorkers 8", self.settings,
        ]
        if os.getuid() == 0:
            # Children of root give its rights up, and read what lies in the folder all the same.
            lines += ["User nobody", "Group nogroup"]
            shutil.chown(self.folder, "nobody", "nogroup")
            self.folder.chmod(0o755)
        settings = self.folder / "apache2.conf"
        settings.write_text("\n".join(lines) + "\n")
        with open(self.folder / "printed", "wb") as printed:
            self.process = subprocess.Popen(["/usr/sbin/apache2", "-D", "FOREGROUND", "-f", settings], stdout=printed, stderr=printed, stdin=subprocess.DEVNULL)
        until(self.answers, "apache2 does not serve", 30)

    def answers(self):
        require(self.process.poll() is None, "apache2 ended while starting")
        try:
            return urllib.request.urlopen(f"{self.url}/goodbye.html", timeout=5).status == 200
        except OSError:
            return False

    def __exit__(self, kind, *_):
        if kind:
            print("\n".join(file.read_text(errors="replace")[-6000:] for file in (self.folder / "printed", self.folder / "error.log") if file.exists()))
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
