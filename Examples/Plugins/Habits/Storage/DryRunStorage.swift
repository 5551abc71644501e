/// A storage that begins with what another keeps and changes nothing but its own memory.
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
    // Somebody else may have read it meanwhile, and changed it.
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

  /// What was changed since this was last asked.
  func takeChanges() -> [HabitDataChange] {
    defer { changes = [] }
    return changes
  }
}
