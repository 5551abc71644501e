import Foundation
package import MinutaCore
import SystemCalls

/// The state of a path that the user has chosen, or may choose, for the data folder.
package struct DataDirectoryStatus: Sendable, Equatable {
  package enum DirectoryCondition: Sendable, Equatable {
    /// Nothing exists at the path.
    case noFolder
    /// The path is a symbolic link whose target is missing.
    case deadLink
    /// The folder had data before, but the folder or all of its data is missing now.
    case gone
    case empty
    /// The folder isn't empty, but it doesn't contain any data of Minuta.
    case otherThings
    case store(StoreSummary)
    /// The path, or a parent directory in it, is something other than a folder.
    case notAFolder(at: String)
    case unreadable(reason: String)
  }

  /// The numbers of records and tags in a data folder, and the files that can't be read.
  package struct StoreSummary: Sendable, Equatable {
    package let records: Int
    /// The number of tags; nil if the tag list can't be read.
    package let tags: Int?
    package let skippedFiles: [SkippedFile]
  }

  package let state: DirectoryCondition
  /// The user ID of the folder's owner; nil if the current user owns it or it doesn't exist.
  package let foreignOwner: UInt32?

  /// Inspects a data folder without changing it.
  ///
  /// - Parameters:
  ///   - path: the folder's absolute path.
  ///   - machine: the name that identifies this machine in the folder.
  /// - Throws: errors of the registry. Any other problem becomes the resulting condition.
  package init(
    path: String,
    machine: String,
    registry: any DataDirectoryRegistry
  ) throws(TrackingError) {
    let status = try? FileStatus.of(path)
    let isForeign = status.map { $0.kind == .directory && $0.owner != User.current } ?? false
    foreignOwner = isForeign ? status?.owner : nil
    let found = Self.state(of: path, machine: machine)
    let wasRemoved = found.ignoresRegistry ? false : try registry.isRegistered(path)
    state = wasRemoved ? .gone : found
  }

  private static func state(of path: String, machine: String) -> DirectoryCondition {
    do {
      if let state = try stateWithoutStore(of: path, machine: machine) { return state }
      return .store(try content(of: DirectoryStore(path: path, machine: machine)))
    } catch let error as SystemError {
      return .unreadable(reason: error.reason)
    } catch TrackingError.storeUnreadable(_, let reason, _) {
      return .unreadable(reason: reason)
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }

  /// Returns the condition of a path that contains no data of Minuta; nil if the path contains
  /// data.
  private static func stateWithoutStore(
    of path: String,
    machine: String
  ) throws(SystemError) -> DirectoryCondition? {
    if let obstacle = try obstacle(to: path) { return .notAFolder(at: obstacle) }
    guard let names = try Directory.names(in: path) else {
      return try FileStatus.of(path, following: false) == nil ? .noFolder : .deadLink
    }
    let journal = Journal(folder: "\(path)/\(MachineFileLayout(machine: machine).folder)")
    if try DirectoryReader(root: path).hasData(journal: journal) { return nil }
    return names.isEmpty ? .empty : .otherThings
  }

  /// Returns the deepest existing part of a path if that part is not a folder, and nil otherwise.
  private static func obstacle(to path: String) throws(SystemError) -> String? {
    var current = path
    while true {
      if let status = try FileStatus.of(current) {
        return status.kind == .directory ? nil : current
      }
      guard let parent = Directory.parent(of: current) else { return nil }
      current = parent
    }
  }

  private static func content(of store: DirectoryStore) throws -> StoreSummary {
    try store.read { view in
      let records = try view.records(in: TimeRange(timeZone: .gmt), now: .distantPast)
      let tags = try view.tags()
      return StoreSummary(
        records: records.count,
        tags: tags.problem == nil ? tags.tags.count : nil,
        skippedFiles: view.skippedFiles()
      )
    }
  }
}

extension DataDirectoryStatus.DirectoryCondition {
  /// Whether the condition is never replaced by `gone`, even if the registry contains the folder.
  fileprivate var ignoresRegistry: Bool {
    switch self {
    case .noFolder, .deadLink, .empty, .otherThings: false
    case .gone, .store, .notAFolder, .unreadable: true
    }
  }
}
