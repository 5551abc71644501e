/// The tags that a condition with a tag's name selects, since the name may be a path.
package enum TagScope: Sendable, Hashable {
  /// The tag itself: `tag:=Acme`.
  case exact
  /// The tag and all tags below it: `tag:Acme`.
  case subtree
  /// All tags below the name: `tag:Acme/`.
  case below
}

extension RecordFilter {
  /// Returns the filter for a tag and the tags below it, or only for those below it if a `/` follows
  /// the name.
  package static func tagged(_ reference: TagReference) -> RecordFilter {
    guard
      case .name(let name) = reference, name.hasSuffix("/"),
      let outer = TagName.normalized(String(name.dropLast()))
    else { return .tag(reference, .subtree) }
    return .tag(.name(outer), .below)
  }
}
