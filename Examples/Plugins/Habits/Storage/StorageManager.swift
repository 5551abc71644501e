import Foundation

/// Holds the storage that is in use.
struct StorageManager: Sendable {
  let active: any StorageProtocol

  init(_ storage: any StorageProtocol) {
    active = storage
  }

  /// Takes the storage that was chosen.
  ///
  /// - Parameter environment: what a program that it starts may see; the token is not for it.
  init(_ choice: StorageChoice, environment: [String: String]) {
    switch choice {
    case .file(let path): self.init(FileStorage(path: path))
    case .api(let url, let token):
      let environment = environment.filter { $0.key != StorageChoice.tokenVariable }
      let curl = Curl(token: token, environment: environment)
      self.init(APIStorage(api: APIClient(curl, at: url)))
    }
  }
}
