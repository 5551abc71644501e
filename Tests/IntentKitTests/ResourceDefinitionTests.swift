import IntentKit
import JSONText
import Testing

/// Returns changes to the valid test definition that make it declare resources.
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

private let expectedURI = "a URI with its own scheme, such as 'notes://list' or 'notes://list/{id}'"

@Suite struct ResourceDefinitionTests {
  @Test func `a resource template has a parameter and listed values`() throws {
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

  @Test func `a URI without a parameter is a call without arguments`() throws {
    let json = resource("minuta://echo")
    let found = try #require(try TestDefinitions.echo("Echo", changes(json)).resources.first)
    #expect((found.uriPrefix, found.parameter) == ("minuta://echo", nil))
    #expect(found.listed.isEmpty)
  }

  @Test func `a definition may have no resources`() throws {
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
  func `an invalid resource URI is rejected`(uri: String) throws {
    let error = #expect(throws: Failure.self) {
      try TestDefinitions.echo("Echo", changes(resource(.string(uri))))
    }
    #expect(error?.data["path"] == "/resources/0/uri")
  }

  @Test(
    arguments: [
      InvalidDefinitionCase(
        changes(resource("minuta://a b")),
        at("/resources/0/uri", .invalidFormat(expected: expectedURI, found: "minuta://a b"))
      ),
      InvalidDefinitionCase(
        changes(resource("minuta://echo"), ["effects": TestDefinitions.writes]),
        at("/effects/readOnly", .notOneOf([true], found: false))
      ),
      InvalidDefinitionCase(
        changes(resource("minuta://echo"), ["sources": ["rpc"]]),
        at("/sources", .invalidFormat(expected: "a list that contains 'mcp'", found: ["rpc"]))
      ),
      InvalidDefinitionCase(
        changes(resource("minuta://echo/{txt}")),
        at("/resources/0/uri", .notOneOf(["text"], found: "txt"))
      ),
      InvalidDefinitionCase(
        changes(resource("minuta://echo/{times}")),
        at("/resources/0/uri", .notOneOf(["text"], found: "times"))
      ),
      InvalidDefinitionCase(
        changes(resource("minuta://echo", ["listed": ["a"]])),
        at("/resources/0/listed", .conflict(with: "minuta://echo"))
      ),
      InvalidDefinitionCase(
        changes([
          resource("minuta://a").array?[0] ?? .null, resource("minuta://a").array?[0] ?? .null,
        ]),
        at("/resources", .repeatedItem("minuta://a"))
      ),
      InvalidDefinitionCase(
        TestDefinitions.json().object?.merging([
          "sources": ["mcp"], "resources": resource("minuta://a"),
        ])
          ?? [:],
        at(
          "/resources/0/uri",
          .invalidFormat(expected: "a URI that ends with '{text}'", found: "minuta://a")
        )
      ),
      InvalidDefinitionCase(
        changes(resource("minuta://echo/{text}", ["listed": ["a", "a"]])),
        at("/resources/0/listed", .repeatedItem("a"))
      ),
      InvalidDefinitionCase(
        changes([]),
        at("/resources", .wrongCount(minimum: 1, maximum: nil, found: 0))
      ),
      InvalidDefinitionCase(
        changes(resource("minuta://a", ["mime": "x"])),
        at("/resources/0/mime", .unknownName(near: nil))
      ),
    ]
  )
  func `an invalid resource is reported`(test: InvalidDefinitionCase) throws {
    #expect(try problem(withChanges: test.changes) == test.problem)
  }
}
