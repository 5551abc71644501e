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
  /// Returns the filter for a tag and the tags below it: only for those below it if a `/` follows the
  /// name, and only for the tag itself if a `=` is before it.
  ///
  /// - Parameter readsSign: whether a `=` isn't a part of the name, as in a filter, where another
  ///   operator has it.
  package static func tagged(
    _ reference: TagReference,
    readsSign: Bool = true
  ) -> RecordFilter {
    guard case .name(let name) = reference else { return .tag(reference, .subtree) }
    if name.hasSuffix("/"), let outer = TagName.normalized(String(name.dropLast())) {
      return .tag(.name(outer), .below)
    }
    if readsSign, name.hasPrefix("="), let exact = TagName.normalized(String(name.dropFirst())) {
      return .tag(.name(exact), .exact)
    }
    return .tag(reference, .subtree)
  }
}
