import MinutaCore
import SystemCalls

/// Why nothing that a journal has committed and not finished may be finished.
///
/// A journal that another user can write could have this user's next call write any file of the store.
enum UntrustedJournalReason: Equatable {
  case foreignOwner(UInt32)
  /// One of its files, or its folder, can be written by the group or by everybody.
  case isWritableByOthers
  /// An entry names a path that no entry of ours names.
  case foreignPath(path: String, sequence: Int)

  /// - Parameters:
  ///   - entries: those that are open.
  ///   - places: the status of the journal's folder and of each of its files, since what the open
  ///     entries change may have to be looked up in those before.
  init?(of entries: [JournalEntry], in places: [FileStatus]) {
    if let place = places.first(where: { $0.owner != User.current }) {
      self = .foreignOwner(place.owner)
    } else if places.contains(where: { $0.permissions & 0o022 != 0 }) {
      self = .isWritableByOthers
    } else if let entry = entries.first(where: { $0.refusedPath != nil }) {
      self = .foreignPath(path: entry.refusedPath ?? "", sequence: entry.sequence)
    } else {
      return nil
    }
  }

  /// The reason as part of a sentence.
  var reason: String {
    switch self {
    case .foreignOwner(let owner):
      "it has an unfinished change and belongs to \(User.called(owner)); "
        + "'minuta doctor' names the remedy"
    case .isWritableByOthers:
      "it has an unfinished change and other users can write it; 'minuta doctor' names the remedy"
    case .foreignPath(let path, let sequence):
      "its unfinished entry \(sequence) names '\(path)', which is no file of this folder; "
        + "'minuta doctor' names the remedy"
    }
  }
}

extension JournalEntry {
  /// The first path in it that no entry of ours names, so that nothing of it is done or undone.
  ///
  /// - Parameter machine: the folder of the machine whose journal it is, within the store.
  func refusedPath(in machine: String) -> String? {
    let paths = files.map(\.path) + moves.flatMap { [$0.from, $0.to] }
    return paths.first { !Self.isAllowedPath($0, in: machine) }
  }

  private static func isAllowedPath(_ path: String, in machine: String) -> Bool {
    guard StoreLayout.isPlainPath(path) else { return false }
    if path.hasPrefix("\(StoreLayout.records)/") || path.hasPrefix("\(machine)/trash/") {
      return true
    }
    // Beside the tags lie the copies that a sync makes, and ours while they are written.
    let isIgnoreFile = [".stignore", ".gitignore"].contains(path)
    return StoreLayout.folder(ofFile: path).isEmpty
      && (path == StoreLayout.tags || StoreLayout.isTagsCopy(path) || isIgnoreFile
        || StagedImage.isStagingPath(path))
  }
}
