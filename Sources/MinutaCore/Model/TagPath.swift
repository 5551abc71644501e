/// The path that a tag's name stands for: `Acme/Website` is `Website` below `Acme`.
///
/// Every `/` in a name separates two components. Blanks around a component don't count, and empty
/// components are skipped, so every stored name has a path. Paths that differ only in case are
/// equal.
package struct TagPath: Sendable {
  /// The components of the name, outermost first; at least one.
  package let components: [String]
  /// The case-folded components.
  private let keys: [String]

  private init(_ components: [String], _ keys: [String]) {
    self.components = components
    self.keys = keys
  }

  package init(_ name: String) {
    let name = TagName.normalized(name) ?? name
    let parts = Self.parts(of: name).compactMap(TagName.normalized)
    let components = parts.isEmpty ? [name] : parts
    self.init(components, components.map(TagName.folded))
  }

  /// The path as a name, without blanks around the components and without empty components.
  package var name: String { components.joined(separator: "/") }

  /// The path of the outermost levels.
  ///
  /// - Parameter levels: the maximum number of components, at least 1.
  package func prefix(_ levels: Int) -> TagPath {
    TagPath(Array(components.prefix(levels)), Array(keys.prefix(levels)))
  }

  /// The paths above this one, nearest first.
  var ancestors: [TagPath] { (1..<components.count).reversed().map(prefix) }

  package func isBelow(_ other: TagPath) -> Bool {
    keys.count > other.keys.count && keys.starts(with: other.keys)
  }

  package func isAtOrBelow(_ other: TagPath) -> Bool { keys.starts(with: other.keys) }

  /// Returns the path of something below `old` after `old` was renamed.
  func moved(from old: TagPath, to new: TagPath) -> TagPath {
    let levels = old.components.count
    return TagPath(
      new.components + components.dropFirst(levels),
      new.keys + keys.dropFirst(levels)
    )
  }

  /// Whether a `/` in the name has nothing before or after it, as in `Acme//Website` or `Acme/`.
  ///
  /// New tags can't have such a name.
  package static func hasEmptyComponent(_ name: String) -> Bool {
    hasSeparator(name) && parts(of: name).contains { TagName.normalized($0) == nil }
  }

  /// Whether the name has several levels, unless all but one are empty.
  static func hasSeparator(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "/")) }

  private static func parts(of name: String) -> [String] {
    name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}

extension TagPath: Hashable {
  package static func == (first: TagPath, second: TagPath) -> Bool { first.keys == second.keys }

  package func hash(into hasher: inout Hasher) { hasher.combine(keys) }
}
