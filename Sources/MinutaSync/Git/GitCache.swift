import Synchronization

/// The settings of git about the user and the repository.
struct GitConfiguration: Sendable {
  /// The name and e-mail address of the committer, as in `Anna <anna@example.org>`.
  var identity = "Minuta <minuta@localhost>"
  /// Whether the repository may lack objects that its commits need.
  var isPartial = false
}

/// Results of git that stay the same during a sync, so that it runs fewer processes.
final class GitCache: Sendable {
  private let changes = Mutex<[[String?]: [GitTreeChange]]>([:])
  private let bases = Mutex<[Set<String>: [String]]>([:])
  private let configuration = Mutex<GitConfiguration?>(nil)

  /// Returns the files that differ between two commits, which don't change.
  func changes(
    from base: String?,
    to commit: String,
    _ read: () async throws -> [GitTreeChange]
  ) async throws -> [GitTreeChange] {
    if let known = changes.withLock({ $0[[base, commit]] }) { return known }
    let found = try await read()
    changes.withLock { $0[[base, commit]] = found }
    return found
  }

  /// Adds the files that differ between two commits, as the writer of the later one knows them.
  func add(changes found: [GitTreeChange], from base: String, to commit: String) {
    changes.withLock { $0[[base, commit]] = found }
  }

  /// Returns the best common ancestors of two commits.
  func mergeBases(
    _ first: String,
    _ second: String,
    _ read: () async throws -> [String]
  ) async throws -> [String] {
    if let known = bases.withLock({ $0[[first, second]] }) { return known }
    let found = try await read()
    bases.withLock { $0[[first, second]] = found }
    return found
  }

  /// Returns git's configuration.
  func configuration(
    _ read: () async throws -> GitConfiguration
  ) async throws -> GitConfiguration {
    if let known = configuration.withLock({ $0 }) { return known }
    let found = try await read()
    configuration.withLock { $0 = found }
    return found
  }
}
