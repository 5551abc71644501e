import JSONText
import Synchronization

/// A call of a tool whose server may ask something before it answers.
final class ToolRun: Sendable {
  /// What comes next of it.
  enum Event: Sendable {
    case asks(JSONObject)
    case ended(Result<JSONObject, ServerError>)
  }

  private struct State {
    var task: Task<Void, Never>?
    var asking: CheckedContinuation<JSONValue, Never>?
  }

  private let events: AsyncStream<Event>
  private let told: AsyncStream<Event>.Continuation
  private let state = Mutex(State())

  /// Begins the call.
  init(_ body: @escaping @Sendable () async throws(ServerError) -> JSONObject) {
    (events, told) = AsyncStream.makeStream()
    let task = Task { [told] in
      do throws(ServerError) {
        told.yield(.ended(.success(try await body())))
      } catch {
        told.yield(.ended(.failure(error)))
      }
      told.finish()
    }
    state.withLock { $0.task = task }
  }

  /// Waits for the next thing; whoever waits and is cancelled cancels the call.
  func next() async -> Event {
    await withTaskCancellationHandler {
      for await event in events { return event }
      return .ended(.failure(.cancelled))
    } onCancel: {
      cancel()
    }
  }

  /// Puts a question of the server, and waits for what is said to it.
  func ask(_ parameters: JSONObject) async -> JSONValue {
    await withCheckedContinuation { continuation in
      // One question at a time: the one before is not answered any more.
      state.withLock { state in
        let former = state.asking
        state.asking = continuation
        return former
      }?.resume(returning: Self.withdrawn)
      told.yield(.asks(parameters))
    }
  }

  /// Says something to the question; does nothing where none is open.
  func answer(_ reply: JSONValue) {
    state.withLock { state in
      defer { state.asking = nil }
      return state.asking
    }?.resume(returning: reply)
  }

  func cancel() {
    answer(Self.withdrawn)
    state.withLock { $0.task }?.cancel()
  }

  /// What a server is answered that nobody answers.
  static let withdrawn: JSONValue = ["action": "cancel"]
}
