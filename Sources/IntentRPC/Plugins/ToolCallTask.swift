import JSONText
import Synchronization

/// A tool call whose server may send elicitations before it responds.
final class ToolCallTask: Sendable {
  /// The next event of a call.
  enum Event: Sendable {
    case elicitation(JSONObject)
    case ended(Result<JSONObject, MCPServerError>)
  }

  typealias ReplyHandler = @Sendable (JSONValue) -> Void

  private struct CallState {
    /// The server's unanswered elicitations; the first one has been presented.
    var questions: [(parameters: JSONObject, answer: ReplyHandler)] = []
    /// Whether the server has responded to the call, so later elicitations can't belong to it.
    var isAnswered = false
    var lastAnswer = ContinuousClock.now
  }

  /// The maximum number of elicitations that wait behind the current one.
  private static let limit = 10

  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let state = Mutex(CallState())
  /// Separate from `state` to avoid a deadlock: cancelling holds a lock that event handlers need.
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Starts the call.
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

  /// Waits for the next event.
  ///
  /// Cancelling the waiting task cancels the call.
  func next() async -> Event {
    await withTaskCancellationHandler {
      for await event in events {
        // The server's response withdraws its open elicitations.
        if case .elicitation = event, isAnswered { continue }
        return event
      }
      return .ended(.failure(.cancelled))
    } onCancel: {
      cancel()
    }
  }

  /// Presents an elicitation after the earlier ones are answered.
  func enqueue(_ parameters: JSONObject, answer: @escaping ReplyHandler) {
    let isTaken = state.withLock { state in
      if state.isAnswered || state.questions.count > Self.limit { return false }
      state.questions.append((parameters, answer))
      if state.questions.count == 1 { continuation.yield(.elicitation(parameters)) }
      return true
    }
    if !isTaken { answer(Self.cancelledReply) }
  }

  /// Answers the current elicitation; does nothing if there is none.
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

  /// The start of the server's idle time: the time of the last answer, or now while an elicitation
  /// is open.
  var idleSince: ContinuousClock.Instant {
    state.withLock { $0.questions.isEmpty ? $0.lastAnswer : .now }
  }

  /// Whether the server has responded to the call.
  var isAnswered: Bool { state.withLock { $0.isAnswered } }

  /// Records the server's response, before any later message is handled.
  func markAnswered() {
    state.withLock { $0.isAnswered = true }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }

  /// The reply to an elicitation that can't be presented.
  private static let cancelledReply: JSONValue = ["action": "cancel"]
}
