"""A small HTTP API for habits on the loopback interface.

The first argument is the required bearer token. Prints the port. Paths under /v1 store data in
memory.
"""

import http.server
import json
import sys
import threading

TOKEN = sys.argv[1]
LOCK = threading.Lock()
PROFILE = {"player_name": "Player", "level_of_server": 3}
ITEMS = {"areas": {}, "habits": {}, "bad-habits": {}}
PURCHASES = {}


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def respond(self, status, value=None, text=None):
        body = (json.dumps(value) if text is None else text).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_request(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        endpoint, *path = self.path.strip("/").split("/")
        if self.headers.get("Authorization") != "Bearer " + TOKEN:
            return self.respond(401, {})
        if endpoint == "v1":
            with LOCK:
                return self.handle_data(path, json.loads(body or "null"))
        return self.respond(404, {})

    def handle_data(self, path, value):
        kind = path[0]
        if kind == "profile":
            return self.handle_profile(path[1:], value)
        items = ITEMS[kind]
        if len(path) == 1:
            return self.respond(200, {kind.replace("-", "_"): list(items.values())})
        if len(path) == 2:
            return self.handle_item(items, kind, path[1], value)
        item = items.get(path[1])
        if item is None:
            return self.respond(404, {})
        if kind == "habits":
            days = set(item["completed_on"])
            (days.add if self.command == "PUT" else days.discard)(path[3])
            item["completed_on"] = sorted(days)
        else:
            item["slips"].append({"id": path[3], **value})
        return self.respond(204, text="")

    def handle_item(self, items, kind, name, value):
        if self.command == "PUT":
            inner = {"habits": {"completed_on": []}, "bad-habits": {"slips": []}}.get(kind, {})
            items[name] = {"id": name, **value, **inner}
        elif name not in items:
            return self.respond(404, {})
        elif self.command == "PATCH":
            items[name].update(value)
        else:
            del items[name]
        return self.respond(204, text="")

    def handle_profile(self, path, value):
        if self.command == "PATCH":
            PROFILE.update(value)
        elif self.command == "PUT":
            PURCHASES[path[1]] = {"id": path[1], **value}
        purchases = list(PURCHASES.values())
        return self.respond(200, {**PROFILE, "purchases": purchases})

    do_GET = do_PUT = do_PATCH = do_DELETE = handle_request


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
