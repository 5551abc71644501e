import Foundation
import IntentRPC
import JSONText
import MinutaTestSupport
import Synchronization
import SystemCalls
import Testing

@testable import minuta

/// Tests the complete `minuta rpc` with mutated input.
@Suite(.serialized, .timeLimit(.minutes(60))) struct RPCMutationTests {
  /// The number of streams after which a new store is used, so that the stores stay small.
  private static let streamsPerStore = 100

  @Test(arguments: [(Framing.newline, 5), (Framing.header, 6)] as [(Framing, UInt64)])
  func `F7 the complete server responds validly to mutated streams`(
    framing: Framing,
    number: UInt64
  ) async throws {
    let program = Program(environment: .ofCurrentProcess())
    var served = 0
    var server = try MutationTestServer(program)
    let mutator = RPCSeedStreams.mutator(framing, number)
    let run = try await FuzzTest("wire, \(framing)", mutator, sample: 250) { bytes in
      if served == Self.streamsPerStore {
        (server, served) = (try MutationTestServer(program), 0)
      }
      served += 1
      let stream = MutatedRPCStream(bytes, framing)
      let (code, output) = try await server.answer(to: stream.bytes)
      return try stream.isAccepted(code, output)
    }
    Attachment.record("\(run)", named: "wire-\(framing).txt")
  }
}

/// A server with its own store that serves one client after the other.
private final class MutationTestServer: Sendable {
  /// A weak reference to the handler of a server; it is nil once the server's tasks have ended.
  private struct WeakServer {
    weak var handler: IntentServer?
  }

  private let folder: TemporaryDirectory
  private let program: Program
  /// The continuations of the simulated change streams, which are finished after each client.
  private let ticks = Mutex<[AsyncStream<Void>.Continuation]>([])
  private var store: String { folder.path + "/store" }

  init(_ program: Program) throws {
    self.program = program
    folder = try TemporaryDirectory(isInMemory: true)
  }

  /// Runs the server on the bytes as its whole input, and returns its exit code and output.
  ///
  /// The bytes must fit into a socket buffer, because they are written before the server starts to
  /// read.
  func answer(to bytes: [UInt8]) async throws -> (code: Int32, output: [UInt8]) {
    var input: [CInt] = [-1, -1]
    // Closes the socket in child processes: a child of another test that inherited it would keep
    // the input open.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socketpair(AF_UNIX, kind, 0, &input)
    defer { close(input[0]) }
    try writeAll(input[1], path: nil, bytes)
    close(input[1])
    // Collects the output in a file, because a full pipe or socket would block the server.
    let output = open(folder.path + "/output", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(output) }
    let (code, weakServer) = try await serve(input[0], output)
    // Finishes the change streams, because an open one keeps the client's connection in memory.
    for tick in ticks.withLock({ $0 }) { tick.finish() }
    ticks.withLock { $0 = [] }
    try await wait(for: "end of what the server began") {
      await Task.yield()
      return weakServer.handler == nil
    }
    lseek(output, 0, SEEK_SET)
    var said: [UInt8] = []
    while case let chunk = try readOnce(output, path: nil, atMost: 64 << 10), !chunk.isEmpty {
      said += chunk
    }
    return (code, said)
  }

  private func serve(
    _ input: CInt,
    _ output: CInt
  ) async throws -> (code: Int32, weakServer: WeakServer) {
    let handler = await IntentServer(
      try await program.engine(GlobalFlags(store: store), isLongRunning: true),
      as: ServerInfo(name: "minuta", version: "1"),
      changes: ChangeEventSource(now: { Date() }, timeZone: .gmt) { [weak self] in
        let (stream, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        tick.yield()
        self?.ticks.withLock { $0.append(tick) }
        return [stream]
      },
      pageSize: 2
    )
    let server = RPCServer(
      handler: handler,
      streams: StandardStreams(input: input, output: output),
      timeout: .seconds(600),
      drainTimeout: .seconds(120)
    )
    return (await server.run(), WeakServer(handler: handler))
  }
}
