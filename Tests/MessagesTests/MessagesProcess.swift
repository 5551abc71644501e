import Foundation
import JSONText
import MinutaTestSupport
import Synchronization
import SystemCalls

/// A running process of the Messages program, and the messages that it has written.
final class MessagesProcess: Sendable {
  private final class OutputReader: Sendable {
    let state = Mutex<(messages: [JSONValue], hasEnded: Bool)>(([], false))

    func readOutput(of child: ChildProcess) {
      var unread: [UInt8] = []
      while let chunk = try? child.readOutput(), !chunk.isEmpty {
        unread += chunk
        while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
          // Output that isn't JSON becomes a message that no test waits for.
          let message = (try? JSONValue(parsing: Array(unread[..<end]))) ?? .null
          unread.removeSubrange(...end)
          state.withLock { $0.messages.append(message) }
        }
      }
      state.withLock { $0.hasEnded = true }
    }
  }

  let child: ChildProcess
  private let outputReader = OutputReader()
  private let isInputOpen = Mutex(true)

  /// Starts the program.
  ///
  /// - Parameter before: a command that wraps the program, such as one that mounts a disk.
  init(
    _ folder: String,
    as name: String,
    under before: [String] = [],
    environment: [String: String] = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"]
  ) throws {
    Signals.ignoreWriteSignals()
    let words = before + [TestPrograms.built("Messages"), "--folder", folder, "--as", name]
    child = try ChildProcess(words[0], Array(words.dropFirst()), environment: environment)
    Thread.detachNewThread { [outputReader, child] in outputReader.readOutput(of: child) }
  }

  /// Closes the input, which ends the process, in case a test didn't call `finish()`.
  deinit {
    closeInput()
  }

  private func closeInput() {
    let isOpen = isInputOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if isOpen { child.closeInput() }
  }

  /// All messages received from the process so far.
  var messages: [JSONValue] { outputReader.state.withLock { $0.messages } }

  /// Whether the process has closed its output.
  var hasEnded: Bool { outputReader.state.withLock { $0.hasEnded } }

  /// Sends requests to the process in one write; one without an id is a notification.
  func send(_ requests: (id: JSONValue?, method: String, params: JSONValue)...) throws {
    try send(requests)
  }

  func send(_ requests: [(id: JSONValue?, method: String, params: JSONValue)]) throws {
    let lines = requests.flatMap { id, method, params in
      var request: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": params]
      request["id"] = id
      return JSONValue.object(request).bytes() + [UInt8(ascii: "\n")]
    }
    try child.write(lines)
  }

  /// Waits for the first message that matches, and returns it.
  func first(_ what: String, where matches: (JSONValue) -> Bool) async throws -> JSONValue {
    var found: JSONValue?
    try await wait(for: "\(what) in \(messages.suffix(5))") {
      found = messages.first(where: matches)
      return found != nil
    }
    return found ?? .null
  }

  /// Sends a request and returns its response.
  func request(_ id: JSONValue, _ method: String, _ params: JSONValue) async throws -> JSONValue {
    try send((id, method, params))
    return try await first("reply to \(id)") { $0["id"] == id }
  }

  /// Closes the input, waits for the process to exit, and returns the exit code.
  func finish() async throws -> Int32 {
    closeInput()
    try await wait(for: "end") { hasEnded }
    var status: Int32 = 0
    while waitpid(child.id, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}
