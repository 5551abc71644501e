import Foundation
import IntentKit
import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct JSONRPCRequestHandlerTests {
  private let engine: IntentEngine

  init() throws {
    engine = IntentEngine(providers: [try NotesProvider()], now: { Date(timeIntervalSince1970: 0) })
  }

  private func server(_ engine: IntentEngine) async -> IntentServer {
    await IntentServer(engine, as: ServerInfo(name: "notebook", version: "1.0"))
  }

  private func reply(_ method: String, _ params: String? = nil) async -> String? {
    let params = params.map { #","params":\#($0)"# } ?? ""
    let request = #"{"jsonrpc":"2.0","method":"\#(method)"\#(params),"id":1}"#
    let (_, output) = await InProcessServer(await server(engine)).finish(request)
    return output.isEmpty ? nil : String(output.dropLast())
  }

  private func error(_ method: String, _ params: String? = nil) async throws -> JSONValue? {
    try await reply(method, params).map { try JSONValue(parsing: $0) }?["error"]
  }

  private func expectError(
    _ method: String,
    _ params: String? = nil,
    code: Int,
    data: JSONValue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let error = try await error(method, params)
    #expect(error?["code"]?.integer == code, sourceLocation: sourceLocation)
    #expect(error?["data"] == data, sourceLocation: sourceLocation)
  }

  @Test func `a call is answered with its outcome`() async {
    let outcome = #"{"status":"ok","value":{"text":"R&D; é"},"dialog":"Noted."}"#
    #expect(
      await reply("AddNote", #"{"text":"R&D; é"}"#)
        == #"{"jsonrpc":"2.0","result":\#(outcome),"id":1}"#
    )
  }

  @Test func `A12 positional params are rejected`() async throws {
    try await expectError("AddNote", #"["a"]"#, code: -32602, data: ["code": "invalidValue"])
  }

  @Test(arguments: [("AddNotes", "{}"), ("AddNotes", "[1]"), ("rpc.other", "null")])
  func `an unknown intent is an unknown method`(method: String, params: String) async throws {
    try await expectError(method, params, code: -32601, data: ["code": "unknownIntent"])
    let message = try await error(method, params)?["message"]?.string
    #expect(message?.contains("'AddNote'") == (method == "AddNotes"))
  }

  @Test func `an intent that RPC may not call is an unknown method`() async throws {
    try await expectError("EatNotes", "[1]", code: -32601, data: ["code": "sourceNotAllowed"])
  }

  @Test func `the error for an invalid value names the parameter`() async throws {
    let data: JSONValue = ["code": "invalidValue", "path": "/text"]
    try await expectError("AddNote", #"{"text":5}"#, code: -32602, data: data)
  }

  @Test func `A21 a failure has the code 1001 and its stable code word`() async throws {
    let data: JSONValue = ["code": "notesLost", "notes": 3]
    try await expectError("LoseNotes", code: 1001, data: data)
  }

  @Test func `the error of a busy store has the code 1002`() async throws {
    try await expectError("LockNotes", code: 1002, data: ["code": "locked"])
  }

  @Test func `a dry run returns a plan`() async throws {
    let call = #"{"jsonrpc":"2.0","method":"AddNote","params":{"text":"a"},"id":1}"#
    let (_, output) = await InProcessServer(await server(engine.dryRunCopy())).finish(call)
    #expect(try JSONValue(parsing: Array(output.utf8))["result"]?["status"] == "planned")
  }

  @Test func `calls on a connection see the effects of earlier calls`() async {
    let add = #"{"jsonrpc":"2.0","method":"AddNote","params":{"text":"é"}}"#
    let list = #"{"jsonrpc":"2.0","method":"ListNotes","id":"ed14-uuid"}"#
    let outcome = #"{"status":"ok","value":{"notes":["é","é"]},"dialog":"These are the notes."}"#
    let (code, output) = await InProcessServer(await server(engine))
      .finish("\(add)\n\(add)\n\(list)")
    #expect(code == 0)
    #expect(output == #"{"jsonrpc":"2.0","result":\#(outcome),"id":"ed14-uuid"}"# + "\n")
  }
}
