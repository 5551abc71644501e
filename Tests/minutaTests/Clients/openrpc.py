"""Validates the OpenRPC document that describes the server's methods."""

import json
import os
import subprocess

import checks
from checks import equal, expect, ok
from jsonschema import Draft7Validator, Draft202012Validator

HERE = os.path.dirname(os.path.realpath(__file__))


def document():
    request = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'
    result = subprocess.run([checks.PROGRAM, "rpc"], input=request, capture_output=True, check=True)
    return json.loads(result.stdout)["result"]


async def main():
    with open(f"{HERE}/openrpc.json", encoding="utf-8") as file:
        schema = json.load(file)
    Draft7Validator.check_schema(schema)
    found = document()
    problems = [error.message for error in Draft7Validator(schema).iter_errors(found)]
    expect(not problems, problems)
    ok("the document has the structure of OpenRPC")
    methods = {method["name"]: method for method in found["methods"]}
    equal(len(methods), len(found["methods"]))
    expect({"minuta/run", "minuta/subscribe", "StartTimer", "rpc.discover"} <= set(methods), methods)
    for method in found["methods"]:
        names = [parameter["name"] for parameter in method["params"]]
        equal(len(set(names)), len(names))
        for part in method["params"] + [method[key] for key in ("result",) if key in method]:
            Draft202012Validator.check_schema(part["schema"])
    ok(f"the schemas of {len(methods)} methods are valid")
    broken = {**found, "methods": [{"name": "x"}]}
    expect(not Draft7Validator(schema).is_valid(broken), "a method without parameters was accepted")
    ok("a broken document is rejected")


checks.run(main)
