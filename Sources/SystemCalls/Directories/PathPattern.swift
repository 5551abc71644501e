import Glibc

/// An absolute path with the wildcards of a shell: `*`, `?` and `[abc]`.
package struct PathPattern {
  private let components: [String]

  /// Creates a pattern; returns nil for a path without wildcards.
  package init?(_ path: String) {
    components = path.split(separator: "/").map(String.init)
    if !components.contains(where: Self.hasWildcard) { return nil }
  }

  /// Returns all paths that match, sorted.
  ///
  /// A wildcard doesn't match a leading dot.
  package func paths() throws(SystemError) -> [String] {
    var paths = [""]
    for component in components {
      var next: [String] = []
      for path in paths {
        if Self.hasWildcard(component) {
          next += try Self.names(in: path, matching: component).map { "\(path)/\($0)" }
        } else if Self.exists("\(path)/\(component)") {
          next.append("\(path)/\(component)")
        }
      }
      paths = next
    }
    return paths
  }

  private static func names(
    in path: String,
    matching component: String
  ) throws(SystemError) -> [String] {
    do throws(SystemError) {
      let names = try Directory.names(in: path.isEmpty ? "/" : path) ?? []
      return names.filter { fnmatch(component, $0, FNM_PERIOD) == 0 }
    } catch  where error.code == ENOTDIR {
      return []
    }
  }

  private static func exists(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path, following: false) != nil
    } catch {
      return error.code != ENOTDIR
    }
  }

  private static func hasWildcard(_ text: String) -> Bool {
    text.utf8.contains { Array("*?[".utf8).contains($0) }
  }
}
