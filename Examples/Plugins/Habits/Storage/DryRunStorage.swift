/// A storage that starts with another's data and changes only its own memory.
actor DryRunStorage: StorageProtocol {
  private let base: any StorageProtocol
  private var data: HabitData?
  private var changes: [HabitDataChange] = []

  init(over base: any StorageProtocol) {
    self.base = base
  }

  func read() async throws -> HabitData {
    if let data { return data }
    let read = try await base.read()
    // Another task may have read and changed the data in the meantime.
    let data = self.data ?? read
    self.data = data
    return data
  }

  func change<Result: Sendable>(
    _ body: @Sendable (inout HabitData) throws -> Result
  ) async throws -> Result {
    _ = try await read()
    let before = data ?? HabitData()
    var after = before
    let result = try body(&after)
    changes += HabitDataChange.changes(from: before, to: after)
    data = after
    return result
  }

  /// Returns and clears the changes since the last call.
  func takeChanges() -> [HabitDataChange] {
    defer { changes = [] }
    return changes
  }
}
