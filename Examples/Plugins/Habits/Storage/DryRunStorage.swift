/// The storage of a dry run: begins with the data of another storage and keeps changes in memory.
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
    // Prefers `self.data`: another task may have set and changed it during the read.
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

  /// Returns the changes since the last call of this method, and forgets them.
  func takeChanges() -> [HabitDataChange] {
    defer { changes = [] }
    return changes
  }
}
