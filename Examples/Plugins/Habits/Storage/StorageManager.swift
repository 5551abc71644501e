import Foundation

/// Holds the storage that is in use.
struct StorageManager: Sendable {
  let active: any StorageProtocol
  /// Begins to tell what changes there, whoever changes it; nil where it does not tell.
  let changes: (@Sendable () throws(HabitsError) -> AsyncStream<Void>)?

  init(
    _ storage: any StorageProtocol,
    changes: (@Sendable () throws(HabitsError) -> AsyncStream<Void>)? = nil
  ) {
    active = storage
    self.changes = changes
  }

  /// Takes the storage that was chosen.
  ///
  /// - Parameter environment: what a program that it starts may see; the token is not for it.
  init(_ choice: StorageOptions, environment: [String: String]) {
    switch choice {
    case .file(let path):
      let storage = FileStorage(path: path)
      self.init(storage) { () throws(HabitsError) in try storage.watcher.changes() }
    case .api(let url, let token):
      let environment = environment.filter { $0.key != StorageOptions.tokenVariable }
      let curl = CurlTransport(token: token, environment: environment)
      self.init(APIStorage(api: APIClient(curl, at: url)))
    }
  }
}
