"""Serves pages that greet and count their visitors in a database, if there is one; not /health.

usage: server.py ADDRESS PORT STATE    STATE/config.json and database.json are read for each page
"""
import http.server
import json
import os
import pathlib
import socket
import socketserver
import sys

ADDRESS, PORT, STATE = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
UNIT = os.environ["JUJU_UNIT_NAME"]


def count_visit(database):
    """Adds one in Redis, which takes a plain line and answers ":NUMBER", or "-REASON"."""
    with socket.create_connection((database["host"], int(database["port"])), timeout=2) as redis:
        redis.sendall(b"INCR visits\r\n")
        return int(redis.makefile().readline().removeprefix(":"))


class Page(http.server.BaseHTTPRequestHandler):
    timeout = 10

    def do_GET(self):
        code, text = (200, UNIT) if self.path == "/health" else self.page()
        self.send_response(code)
        self.end_headers()
        self.wfile.write(f"{text}\n".encode())

    def page(self):
        config = json.loads((STATE / "config.json").read_text(encoding="utf-8"))
        database = json.loads((STATE / "database.json").read_text(encoding="utf-8"))
        try:
            visits = count_visit(database) if database else "not counted"
        except (OSError, ValueError) as error:
            return 503, f"the database does not count: {error}"
        return 200, f"{config['greeting']} from {UNIT}\nvisits: {visits}"


socketserver.ThreadingTCPServer.allow_reuse_address = True
socketserver.ThreadingTCPServer((ADDRESS, PORT), Page).serve_forever()
