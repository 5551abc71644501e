"""Opens a page in headless Chromium, runs the steps that standard input lists, and prints the results.

    browser.py PAGE

Each line of the input is a JSON object with one step:

    {"evaluate": "EXPRESSION"}       the result is the expression's value
    {"click": "SELECTOR"}            a click at the middle of the element
    {"type": "TEXT"}                 text for the focused element
    {"press": "KEY"}                 a key such as Tab or Enter
    {"media": {"prefers-color-scheme": "dark"}, "type": "print"}
    {"width": 1280, "height": 800}
    {"screenshot": "FILE", "full": true}
    {"print": "FILE"}                a PDF file; the result is a list of page sizes in points

The output is an object with the `results` of the steps, all console `messages`, errors and violations
of the Content Security Policy, and all `requests` other than the page's own.
"""

import base64
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KEYS = {"Tab": 9, "Enter": 13, "Space": 32}


class Browser:
    """Headless Chromium, which is controlled through two pipes."""

    def __init__(self, folder):
        commands, self.output = os.pipe()
        self.input, events = os.pipe()

        def connect():
            # The browser reads commands from descriptor 3 and writes to 4.
            first, second = os.dup(commands), os.dup(events)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe",
             "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(events)
        self.numbers = itertools.count(1)
        self.buffer = b""
        self.session = None
        self.messages = []
        self.requests = []
        self.seen = []

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            event = self.receive()
            if event.get("id") == number:
                if "error" in event:
                    raise RuntimeError(f"{method}: {event['error']}")
                return event["result"]

    def wait(self, method):
        while method not in self.seen:
            self.receive()

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise RuntimeError("Chromium ended")
            self.buffer += part
        line, self.buffer = self.buffer.split(b"\0", 1)
        event = json.loads(line)
        parameters = event.get("params", {})
        match event.get("method"):
            case "Runtime.consoleAPICalled":
                self.messages.append(str([value.get("value") for value in parameters["args"]]))
            case "Runtime.exceptionThrown":
                self.messages.append(json.dumps(parameters["exceptionDetails"]))
            case "Log.entryAdded":
                self.messages.append(parameters["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
        self.seen.append(event.get("method"))
        return event

    def open(self, path):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")
        url = pathlib.Path(path).resolve().as_uri()
        self.seen = []
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")
        self.requests = [request for request in self.requests if request != url]

    def evaluate(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def run(self, step):
        match step:
            case {"evaluate": expression}:
                return self.evaluate(expression)
            case {"click": selector}:
                x, y = self.evaluate(
                    f"(() => {{ const node = document.querySelector({json.dumps(selector)});"
                    "node.scrollIntoView({ behavior: 'instant', block: 'center' });"
                    "const box = node.getBoundingClientRect();"
                    "return [box.x + box.width / 2, box.y + box.height / 2]; })()")
                for kind in ["mousePressed", "mouseReleased"]:
                    self.call("Input.dispatchMouseEvent",
                              type=kind, x=x, y=y, button="left", clickCount=1)
            case {"press": key}:
                text = {"Enter": "\r", "Space": " "}.get(key, "")
                name = " " if key == "Space" else key
                for kind in ["keyDown", "keyUp"]:
                    self.call("Input.dispatchKeyEvent", type=kind, key=name, code=key, text=text,
                              windowsVirtualKeyCode=KEYS[key])
            case {"media": features}:
                self.call("Emulation.setEmulatedMedia", media=step.get("type", ""),
                          features=[{"name": name, "value": value}
                                    for name, value in features.items()])
            case {"type": text}:
                self.call("Input.insertText", text=text)
            case {"width": width, "height": height}:
                self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                          deviceScaleFactor=1, mobile=False)
            case {"screenshot": path}:
                picture = self.call("Page.captureScreenshot",
                                    captureBeyondViewport=step.get("full", False))
                write(path, picture)
            case {"print": path}:
                write(path, self.call("Page.printToPDF", preferCSSPageSize=True,
                                      printBackground=False))
                sizes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]",
                                   pathlib.Path(path).read_bytes())
                return [[round(float(side)) for side in size] for size in sizes]
            case _:
                raise RuntimeError(f"unknown step {step}")
        return None

    def end(self):
        self.session = None
        try:
            self.call("Browser.close")
        except (OSError, RuntimeError):
            pass
        self.process.wait(30)


def write(path, answer):
    pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            browser.open(sys.argv[1])
            results = [browser.run(json.loads(line)) for line in sys.stdin if line.strip()]
            print(json.dumps({"results": results, "messages": browser.messages,
                              "requests": browser.requests}))
        finally:
            browser.end()


main()
