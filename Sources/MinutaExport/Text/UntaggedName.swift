/// The name that a file has in place of the tag of records without one.
///
/// A tag with this name gets a `_` at its end, and so does one that ends in such a `_` already.
enum UntaggedName {
  private static let text = "untagged"

  /// Returns the path that a file has for a tag's path.
  static func written(_ path: [String]) -> [String] {
    if path.isEmpty { return [text] }
    return isReserved(path) ? [path[0] + "_"] : path
  }

  /// Returns the path of a tag, which is empty for no tag, from the path in a file.
  static func read(_ path: [String]) -> [String] {
    if path == [text] { return [] }
    return isReserved(path) ? [String(path[0].dropLast())] : path
  }

  private static func isReserved(_ path: [String]) -> Bool {
    guard path.count == 1, path[0].hasPrefix(text) else { return false }
    return path[0].dropFirst(text.count).allSatisfy { $0 == "_" }
  }
}
