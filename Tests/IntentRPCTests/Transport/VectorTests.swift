import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Runs the examples of the JSON-RPC 2.0 specification against a server in a separate process.
@Suite(.serialized, .timeLimit(.minutes(10))) struct VectorTests {
  /// The specification's example requests with the expected responses; nil for no response.
  ///
  /// The responses have no error messages, because the specification leaves their text open.
  static let vectors: [(String, String?)] = [
    (
      #"{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}"#,
      #"{"jsonrpc":"2.0","result":19,"id":1}"#
    ),
    (
      #"{"jsonrpc":"2.0","method":"subtract","params":[23,42],"id":2}"#,
      #"{"jsonrpc":"2.0","result":-19,"id":2}"#
    ),
    (
      #"{"jsonrpc":"2.0","method":"subtract","params":{"subtrahend":23,"minuend":42},"id":3}"#,
      #"{"jsonrpc":"2.0","result":19,"id":3}"#
    ),
    (
      #"{"jsonrpc":"2.0","method":"subtract","params":{"minuend":42,"subtrahend":23},"id":4}"#,
      #"{"jsonrpc":"2.0","result":19,"id":4}"#
    ),
    (#"{"jsonrpc":"2.0","method":"update","params":[1,2,3,4,5]}"#, nil),
    (#"{"jsonrpc":"2.0","method":"foobar"}"#, nil),
    (
      #"{"jsonrpc":"2.0","method":"foobar","id":"1"}"#,
      #"{"jsonrpc":"2.0","error":{"code":-32601},"id":"1"}"#
    ),
    (
      #"{"jsonrpc":"2.0","method":"foobar, "params":"bar","baz]"#,
      #"{"jsonrpc":"2.0","error":{"code":-32700},"id":null}"#
    ),
    (
      #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#,
      #"{"jsonrpc":"2.0","error":{"code":-32600},"id":null}"#
    ),
    (
      #"[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method"]"#,
      #"{"jsonrpc":"2.0","error":{"code":-32700},"id":null}"#
    ),
    ("[]", #"{"jsonrpc":"2.0","error":{"code":-32600},"id":null}"#),
    ("[1]", #"[{"jsonrpc":"2.0","error":{"code":-32600},"id":null}]"#),
    (
      "[1,2,3]",
      "["
        + Array(repeating: #"{"jsonrpc":"2.0","error":{"code":-32600},"id":null}"#, count: 3)
        .joined(separator: ",") + "]"
    ),
    (
      #"[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},"#
        + #"{"jsonrpc":"2.0","method":"notify_hello","params":[7]},"#
        + #"{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":"2"},{"foo":"boo"},"#
        + #"{"jsonrpc":"2.0","method":"foo.get","params":{"name":"myself"},"id":"5"},"#
        + #"{"jsonrpc":"2.0","method":"get_data","id":"9"}]"#,
      #"[{"jsonrpc":"2.0","result":7,"id":"1"},{"jsonrpc":"2.0","result":19,"id":"2"},"#
        + #"{"jsonrpc":"2.0","error":{"code":-32600},"id":null},"#
        + #"{"jsonrpc":"2.0","error":{"code":-32601},"id":"5"},"#
        + #"{"jsonrpc":"2.0","result":["hello",5],"id":"9"}]"#
    ),
    (
      #"[{"jsonrpc":"2.0","method":"notify_sum","params":[1,2,4]},"#
        + #"{"jsonrpc":"2.0","method":"notify_hello","params":[7]}]"#,
      nil
    ),
  ]

  /// Runs the server in a shell pipeline, as a user's script would.
  private func run(_ input: String) async throws -> ChildProcess.Result {
    let script = #"printf %s "$1" | "$0""#
    return try await TestPrograms.run(
      "/bin/sh",
      ["-c", script, TestPrograms.built("RPCVectors"), input]
    )
  }

  @Test(arguments: vectors)
  func `A12 A3 each example of the specification is answered on one line`(
    input: String,
    expected: String?
  ) async throws {
    let result = try await run(input + "\n")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == (expected == nil ? 1 : 2))
    #expect(lines.last == "")
    #expect(try lines.dropLast().map { try withoutMessages(String($0)) } == [expected].compacted)
  }

  @Test(arguments: vectors)
  func `A12 A5 each example of the specification is answered after a header`(
    input: String,
    expected: String?
  ) async throws {
    let result = try await run("Content-Length: \(input.utf8.count)\r\n\r\n\(input)")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    guard let expected else {
      #expect(result.output.isEmpty)
      return
    }
    let body = String(result.output.drop { $0 != "{" && $0 != "[" })
    #expect(result.output == "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(try withoutMessages(body) == expected)
  }

  @Test func `A12 all examples in one stream are answered in their order`() async throws {
    let expected = Self.vectors.compactMap(\.1)
    let lines = try await run(Self.vectors.map(\.0).joined(separator: "\r\n")).output
    #expect(try lines.split(separator: "\n").map { try withoutMessages(String($0)) } == expected)
    let framed = Self.vectors.map { "content-length:\($0.0.utf8.count)\r\n\r\n\($0.0)" }.joined()
    let output = try await run(framed).output
    let replies = output.split(separator: "\r\n\r\n").dropFirst().map { part in
      part.range(of: "Content-Length").map { String(part[..<$0.lowerBound]) } ?? String(part)
    }
    #expect(try replies.map(withoutMessages) == expected)
  }

  @Test(arguments: [
    "x", "\u{FEFF}{}", "\"a\"", "1", "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
  ])
  func `A1 an unknown first byte causes one error and exit code 2`(input: String) async throws {
    let result = try await run(input + "\n" + Self.vectors[0].0 + "\n")
    #expect(result.status == 2)
    #expect(result.errors.isEmpty)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2)
    #expect(
      try withoutMessages(String(lines[0]))
        == #"{"jsonrpc":"2.0","error":{"code":-32700},"id":null}"#
    )
  }

  @Test(arguments: [("print", "printed"), ("startProgram", "echoed")])
  func `A10 output of a method or of its child process goes to standard error`(
    method: String,
    text: String
  ) async throws {
    let request = #"{"jsonrpc":"2.0","method":"\#(method)","id":1}"#
    let result = try await run(request + "\n" + request.replacing("1}", with: "2}") + "\n")
    #expect(result.status == 0)
    #expect(
      result.output
        == (1...2).map { #"{"jsonrpc":"2.0","result":null,"id":\#($0)}"# + "\n" }.joined()
    )
    #expect(result.errors == text + "\n" + text + "\n")
  }

  /// Returns a response without its error messages, for comparison with the expected response.
  ///
  /// The test fails if an error has no message, or if there are both a result and an error.
  private func withoutMessages(_ text: String) throws -> String {
    let json = try JSONValue(parsing: text)
    guard let batch = json.array else { return try withoutMessage(json).text() }
    return JSONValue.array(try batch.map(withoutMessage)).text()
  }

  private func withoutMessage(_ reply: JSONValue) throws -> JSONValue {
    var object = try #require(reply.object)
    #expect(object.keys.count == 3)
    guard var error = object["error"]?.object else { return reply }
    #expect(error["message"]?.string?.isEmpty == false)
    error["message"] = nil
    object["error"] = .object(error)
    return .object(object)
  }
}

extension [String?] {
  fileprivate var compacted: [String] { compactMap { $0 } }
}
