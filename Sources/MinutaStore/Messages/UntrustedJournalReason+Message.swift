import SystemCalls

extension UntrustedJournalReason {
  /// The reason why the journal can't be used, as part of a sentence.
  var reason: String {
    switch self {
    case .foreignOwner(let owner):
      "it has an unfinished change and belongs to \(User.called(owner))"
    case .isWritableByOthers: "it has an unfinished change and other users can write to it"
    case .foreignPath(let path, let sequence):
      "its unfinished entry \(sequence) contains '\(path)', which isn't in the data folder"
    }
  }

  /// The problem as part of a sentence whose subject is the journal.
  var problem: String {
    switch self {
    case .foreignOwner(let owner): "belongs to \(User.called(owner))"
    case .isWritableByOthers: "is writable by other users"
    case .foreignPath(let path, let sequence):
      "contains '\(path)' in entry \(sequence), which isn't in the data folder"
    }
  }

  /// Returns advice on how to remove the problem, as a whole sentence, and the commands for it.
  func remedy(for path: String) -> (sentence: String, commands: [String]) {
    let folder = (Directory.parent(of: path) ?? path).quotedForShell
    return switch self {
    case .foreignOwner(let owner): ("Run Minuta as \(User.called(owner)).", [])
    case .isWritableByOthers:
      ("If no other user has changed it, take away their access.", ["chmod -R go-w \(folder)"])
    case .foreignPath:
      (
        "If a newer version of Minuta wrote it, use that version; otherwise move the file out of the "
          + "data folder.", []
      )
    }
  }
}
