import JSONText
import Synchronization

/// A tool call whose server may request user input (MCP: elicitation) before it responds.
final class ToolCallTask: Sendable {
  /// An event during a call: the server requests input, or the call ends.
  enum Event: Sendable {
    case elicitation(JSONObject)
    case ended(Result<JSONObject, MCPServerError>)
  }

  typealias ReplyHandler = @Sendable (JSONValue) -> Void

  private struct CallState {
    /// The server's unanswered requests for input; the caller is being prompted for the first one.
    var questions: [(parameters: JSONObject, answer: ReplyHandler)] = []
    /// Whether the server has responded to the call.
    ///
    /// Later requests for input then belong to other calls.
    var isAnswered = false
    var lastAnswer = ContinuousClock.now
  }

  /// The maximum number of requests for input that wait behind the current one.
  private static let limit = 10

  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let state = Mutex(CallState())
  /// The task that performs the call.
  ///
  /// It has a lock of its own to avoid a deadlock. Cancelling the task holds the task's lock, which
  /// a handler that holds the lock of `state` may be waiting for.
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Starts the tool call.
  init(
    _ body: @escaping @Sendable (_ run: ToolCallTask) async throws(MCPServerError) -> JSONObject
  ) {
    (events, continuation) = AsyncStream.makeStream()
    let task = Task { [self] in
      do throws(MCPServerError) {
        end(.success(try await body(self)))
      } catch {
        end(.failure(error))
      }
    }
    self.task.withLock { $0 = task }
  }

  private func end(_ result: Result<JSONObject, MCPServerError>) {
    let open = state.withLock { state in
      state.isAnswered = true
      defer { state.questions = [] }
      return state.questions
    }
    for question in open { question.answer(Self.cancelledReply) }
    continuation.yield(.ended(result))
    continuation.finish()
  }

  /// Waits for the call's next event.
  ///
  /// If the waiting task is cancelled, so is the call.
  func next() async -> Event {
    await withTaskCancellationHandler {
      for await event in events {
        // Ignore requests for input that are still open when the server has responded.
        if case .elicitation = event, isAnswered { continue }
        return event
      }
      return .ended(.failure(.cancelled))
    } onCancel: {
      cancel()
    }
  }

  /// Adds a server's request for input, which is shown once the earlier ones are answered.
  ///
  /// - Returns: False if the request can't be shown, so `answer` is never called.
  func enqueue(_ parameters: JSONObject, answer: @escaping ReplyHandler) -> Bool {
    state.withLock { state in
      if state.isAnswered || state.questions.count > Self.limit { return false }
      state.questions.append((parameters, answer))
      if state.questions.count == 1 { continuation.yield(.elicitation(parameters)) }
      return true
    }
  }

  /// Answers the current request for input; does nothing if there is none.
  func answer(_ reply: JSONValue) {
    let answered = state.withLock { state -> ReplyHandler? in
      if state.questions.isEmpty { return nil }
      state.lastAnswer = .now
      defer {
        if let next = state.questions.first { continuation.yield(.elicitation(next.parameters)) }
      }
      return state.questions.removeFirst().answer
    }
    answered?(reply)
  }

  /// The time since which the server has been idle.
  ///
  /// It isn't idle while one of its requests for input is open, so this is then the current time.
  var idleSince: ContinuousClock.Instant {
    state.withLock { $0.questions.isEmpty ? $0.lastAnswer : .now }
  }

  /// Whether the server has responded to the tool call.
  var isAnswered: Bool { state.withLock { $0.isAnswered } }

  /// Records that the server has responded, before its next message is handled.
  func markAnswered() {
    state.withLock { $0.isAnswered = true }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }

  /// The reply to a request for input that can't be shown to the user.
  static let cancelledReply: JSONValue = ["action": "cancel"]
}
