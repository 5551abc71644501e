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

  private func error(_ code: Int, _ message: String, data: String? = nil) -> String {
    let data = data.map { #","data":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"\#(data)},"id":1}"#
  }

  @Test func `a call is answered with its outcome`() async {
    let outcome = #"{"status":"ok","value":{"text":"R&D; é"},"dialog":"Noted."}"#
    #expect(
      await reply("AddNote", #"{"text":"R&D; é"}"#)
        == #"{"jsonrpc":"2.0","result":\#(outcome),"id":1}"#
    )
  }

  @Test(arguments: [nil, "null", "[]", "{}"])
  func `A14 no params are equal however they are written`(params: String?) async {
    let outcome = #"{"status":"ok","value":{"notes":[]},"dialog":"These are the notes."}"#
    #expect(await reply("ListNotes", params) == #"{"jsonrpc":"2.0","result":\#(outcome),"id":1}"#)
    let missing = error(
      -32602,
      "The parameter 'text' is missing.",
      data: #"{"code":"missingValue","path":"/text"}"#
    )
    #expect(await reply("AddNote", params) == missing)
  }

  @Test func `A12 params by position are refused`() async {
    let message = "'AddNote' takes its parameters by name, in an object."
    #expect(
      await reply("AddNote", #"["a"]"#) == error(-32602, message, data: #"{"code":"invalidValue"}"#)
    )
  }

  @Test(arguments: [
    ("AddNotes", "{}", "There is no intent 'AddNotes' (did you mean 'AddNote'?)."),
    ("AddNotes", "[1]", "There is no intent 'AddNotes' (did you mean 'AddNote'?)."),
    ("rpc.other", "null", "There is no intent 'rpc.other'."),
  ])
  func `an unknown intent is no method`(method: String, params: String, message: String) async {
    #expect(
      await reply(method, params) == error(-32601, message, data: #"{"code":"unknownIntent"}"#)
    )
  }

  @Test func `an intent of another door is no method`() async {
    let message = "The intent 'EatNotes' cannot be asked for over JSON-RPC."
    #expect(
      await reply("EatNotes", "[1]") == error(-32601, message, data: #"{"code":"sourceNotAllowed"}"#)
    )
  }

  @Test func `a bad value names the parameter`() async {
    let message = "'text' must be a text, not '5'."
    let data = #"{"code":"invalidValue","path":"/text"}"#
    #expect(await reply("AddNote", #"{"text":5}"#) == error(-32602, message, data: data))
  }

  @Test func `A21 a failure has the code 1001 and its stable word`() async {
    let data = #"{"code":"notesLost","notes":3}"#
    #expect(await reply("LoseNotes") == error(1001, "The notes are lost.", data: data))
  }

  @Test func `busy has the code 1002`() async {
    let data = #"{"code":"locked"}"#
    #expect(await reply("LockNotes") == error(1002, "The notes are locked.", data: data))
  }

  @Test func `a rehearsal is answered as a plan`() async throws {
    let call = #"{"jsonrpc":"2.0","method":"AddNote","params":{"text":"a"},"id":1}"#
    let (_, output) = await InProcessServer(await server(engine.dryRunCopy())).finish(call)
    #expect(try JSONValue(parsing: Array(output.utf8))["result"]?["status"] == "planned")
  }

  @Test func `calls of one connection see those before them`() async {
    let add = #"{"jsonrpc":"2.0","method":"AddNote","params":{"text":"é"}}"#
    let list = #"{"jsonrpc":"2.0","method":"ListNotes","id":"ed14-uuid"}"#
    let outcome = #"{"status":"ok","value":{"notes":["é","é"]},"dialog":"These are the notes."}"#
    let (code, output) = await InProcessServer(await server(engine))
      .finish("\(add)\n\(add)\n\(list)")
    #expect(code == 0)
    #expect(output == #"{"jsonrpc":"2.0","result":\#(outcome),"id":"ed14-uuid"}"# + "\n")
  }
}
