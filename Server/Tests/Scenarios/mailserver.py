"""A mail server that accepts mail; a test decides how much of it, and when."""

import socket
import threading
from email import message_from_bytes, policy


class MailServer:
    def __init__(self):
        self.mails, self.commands, self.refusal, self._lock = [], [], None, threading.Lock()
        #: While this is clear, the server accepts connections and says nothing.
        self.talks = threading.Event()
        self.talks.set()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"smtp://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self._socket.close()

    def _serve(self):
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection):
        with connection, connection.makefile("rwb") as lines:
            def say(text):
                lines.write(text.encode() + b"\r\n")
                lines.flush()
            self.talks.wait()
            say("220 mail.example ready")
            while line := lines.readline():
                command = line.rstrip(b"\r\n").decode()
                self.commands.append(command)
                word = command.split(" ")[0].upper()
                if word == "RCPT" and self.refusal:
                    say(self.refusal)
                elif word == "DATA":
                    say("354 go on")
                    body = bytearray()
                    while (part := lines.readline()) not in (b".\r\n", b""):
                        body += part
                    with self._lock:
                        self.mails.append(message_from_bytes(bytes(body), policy=policy.default))
                    say("250 taken")
                elif word == "QUIT":
                    return say("221 bye")
                else:
                    say("250 ok")
