/// Stores all habit data on a server with an HTTP API.
///
/// A change is sent in as few requests as possible, one after another. If one fails, the earlier
/// ones stay in effect, and the data on the server is still consistent.
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
    // Sends all requests even if the caller cancels meanwhile, so that the change isn't left half
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
