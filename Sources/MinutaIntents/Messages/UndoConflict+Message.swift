import Foundation
import IntentKit
import MinutaCore

extension [UndoConflict] {
  /// Returns a sentence about the items that an undo leaves unchanged, and why.
  ///
  /// The sentence begins with a space; it is empty if there are no such items.
  func sentence(_ formatter: SentenceFormatter) -> String {
    let used = filter(\.isUsed).map { $0.name(formatter) }
    let taken = compactMap(\.nameConflict)
    let changed = filter { !$0.isUsed && $0.nameConflict == nil }.map { $0.name(formatter) }
    return Self.sentence(
      changed,
      "was changed later and is left as it is",
      "were changed later and are left as they are"
    )
      + Self.sentence(
        used,
        "is used by other records and is kept",
        "are used by other records and are kept"
      )
      + taken.map { " \($0.sentence)." }.joined()
  }

  private static func sentence(_ names: [String], _ one: String, _ several: String) -> String {
    if names.isEmpty { return "" }
    let more = names.count > 3 ? ["\(names.count - 3) more"] : []
    let list = (names.prefix(3) + more).joinedAsList
    return " \(list.capitalizingFirst) \(names.count == 1 ? one : several)."
  }
}

extension TagNameConflict {
  /// The reason why an undo can't restore the tag or its name, without a full stop.
  var sentence: String {
    let (name, other) = (tag.name.quoted, holder.name.quoted)
    let refusal =
      now.map { "The tag \($0.name.quoted) can't be renamed back to \(name)" }
      ?? "The tag \(name) can't be restored"
    return "\(refusal), because another tag is now named \(other)"
  }
}

extension UndoConflict {
  fileprivate var isUsed: Bool {
    if case .tagInUse = self { true } else { false }
  }

  fileprivate var nameConflict: TagNameConflict? {
    if case .nameConflict(let name) = self { name } else { nil }
  }

  /// The id of the record or tag in conflict, or the path of the file.
  var id: String {
    switch self {
    case .record(let tagged): tagged.record.id.uuidString
    case .tag(let tag), .tagInUse(let tag): tag.id.uuidString
    case .nameConflict(let name): name.tag.id.uuidString
    case .file(let path): path
    }
  }

  func name(_ formatter: SentenceFormatter) -> String {
    switch self {
    case .record(let tagged): formatter.record(tagged)
    case .tag(let tag), .tagInUse(let tag): "the tag \(tag.name.quoted)"
    case .nameConflict(let name): "the tag \(name.tag.name.quoted)"
    case .file(let path): path.quotedPath
    }
  }
}
