/// Keeps everything in an HTTP API.
///
/// A change is sent as the smallest requests that make it, one after another. Where one of them
/// fails, those before it stay done; what then stands there is whole all the same.
struct APIStorage: StorageProtocol {
  private let api: APIClient

  init(api: APIClient) {
    self.api = api
  }

  func read() async throws -> HabitData {
    try await mappingErrors {
      async let profile = api.profile()
      async let areas = api.areas()
      async let habits = api.habits()
      async let badHabits = api.badHabits()
      return HabitData(
        profile: try await profile,
        areas: try await areas,
        habits: try await habits,
        badHabits: try await badHabits
      )
    }
  }

  func change<Result: Sendable>(
    _ body: @Sendable (inout HabitData) throws -> Result
  ) async throws -> Result {
    let before = try await read()
    var after = before
    let result = try body(&after)
    let changes = HabitDataChange.changes(from: before, to: after)
    try Task.checkCancellation()
    // What has begun is finished, also where nobody waits for it any more, since it cannot be half
    // done.
    try await Task {
      try await mappingErrors { for change in changes { try await api.apply(change) } }
    }.value
    return result
  }

  private func mappingErrors<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    do {
      return try await body()
    } catch let failure as APIError {
      throw HabitsError.api(failure)
    }
  }
}
