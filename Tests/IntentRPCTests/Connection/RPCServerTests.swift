import Foundation
import IntentRPC
import JSONText
import Synchronization
import SystemCalls
import Testing

@Suite(.timeLimit(.minutes(10))) struct RPCServerTests {
  private let recorder = RecordingHandler()

  private func request(_ id: Int, method: String = "nothing") -> String {
    #"{"jsonrpc":"2.0","method":"\#(method)","id":\#(id)}"#
  }

  private func success(_ id: Int) -> String { #"{"jsonrpc":"2.0","result":null,"id":\#(id)}"# }

  @Test(arguments: ["", " \n\r\n"])
  func `an input without a message has no response`(input: String) async {
    #expect(await InProcessServer(recorder).finish(input) == (0, ""))
  }

  @Test func `A7 messages of 12 MiB are sent and received`() async {
    let text = String(repeating: "é", count: 6 << 20)
    let call = #"{"jsonrpc":"2.0","method":"echo","params":["\#(text)"],"id":1}"#
    let input = "Content-Length: \(call.utf8.count)\r\n\r\n\(call)"
    let body = #"{"jsonrpc":"2.0","result":["\#(text)"],"id":1}"#
    let (code, output) = await InProcessServer(recorder).finish(input)
    #expect(code == 0)
    #expect(output == "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  @Test func `A7 a slow reader receives 16 simultaneous responses of 1 MiB intact`() async throws {
    let input = (0..<16).map { request($0) + "\n" }.joined()
    let (code, output) = await InProcessServer(SimultaneousReplyHandler(count: 16)).finish(
      Array(input.utf8),
      readingBy: 512
    )
    #expect(code == 0)
    let replies = try output.split(separator: UInt8(ascii: "\n")).map {
      try JSONValue(parsing: Array($0))
    }
    #expect(Set(replies.map { $0["id"] }) == Set((0..<16).map { .number(JSONNumber($0)) }))
    #expect(
      replies.allSatisfy { $0["result"] == $0["id"]?.integer.map(SimultaneousReplyHandler.payload) }
    )
  }

  @Test func `a closed output ends the server`() async {
    let connection = InProcessServer(recorder, isOutputOpen: false)
    let (code, _) = await connection.finish(request(1) + "\n" + request(2) + "\n")
    #expect(code == 1)
  }

  @Test(arguments: [1, 20])
  func `A8 the server ends if the client never reads`(replies: Int) async {
    let connection = InProcessServer(LargeReplyHandler(), timeout: .milliseconds(100))
    let requests = (0..<replies).map { request($0) + "\n" }.joined()
    #expect(await connection.sendWithoutReading(Array(requests.utf8)) == 1)
  }

  @Test func `A11 non-blocking descriptors work and keep their flags`() async {
    let connection = InProcessServer(recorder, blocks: false)
    let text = String(repeating: "x", count: 1 << 20)
    let call = #"{"jsonrpc":"2.0","method":"echo","params":["\#(text)"],"id":1}"#
    let (code, output) = await connection.finish(call)
    #expect(code == 0)
    #expect(output == #"{"jsonrpc":"2.0","result":["\#(text)"],"id":1}"# + "\n")
    #expect(await connection.flags.allSatisfy { $0 & O_NONBLOCK != 0 })
  }

  @Test func `an unreadable input is an error`() async throws {
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    let streams = StandardStreams(input: folder, output: -1)
    #expect(await RPCServer(handler: recorder, streams: streams).run() == 1)
  }
}

/// A handler that waits for `count` requests, then answers all of them at once with 1 MiB each.
private final class SimultaneousReplyHandler: RPCHandler {
  let acceptsBatches = true
  private let missing: Mutex<(count: Int, waiting: [CheckedContinuation<Void, Never>])>

  init(count: Int) {
    missing = Mutex((count, []))
  }

  static func payload(of number: Int) -> JSONValue {
    .string(String(repeating: String(number, radix: 16), count: 1 << 20))
  }

  func handle(_ request: RPCRequest, on connection: RPCConnection) -> RPCHandlerResult {
    .task(
      RPCTask(.unordered) { [self] _ in
        await withCheckedContinuation { continuation in
          let ready = missing.withLock { missing in
            missing.count -= 1
            missing.waiting.append(continuation)
            return missing.count == 0 ? missing.waiting : []
          }
          for continuation in ready { continuation.resume() }
        }
        return Self.payload(of: request.id?.integer ?? 0)
      }
    )
  }
}

/// A handler that answers each request with 1 MiB.
private struct LargeReplyHandler: RPCHandler {
  let acceptsBatches = true

  func handle(_ request: RPCRequest, on connection: RPCConnection) -> RPCHandlerResult {
    .answer(.string(String(repeating: "x", count: 1 << 20)))
  }
}
