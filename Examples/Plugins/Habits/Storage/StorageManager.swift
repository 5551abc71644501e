import Foundation
import IntentKit

/// The storage in use, and the function that watches it for changes.
struct StorageManager: Sendable {
  let active: any StorageProtocol
  /// Starts watching the storage for changes; nil if it can't be watched.
  let changes: (@Sendable () throws(Failure) -> AsyncStream<Void>)?

  init(
    _ storage: any StorageProtocol,
    changes: (@Sendable () throws(Failure) -> AsyncStream<Void>)? = nil
  ) {
    active = storage
    self.changes = changes
  }

  /// Creates the storage that the options choose.
  ///
  /// - Parameter environment: the variables for child processes; the access token is removed from them.
  init(_ choice: StorageOptions, environment: [String: String]) {
    switch choice {
    case .file(let path):
      let storage = FileStorage(path: path)
      self.init(storage) { () throws(Failure) in try storage.changes() }
    case .api(let url, let token):
      let environment = environment.filter { $0.key != StorageOptions.tokenVariable }
      let curl = CurlTransport(token: token, environment: environment)
      self.init(APIStorage(api: APIClient(curl, at: url)))
    }
  }
}
