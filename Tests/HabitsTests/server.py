"""A small HTTP API of habits on loopback, and what can go wrong with one.

The first word is the token it wants. It prints its port. Below /v1 it keeps things in memory; other
places fail, each in its way.
"""

import http.server
import json
import sys
import threading
import time

TOKEN = sys.argv[1]
LOCK = threading.Lock()
PROFILE = {"player_name": "Player", "level_of_server": 3}
THINGS = {"areas": {}, "habits": {}, "bad-habits": {}}
PURCHASES = {}
LOG = []


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def answer(self, status, value=None, text=None, headers=()):
        body = (json.dumps(value) if text is None else text).encode()
        self.send_response(status)
        for name, content in headers:
            self.send_header(name, content)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def work(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        place, *path = self.path.strip("/").split("/")
        if place == "log":
            return self.answer(200, LOG)
        if self.headers.get("Authorization") != "Bearer " + TOKEN:
            return self.answer(401, {})
        if place == "v1":
            with LOCK:
                LOG.append([self.command, "/" + "/".join(path), json.loads(body or "null")])
                return self.keep(path, json.loads(body or "null"))
        if place == "readonly":
            if self.command != "GET":
                return self.answer(503, {})
            with LOCK:
                return self.keep(path, None)
        if place == "status":
            return self.answer(int(path[0]), {})
        if place == "redirect":
            return self.answer(302, {}, headers=[("Location", "/v1/" + "/".join(path))])
        if place == "text":
            return self.answer(200, text="<html>Welcome</html>")
        if place == "cut":
            return self.answer(200, text='{"habits": [')
        if place == "wrong":
            return self.answer(200, {"player_name": 7, "purchases": []})
        if place == "large":
            return self.answer(200, text="[" + " " * 4_000_000)
        if place == "slow":
            LOG.append([self.command, "slow"])
            time.sleep(30)
            return self.answer(200, {})
        if place in ("slowwrite", "latewrite"):
            if self.command != "GET":
                LOG.append([self.command, place])
                time.sleep(30 if place == "slowwrite" else 1)
            with LOCK:
                return self.keep(path, json.loads(body or "null"))
        return self.answer(404, {})

    def keep(self, path, value):
        kind = path[0]
        if kind == "profile":
            return self.keep_profile(path[1:], value)
        things = THINGS[kind]
        if len(path) == 1:
            return self.answer(200, {kind.replace("-", "_"): list(things.values())})
        if len(path) == 2:
            return self.keep_thing(things, kind, path[1], value)
        thing = things.get(path[1])
        if thing is None:
            return self.answer(404, {})
        if kind == "habits":
            days = set(thing["completed_on"])
            (days.add if self.command == "PUT" else days.discard)(path[3])
            thing["completed_on"] = sorted(days)
        else:
            thing["slips"].append({"id": path[3], **value})
        return self.answer(204, text="")

    def keep_thing(self, things, kind, name, value):
        if self.command == "PUT":
            inner = {"habits": {"completed_on": []}, "bad-habits": {"slips": []}}.get(kind, {})
            things[name] = {"id": name, **value, **inner}
        elif name not in things:
            return self.answer(404, {})
        elif self.command == "PATCH":
            things[name].update(value)
        else:
            del things[name]
        return self.answer(204, text="")

    def keep_profile(self, path, value):
        if self.command == "PATCH":
            PROFILE.update(value)
        elif self.command == "PUT":
            PURCHASES[path[1]] = {"id": path[1], **value}
        purchases = list(PURCHASES.values())
        return self.answer(200, {**PROFILE, "purchases": purchases})

    do_GET = do_PUT = do_PATCH = do_DELETE = work


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
