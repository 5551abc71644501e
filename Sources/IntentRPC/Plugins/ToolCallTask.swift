import JSONText
import Synchronization

/// A call of a tool whose server may ask something before it answers.
final class ToolCallTask: Sendable {
  /// What comes next of it.
  enum Event: Sendable {
    case asks(JSONObject)
    case ended(Result<JSONObject, MCPServerError>)
  }

  typealias ReplyHandler = @Sendable (JSONValue) -> Void

  private struct CallState {
    /// What the server waits to be told; the first of it has been put.
    var questions: [(parameters: JSONObject, answer: ReplyHandler)] = []
    /// Whether the server has answered the call, so that no question can be part of it any more.
    var isAnswered = false
    var lastAnswer = ContinuousClock.now
  }

  /// Questions that may wait for the one before.
  private static let limit = 10

  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let state = Mutex(CallState())
  /// Apart from the rest, since whoever cancels holds what those who are told of events wait for.
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Begins the call.
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

  /// Waits for the next thing; whoever waits and is cancelled cancels the call.
  func next() async -> Event {
    await withTaskCancellationHandler {
      for await event in events {
        // A question that was open when the server answered is withdrawn.
        if case .asks = event, isAnswered { continue }
        return event
      }
      return .ended(.failure(.cancelled))
    } onCancel: {
      cancel()
    }
  }

  /// Puts a question of the server once those before it are answered.
  func enqueue(_ parameters: JSONObject, answer: @escaping ReplyHandler) {
    let isTaken = state.withLock { state in
      if state.isAnswered || state.questions.count > Self.limit { return false }
      state.questions.append((parameters, answer))
      if state.questions.count == 1 { continuation.yield(.asks(parameters)) }
      return true
    }
    if !isTaken { answer(Self.cancelledReply) }
  }

  /// Says something to the question that was put; does nothing where none is open.
  func answer(_ reply: JSONValue) {
    let answered = state.withLock { state -> ReplyHandler? in
      if state.questions.isEmpty { return nil }
      state.lastAnswer = .now
      defer { if let next = state.questions.first { continuation.yield(.asks(next.parameters)) } }
      return state.questions.removeFirst().answer
    }
    answered?(reply)
  }

  /// From when the server can be expected to go on; now, while it waits for an answer.
  var idleSince: ContinuousClock.Instant {
    state.withLock { $0.questions.isEmpty ? $0.lastAnswer : .now }
  }

  /// Whether the server has answered the call.
  var isAnswered: Bool { state.withLock { $0.isAnswered } }

  /// Notes that the server has answered, before anything that it says after it.
  func markAnswered() {
    state.withLock { $0.isAnswered = true }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }

  /// What a server is answered that nobody answers.
  private static let cancelledReply: JSONValue = ["action": "cancel"]
}
