import Foundation
import IntentRPC
import MinutaTestSupport
import SystemCalls

/// A server inside the test process, connected by two socket pairs.
///
/// Child processes don't inherit the sockets.
struct InProcessServer {
  private struct Ends {
    let reading: CInt
    let writing: CInt

    init(flags: CInt) {
      var ends: [CInt] = [-1, -1]
      socketpair(
        AF_UNIX,
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags,
        0,
        &ends
      )
      (reading, writing) = (ends[0], ends[1])
    }
  }

  private let input: Ends
  private let output: Ends
  private let isOutputOpen: Bool
  private let serving: Task<(code: Int32, flags: [CInt]), Never>

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - blocks: whether the server's file descriptors are in blocking mode.
  ///   - timeout: how long the client may leave the server's output unread.
  ///   - drainTimeout: how long the server waits at the end of its input for a request to finish.
  init(
    _ handler: any RPCHandler,
    blocks: Bool = true,
    isOutputOpen: Bool = true,
    timeout: Duration = .seconds(600),
    drainTimeout: Duration = .seconds(120)
  ) {
    Signals.ignoreWriteSignals()
    let flags = blocks ? 0 : CInt(SOCK_NONBLOCK.rawValue)
    let (input, output) = (Ends(flags: flags), Ends(flags: flags))
    if !isOutputOpen { close(output.reading) }
    (self.input, self.output, self.isOutputOpen) = (input, output, isOutputOpen)
    serving = Task {
      let ends = [input.reading, output.writing]
      let code = await RPCServer(
        handler: handler,
        streams: StandardStreams(input: ends[0], output: ends[1]),
        timeout: timeout,
        drainTimeout: drainTimeout
      ).run()
      let flags = ends.map { fcntl($0, F_GETFL) }
      close(output.writing)
      return (code, flags)
    }
  }

  /// The file status flags of the server's two descriptors, after the server has ended.
  var flags: [CInt] {
    get async { await serving.value.flags }
  }

  /// The connection to the server for a client that sends and receives single messages.
  var transport: RPCTestClient.Transport {
    RPCTestClient.Transport(
      write: { try writeAll(input.writing, path: nil, $0) },
      read: { try readOnce(output.reading, path: nil, atMost: 64 << 10) },
      closeInput: { shutdown(input.writing, Int32(SHUT_WR)) },
      waitForEnd: {
        let code = await serving.value.code
        for end in [input.reading, input.writing, output.reading] { close(end) }
        return code
      }
    )
  }

  /// Sends bytes and closes the input, without reading the server's output.
  ///
  /// - Returns: The exit code of the server.
  func sendWithoutReading(_ bytes: [UInt8]) async -> Int32 {
    async let sent: Void = Self.send(bytes, to: input.writing)
    let code = await serving.value.code
    await sent
    // A thread of the server may still be reading the input. Don't close that descriptor: another
    // file could get its number.
    close(output.reading)
    return code
  }

  /// Sends bytes, closes the input, and reads the server's output until it ends.
  ///
  /// - Parameter step: the maximum number of bytes to read at a time.
  func finish(
    _ bytes: [UInt8] = [],
    readingBy step: Int = 64 << 10
  ) async -> (code: Int32, output: [UInt8]) {
    async let sent: Void = Self.send(bytes, to: input.writing)
    async let received = isOutputOpen ? Self.rest(of: output.reading, by: step) : []
    let code = await serving.value.code
    // If the server ended early, read the rest of its input, so that sending doesn't block.
    _ = await Self.rest(of: input.reading)
    await sent
    let output = await received
    // If the output is closed, the server ends early, and its thread may still be reading the
    // input. Don't close that descriptor then: another file could get its number.
    if isOutputOpen {
      close(input.reading)
      close(self.output.reading)
    }
    return (code, output)
  }

  func finish(_ text: String) async -> (code: Int32, output: String) {
    let (code, output) = await finish(Array(text.utf8))
    return (code, String(decoding: output, as: UTF8.self))
  }

  @concurrent
  private static func send(_ bytes: [UInt8], to end: CInt) async {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        try? writeAll(end, path: nil, bytes)
        close(end)
        done.resume()
      }
    }
  }

  @concurrent
  private static func rest(of end: CInt, by step: Int = 64 << 10) async -> [UInt8] {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        var bytes: [UInt8] = []
        while true {
          do throws(SystemError) {
            let chunk = try readOnce(end, path: nil, atMost: step)
            if chunk.isEmpty { break }
            bytes += chunk
          } catch {
            guard error.code == EAGAIN, (try? wait(for: CInt(POLLIN), on: end)) != nil else {
              break
            }
          }
        }
        done.resume(returning: bytes)
      }
    }
  }
}
