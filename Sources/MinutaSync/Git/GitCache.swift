import Synchronization

/// Results of git that stay the same during a sync, so that it runs fewer processes.
final class GitCache: Sendable {
  private let changes = Mutex<[[String?]: [GitTreeChange]]>([:])
  private let bases = Mutex<[Set<String>: [String]]>([:])
  private let identity = Mutex<String?>(nil)
  private let isPartial = Mutex<Bool?>(nil)

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

  /// Returns the best common ancestors of two commits.
  func mergeBases(
    _ first: String,
    _ second: String,
    _ read: () async throws -> [String]
  ) async throws -> [String] {
    if let known = bases.withLock({ $0[[first, second]] }) { return known }
    let found = try await read()
    add(mergeBases: found, of: first, second)
    return found
  }

  /// Adds the common ancestors of two commits that another command of git has found.
  func add(mergeBases found: [String], of first: String, _ second: String) {
    bases.withLock { $0[[first, second]] = found }
  }

  /// Returns whether the repository may lack objects that its commits need.
  func isPartial(_ read: () async throws -> Bool) async throws -> Bool {
    if let known = isPartial.withLock({ $0 }) { return known }
    let found = try await read()
    isPartial.withLock { $0 = found }
    return found
  }

  /// Returns the user's identity.
  func identity(_ read: () async throws -> String) async throws -> String {
    if let known = identity.withLock({ $0 }) { return known }
    let found = try await read()
    identity.withLock { $0 = found }
    return found
  }
}
