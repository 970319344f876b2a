"""Signs by LibreOffice without a window, one file after the other: a line on standard input for each, as the Java programs take it.

Debian's own Python runs it, which has `uno`. LibreOffice puts a signature into a new field that is not seen, and names it itself; with `exported` in the place
of a source it writes a document of its own and signs that while it does.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue


def value(name, content):
    found = PropertyValue()
    found.Name, found.Value = name, content
    return found


class Office:
    def __init__(self, nss, folder):
        self.pipe = f"paraph{os.getpid()}"
        started = {**os.environ, "HOME": str(folder), "MOZILLA_CERTIFICATE_FOLDER": f"sql:{nss}"}
        self.process = subprocess.Popen(
            ["soffice", "--headless", "--norestore", "--nodefault", f"-env:UserInstallation={pathlib.Path(folder, 'profile').as_uri()}",
             f"--accept=pipe,name={self.pipe};urp;"], env=started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.context = self.connect()
        services = self.context.ServiceManager
        security = services.createInstanceWithContext("com.sun.star.xml.crypto.SEInitializer", self.context).createSecurityContext("")
        self.certificate = security.getSecurityEnvironment().getPersonalCertificates()[0]
        self.desktop = services.createInstanceWithContext("com.sun.star.frame.Desktop", self.context)
        self.files = services.createInstanceWithContext("com.sun.star.ucb.SimpleFileAccess", self.context)
        self.signatures = services.createInstanceWithArgumentsAndContext("com.sun.star.security.DocumentDigitalSignatures", ("1.2", True), self.context)

    def connect(self):
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        end = time.monotonic() + 60
        while True:
            try:
                return resolver.resolve(f"uno:pipe,name={self.pipe};urp;StarOffice.ComponentContext")
            except Exception:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.2)

    def export(self, target):
        document = self.desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, (value("Hidden", True),))
        document.Text.setString("Lease of a flat, 900 euros a month\n\nLandlord: ______________   Tenant: ______________")
        how = (value("SignPDF", True), value("SignatureCertificate", self.certificate), value("SignatureReason", "Agreed"))
        data = uno.Any("[]com.sun.star.beans.PropertyValue", how)
        document.storeToURL(pathlib.Path(target).as_uri(), (value("FilterName", "writer_pdf_Export"), value("FilterData", data)))
        document.close(True)

    def sign(self, source, target):
        shutil.copyfile(source, target)
        stream = self.files.openFileReadWrite(pathlib.Path(target).as_uri())
        try:
            if not self.signatures.signDocumentWithCertificate(self.certificate, None, stream):
                raise RuntimeError("LibreOffice did not sign")
        finally:
            stream.getInputStream().closeInput()

    def end(self):
        try:
            self.desktop.terminate()
            self.process.wait(timeout=20)
        except Exception:
            self.process.kill()


def main():
    office = Office(sys.argv[1], sys.argv[2])
    try:
        for line in sys.stdin:
            source, target, _, kind, place = line.rstrip("\n").split("\t")
            try:
                if source == "exported":
                    office.export(target)
                elif kind == "prepared" or place != "-":
                    raise RuntimeError("it signs in a new field that is not seen")
                else:
                    office.sign(source, target)
                print("ok", flush=True)
            except Exception as problem:
                print(str(problem).replace("\n", " ")[:300] or "refused", flush=True)
    finally:
        office.end()


if __name__ == "__main__":
    main()
