"""A listener that counts connections; tests expect none."""

import http.server
import threading


class Listener:
    def start(self) -> "Listener":
        self.hits = 0
        listener = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                listener.hits += 1
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b'{"keys":[]}')

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True, kwargs={"poll_interval": 0.02}).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/keys"
        return self

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
