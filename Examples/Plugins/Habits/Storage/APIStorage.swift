/// Stores everything in an HTTP API.
///
/// A change is sent as the fewest requests, one after another. If one fails, those before it stay
/// done, and the data in the API is still consistent.
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
    // A started change is completed even if the caller cancels, because it can't be half done.
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
