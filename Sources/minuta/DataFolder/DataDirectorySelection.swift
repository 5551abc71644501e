import IntentKit
import SystemCalls

/// The data folders that `--store` names, each with a name of its own.
struct DataDirectorySelection {
  struct Directory: Equatable {
    /// The last component of the path, or as many as make it unique.
    let name: String
    /// The absolute path.
    let path: String
  }

  /// The folders in the order of the flags; those of a pattern are sorted.
  let directories: [Directory]

  /// Resolves the values of `--store`.
  ///
  /// A folder that is named twice is read once.
  init(_ flags: [String], _ environment: Environment) throws(Failure) {
    var paths: [String] = []
    var seen: Set<String> = []
    for flag in flags {
      for path in try Self.paths(flag, environment) where seen.insert(Self.key(path)).inserted {
        paths.append(path)
      }
    }
    directories = Self.named(paths)
  }

  /// Returns the paths that a value names: its own, or those of the folders that match a pattern.
  private static func paths(
    _ flag: String,
    _ environment: Environment
  ) throws(Failure) -> [String] {
    if flag.isEmpty { throw .emptyPath(flag: "--store") }
    let path = try environment.absolute(flag)
    guard let pattern = PathPattern(path), !path.isExistingFile else { return [path] }
    let matches: [String]
    do throws(SystemError) {
      matches = try pattern.directories()
    } catch {
      throw .unreadableFile(error.path ?? path, reason: error.reason)
    }
    if matches.isEmpty { throw .noMatchingStore(flag) }
    return matches
  }

  /// Returns a text that two paths to the same folder have in common.
  private static func key(_ path: String) -> String {
    guard let status = (try? FileStatus.of(path)) ?? nil else { return path }
    return "\(status.device) \(status.inode)"
  }

  /// Names each folder by the shortest end of its path that no other path has.
  private static func named(_ paths: [String]) -> [Directory] {
    let components = paths.map { $0.split(separator: "/").map(String.init) }
    var lengths = components.map { _ in 1 }
    func name(_ place: Int) -> String {
      components[place].suffix(lengths[place]).joined(separator: "/")
    }
    while true {
      let groups = Dictionary(grouping: paths.indices, by: name)
      let equal = groups.values.filter { $0.count > 1 }.flatMap(\.self)
      let longer = equal.filter { lengths[$0] < components[$0].count }
      if longer.isEmpty { break }
      for place in longer { lengths[place] += 1 }
    }
    return paths.indices.map { Directory(name: name($0), path: paths[$0]) }
  }
}

extension String {
  /// Whether the path, even if it looks like a pattern, names something that exists.
  var isExistingFile: Bool { (try? FileStatus.of(self, following: false)).flatMap(\.self) != nil }
}
