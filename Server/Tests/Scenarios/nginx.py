"""nginx in front of a server, with the documented configuration and the test's own names and ports."""

import datetime
import ipaddress
import re
import shutil
import subprocess
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from patience import PATIENCE, wait_until
from sesame import ROOT, free_port

PROGRAM = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")

# The header with which a test's request comes from another address.
ADDRESS = "X-Address"


class Nginx:
    """An nginx with TLS on a free port of this machine and a certificate of its own."""

    def __init__(self, folder: Path, server_port: int, port: int):
        self.folder, self.port = folder, port
        self.certificate = folder / "fullchain.pem"
        self._certify()
        site = (ROOT / "docs/operations/nginx.conf").read_text()
        for pattern, replacement in [
            (r"server 127\.0\.0\.1:8080", f"server 127.0.0.1:{server_port}"),
            (r"listen 80;", f"listen 127.0.0.1:{free_port()};"), (r"listen \[::\]:\d+.*;", ""),
            (r"listen 443 ", f"listen 127.0.0.1:{port} "), (r"sign-in\.example\.com;", "localhost;"),
            (r"/etc/letsencrypt/live/[\w.-]+/", f"{folder}/"), (r"/var/log/nginx/", f"{folder}/"),
        ]:
            site, count = re.subn(pattern, replacement, site)
            assert count, f"nginx.conf has no {pattern} any more"
        (folder / "site.conf").write_text(site)
        (folder / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
            "events { worker_connections 2048; }\n"
            # With this header a test's request comes from any address.
            f"http {{\n    set_real_ip_from 127.0.0.1; real_ip_header {ADDRESS};\n" + "".join(
                f"    {name}_temp_path {folder}/{name};\n"
                for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            + f"    include {folder}/site.conf;\n}}\n")
        arguments = [PROGRAM, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        check = subprocess.run([*arguments, "-t"], capture_output=True, text=True)
        assert check.returncode == 0, check.stderr
        self.process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._listens, what="nginx")

    def _listens(self) -> bool:
        import socket
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    def access_log(self) -> str:
        return (self.folder / "sesame.log").read_text()

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def _certify(self):
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        now = datetime.datetime.now(datetime.timezone.utc)
        certificate = (
            x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName(
                [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256()))
        self.certificate.write_bytes(certificate.public_bytes(Encoding.PEM))
        (self.folder / "privkey.pem").write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
