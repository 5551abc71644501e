import Foundation
package import MinutaCore
import SystemCalls

/// What is found where a store is, or is to be.
package struct DataDirectoryStatus: Sendable, Equatable {
  package enum Condition: Sendable, Equatable {
    /// Nothing has the name.
    case noFolder
    /// A link has the name, and what it leads to is not there.
    case deadLink
    /// Data was there before, and neither the folder nor a part of the data is there now.
    case gone
    case empty
    /// There is something, and nothing of it is a store's.
    case otherThings
    case store(StoreSummary)
    /// Something on the way, or at its end, is no folder.
    case notAFolder(at: String)
    case unreadable(reason: String)
  }

  /// What a store holds.
  package struct StoreSummary: Sendable, Equatable {
    package let records: Int
    /// Nil where the tags cannot be read.
    package let tags: Int?
    package let setAside: [SkippedFile]
  }

  package let state: Condition
  /// The number of the user that the folder belongs to, where that is another than this one.
  package let foreignOwner: UInt32?

  /// Looks at a folder, and changes nothing.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - machine: as the store has it.
  /// - Throws: What the memory throws; all else is an answer.
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

  private static func state(of path: String, machine: String) -> Condition {
    do {
      if let state = try stateWithoutStore(of: path, machine: machine) { return state }
      return .store(try content(of: DirectoryStore(path: path, machine: machine)))
    } catch let error as SystemError {
      return .unreadable(reason: error.reason)
    } catch TrackingError.storeUnreadable(_, let reason) {
      return .unreadable(reason: reason)
    } catch {
      return .unreadable(reason: "\(error)")
    }
  }

  /// What is there instead of a store; nil where there is one.
  private static func stateWithoutStore(
    of path: String,
    machine: String
  ) throws(SystemError) -> Condition? {
    if let obstacle = try obstacle(to: path) { return .notAFolder(at: obstacle) }
    guard let names = try Directory.names(in: path) else {
      return try FileStatus.of(path, following: false) == nil ? .noFolder : .deadLink
    }
    let journal = Journal(folder: "\(path)/\(MachineLayout(machine: machine).folder)")
    if try DirectoryReader(root: path).hasData(journal: journal) { return nil }
    return names.isEmpty ? .empty : .otherThings
  }

  /// The last thing on the way to a path that is there, if that is no folder.
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
        setAside: view.skippedFiles()
      )
    }
  }
}

extension DataDirectoryStatus.Condition {
  /// Whether it makes no difference that data was there before.
  fileprivate var ignoresRegistry: Bool {
    switch self {
    case .noFolder, .deadLink, .empty, .otherThings: false
    case .gone, .store, .notAFolder, .unreadable: true
    }
  }
}
