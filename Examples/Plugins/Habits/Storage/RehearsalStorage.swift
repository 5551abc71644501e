/// A storage that begins with what another keeps and changes nothing but its own memory.
actor RehearsalStorage: StorageProtocol {
  private let base: any StorageProtocol
  private var book: Book?
  private var changes: [BookChange] = []

  init(over base: any StorageProtocol) {
    self.base = base
  }

  func read() async throws -> Book {
    if let book { return book }
    let read = try await base.read()
    // Somebody else may have read it meanwhile, and changed it.
    let book = self.book ?? read
    self.book = book
    return book
  }

  func change<Result: Sendable>(
    _ body: @Sendable (inout Book) throws -> Result
  ) async throws -> Result {
    _ = try await read()
    let before = book ?? Book()
    var after = before
    let result = try body(&after)
    changes += BookChange.changes(from: before, to: after)
    book = after
    return result
  }

  /// What was changed since this was last asked.
  func takeChanges() -> [BookChange] {
    defer { changes = [] }
    return changes
  }
}
