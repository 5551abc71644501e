import IntentKit
import JSONText
import Testing

/// What makes of the definition in `Definitions` one that has resources.
private func changes(_ resources: JSONValue, _ others: JSONObject = [:]) -> JSONObject {
  let reading: JSONObject = [
    "parameters": [
      "type": "object",
      "properties": ["text": ["type": "string"], "times": ["type": "integer"]],
      "additionalProperties": false,
    ],
    "sources": ["mcp"],
    "resources": resources,
  ]
  return reading.merging(others)
}

private func resource(_ uri: JSONValue, _ others: JSONObject = [:]) -> JSONValue {
  let resource: JSONObject = ["uri": uri, "title": "Echo", "description": "What was said."]
  return [.object(resource.merging(others))]
}

private let form =
  "a scheme of its own, '://' and a path whose last part may be a parameter in braces"

@Suite struct ResourceDefinitionTests {
  @Test func `a template has a parameter and lists values of it`() throws {
    let json = resource("minuta://echo/of/{text}", ["listed": ["a", "b"]])
    let found = try #require(try TestDefinitions.echo("Echo", changes(json)).resources.first)
    #expect(found.uri == "minuta://echo/of/{text}")
    #expect((found.title, found.description) == ("Echo", "What was said."))
    #expect((found.uriPrefix, found.parameter) == ("minuta://echo/of/", "text"))
    #expect(found.listed == ["a", "b"])
  }

  @Test(arguments: ["messages", "a", "x-1.b+c", "filed"])
  func `a provider chooses its scheme`(scheme: String) throws {
    let json = resource(.string("\(scheme)://echo/{text}"))
    let found = try #require(try TestDefinitions.echo("Echo", changes(json)).resources.first)
    #expect((found.uriPrefix, found.parameter) == ("\(scheme)://echo/", "text"))
  }

  @Test func `a URI without braces stands for a call without values`() throws {
    let json = resource("minuta://echo")
    let found = try #require(try TestDefinitions.echo("Echo", changes(json)).resources.first)
    #expect((found.uriPrefix, found.parameter) == ("minuta://echo", nil))
    #expect(found.listed.isEmpty)
  }

  @Test func `a definition may do without resources`() throws {
    #expect(try TestDefinitions.echo().resources.isEmpty)
  }

  @Test(arguments: [
    "http://echo", "https://echo", "git://echo", "file:///etc/passwd", "file://echo", "://echo",
    "1a://echo", "a_b://echo", "é://echo", "a b://echo", "Echo://echo", "MINUTA://echo",
    "minuta:echo", "minuta:/echo",
    "minuta://", "minuta:///echo", "minuta://echo/", "minuta://echo//a", "minuta://./echo",
    "minuta://echo/..", "minuta://{text}", "minuta://echo/{text}/more", "minuta://echo/a{text}",
    "minuta://echo/{+text}", "minuta://echo/{text,times}", "minuta://echo/{}{text}",
    "minuta://echo/{text", "minuta://echo{?text}", "minuta://echo?text", "minuta://echo#a",
    "minuta://%65cho", "minuta://écho", "minuta://e cho", " minuta://echo",
  ])
  func `a URI that is none of ours`(uri: String) throws {
    let error = #expect(throws: IntentError.self) {
      try TestDefinitions.echo("Echo", changes(resource(.string(uri))))
    }
    #expect(error?.outcome.error?.data["path"] == "/resources/0/uri")
  }

  @Test(
    arguments: [
      (
        changes(resource("minuta://a b")), "/resources/0/uri",
        "'resources/0/uri' must be \(form), not 'minuta://a b'."
      ),
      (
        changes(
          resource("minuta://echo"),
          [
            "effects": [
              "readOnly": false, "destructive": false, "idempotent": true, "openWorld": false,
            ]
          ]
        ), "/effects/readOnly", "'effects/readOnly' must be 'true', not 'false'."
      ),
      (
        changes(resource("minuta://echo"), ["sources": ["rpc"]]), "/sources",
        #"'sources' must be a list that has 'mcp', not '["rpc"]'."#
      ),
      (
        changes(resource("minuta://echo/{txt}")), "/resources/0/uri",
        "'resources/0/uri' must be 'text', not 'txt' (did you mean 'text'?)."
      ),
      (
        changes(resource("minuta://echo/{times}")), "/resources/0/uri",
        "'resources/0/uri' must be 'text', not 'times'."
      ),
      (
        changes(resource("minuta://echo", ["listed": ["a"]])), "/resources/0/listed",
        "'resources/0/listed' cannot stand beside 'minuta://echo'."
      ),
      (
        changes([
          resource("minuta://a").array?[0] ?? .null, resource("minuta://a").array?[0] ?? .null,
        ]),
        "/resources", "'resources' holds 'minuta://a' twice."
      ),
      (
        TestDefinitions.json().object?.merging([
          "sources": ["mcp"], "resources": resource("minuta://a"),
        ])
          ?? [:], "/resources/0/uri",
        "'resources/0/uri' must be a URI that gives 'text', not 'minuta://a'."
      ),
      (
        changes(resource("minuta://echo/{text}", ["listed": ["a", "a"]])), "/resources/0/listed",
        "'resources/0/listed' holds 'a' twice."
      ),
      (changes([]), "/resources", "'resources' must have at least 1 in length, not 0."),
      (
        changes(resource("minuta://a", ["mime": "x"])), "/resources/0/mime",
        "There is no key 'resources/0/mime'."
      ),
    ] as [(JSONObject, String, String)]
  )
  func `a mistake in the resources is named`(
    changes: JSONObject,
    path: String,
    sentence: String
  ) throws {
    let said = try complaint(changes)
    #expect(said.path == path)
    #expect(said.sentence == "The definition is wrong: " + sentence)
  }
}
