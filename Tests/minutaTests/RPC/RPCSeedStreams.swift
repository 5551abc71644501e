import IntentRPC
import JSONText
import MinutaTestSupport

/// Valid messages of every kind of client, as seeds for mutation.
enum RPCSeedStreams {
  static func mutator(_ framing: Framing, _ number: UInt64) -> ByteMutator {
    let streams = sessions + sessions.flatMap { $0.map { [$0] } }
    return ByteMutator(
      seeds: streams.map { $0.flatMap { framing.frame(Array($0.utf8)) } },
      pieces: pieces,
      changes: 1...1,
      longest: 4000,
      number: number
    )
  }

  private static let sessions = [editor, handshake, arrays, request, plain, waiting]

  private static let editor = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"needsInput":true}}}"#,
    #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"minuta/intents"}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"StartTimer","params":{"tag":"é","workDoneToken":0}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"DeleteRecord","params":{}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"shutdown"}"#,
    #"{"jsonrpc":"2.0","method":"exit"}"#,
  ]

  private static let handshake = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#
      + #""capabilities":{"elicitation":{}},"clientInfo":{"name":"a","version":"1"}}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":""}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"StartTimer","#
      + #""arguments":{"tag":"Work","at":"-15m"},"_meta":{"progressToken":"p"}}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"Status"}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"Plan","#
      + #""arguments":{"intent":"StopTimer","with":{"tag":"Work"}}}}"#,
    #"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"DeleteRecord"}}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"resources/list"}"#,
    #"{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"minuta://tags"}}"#,
    #"{"jsonrpc":"2.0","id":9,"method":"resources/subscribe","params":{"uri":"minuta://state"}}"#,
    #"{"jsonrpc":"2.0","id":10,"method":"ping"}"#,
  ]

  private static let arrays = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","#
      + #""capabilities":{}}}"#,
    #"[{"jsonrpc":"2.0","method":"notifications/initialized"},"#
      + #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"Status"}},"#
      + #"{"jsonrpc":"2.0","id":3,"method":"resources/templates/list"},7]"#,
  ]

  private static let meta =
    #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
    + #""io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}"#

  private static let request = [
    #"{"jsonrpc":"2.0","id":"a","method":"server/discover","params":{\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":"b","method":"tools/list","params":{\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"StartTimer","#
      + #""arguments":{"tag":"Play"},\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":"d","method":"tools/call","params":{"name":"DeleteRecord",\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":"e","method":"tools/call","params":{"name":"Plan","#
      + #""arguments":{"intent":"StartTimer"},\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":"f","method":"resources/list","params":{\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":"g","method":"resources/read","params":{"#
      + #""uri":"minuta://summary/today",\#(meta)}}"#,
    #"{"jsonrpc":"2.0","id":"h","method":"subscriptions/listen","params":{"notifications":{"#
      + #""resourceSubscriptions":["minuta://state"]},\#(meta)}}"#,
  ]

  private static let plain = [
    #"{"jsonrpc":"2.0","id":1,"method":"StartTimer","params":{"tag":"Work","parallel":true}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"Status"}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"StopTimer","params":{"tag":"Work"}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"minuta/describe","params":{"intent":"StopTimer"}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"minuta/run","params":{"intent":"StartTimer","#
      + #""with":{"tag":"Work"},"dryRun":true,"key":"k"}}"#,
    #"{"jsonrpc":"2.0","id":6,"method":"minuta/check","params":{"intent":"LogTime","#
      + #""with":{"duration":"30m"}}}"#,
    #"[{"jsonrpc":"2.0","id":7,"method":"StartTimer"},{"jsonrpc":"2.0","method":"StopTimer"},"#
      + #"{"jsonrpc":"2.0","id":8,"method":"Status"}]"#,
    #"{"jsonrpc":"2.0","id":null,"method":"ListTags"}"#,
  ]

  private static let waiting = [
    #"{"jsonrpc":"2.0","id":1,"method":"StartTimer","params":{"tag":"Work"}}"#,
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"minuta/subscribe"}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"Summarize","params":{"range":"today"}}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"minuta/unsubscribe","params":{"uri":"minuta://state"}}"#,
    #"{"jsonrpc":"2.0","id":0,"result":{"action":"accept","content":{"record":"last"}}}"#,
  ]

  private static let pieces = JSONFragments.with([
    "\r\n", "\n\n", "\r\n\r\n", "Content-Length: ", "Content-Length: 2\r\n\r\n{}", "4097",
    "Content-Type: application/json; charset=latin1\r\n", #""id":1,"#, #""id":null,"#,
    #""id":"a","#, #""params":{},"#, #""params":[],"#, #""jsonrpc":"2.0","#,
    #""method":"StartTimer","#, #""method":"ping","#, #""tag":"Work","#, #""at":"now","#,
    #""cursor":"x","#, #""requestState":"0","#, #""inputResponses":{},"#, #""uri":"file:///","#,
    #""progressToken":1,"#, #""protocolVersion":"2025-03-26","#, "\(meta),", "minuta://", "/",
    "%2e%2e", "StopTimer", "Summarize", "lastWeek", "99999999999999999999",
  ])
}
