"""A website whose pages link to the server under test."""

import http.server
import threading


class Pages:
    """A website of its own origin with an empty page."""

    def __init__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                page = f"<!doctype html><title>Page</title><link rel=icon href=data:,>This is {self.path.partition('?')[0]}."
                self.wfile.write(page.encode())

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True, kwargs={"poll_interval": 0.02}).start()
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self):
        self._server.shutdown()
        self._server.server_close()
