import MinutaCore
import SystemCalls

/// Finds sync programs whose ignore files don't exclude Minuta's private files.
extension DirectoryChecker {
  mutating func findSyncProblems() throws(SystemError) {
    guard let root = FileOwnershipChecker.resolvingLinks(reader.root) else { return }
    if let folder = try Self.folder(above: root, holding: [".stfolder"]) {
      try findSyncthing(in: folder, root)
    }
    if let folder = try Self.folder(above: root, holding: [".git"]) {
      try findGit(in: folder, root)
    }
    try findDropbox(root)
  }

  private mutating func findSyncthing(in folder: String, _ root: String) throws(SystemError) {
    if folder == root {
      let isCovered = storeFileLines(".stignore").contains(where: Self.ignoresOurFiles)
      return isCovered ? () : addLine(to: ".stignore", by: .syncthing)
    }
    let file = "\(folder)/.stignore"
    if Self.lines(of: file).contains(where: Self.ignoresOurFiles) { return }
    found.append(StoreFinding(.notIgnored(by: .syncthing, at: file), file: file))
  }

  private mutating func findGit(in folder: String, _ root: String) throws(SystemError) {
    if Self.lines(of: "\(folder)/.git/info/exclude").contains(where: Self.ignoresOurFiles) {
      return
    }
    var current = root
    var inside = ""
    while true {
      let lines =
        current == root ? storeFileLines(".gitignore") : Self.lines(of: "\(current)/.gitignore")
      if lines.contains(where: Self.ignoresOurFiles) { return }
      // The program ignores the whole data directory or a directory that contains it.
      if !inside.isEmpty, lines.contains(where: { Self.normalizedPattern($0) == inside }) { return }
      guard current != folder, let parent = Directory.parent(of: current) else { break }
      inside = StoreLayout.name(ofFile: current)
      current = parent
    }
    addLine(to: ".gitignore", by: .git)
  }

  private mutating func findDropbox(_ root: String) throws(SystemError) {
    let isNamed = root.split(separator: "/").contains { $0 == "Dropbox" }
    let cache = try Self.folder(above: root, holding: [".dropbox.cache"])
    let folder = "\(reader.root)/\(MachineFileLayout.machines)"
    guard try FileStatus.of(folder) != nil else { return }
    if (!isNamed && cache == nil) || ExtendedAttribute.isSet("user.com.dropbox.ignored", on: folder)
    {
      return
    }
    found.append(
      StoreFinding(.notIgnored(by: .dropbox, at: folder), file: MachineFileLayout.machines)
    )
  }

  /// Plans to add a line that excludes Minuta's files to a sync program's ignore file.
  private mutating func addLine(to path: String, by program: SyncProgram) {
    let problem = StoreProblem.notIgnored(by: program, at: path)
    let line = SyncProgram.line
    // If the ignore file is unreadable or isn't text, the user has to edit it.
    let bytes = try? reader.bytes(path, limit: StoreLayout.recordLimit)
    let text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
    guard let isTaken = try? reader.isTaken(path), !isTaken || text != nil else {
      found.append(StoreFinding(problem, file: path))
      return
    }
    let before = text ?? ""
    let separator = before.isEmpty || before.utf8.last == UInt8(ascii: "\n") ? "" : "\n"
    let change = StoreRepair.TextFileChange(
      path: path,
      before: text,
      after: "\(before)\(separator)\(line)\n"
    )
    found.append(
      StoreFinding(
        problem,
        file: path,
        remedy: .addLine(line),
        repair: StoreRepair(of: path, texts: [change])
      )
    )
  }

  /// Returns the nearest directory, `path` or one of its parents, that contains a file with one of
  /// `names`.
  private static func folder(
    above path: String,
    holding names: [String]
  ) throws(SystemError) -> String? {
    var current = path
    while true {
      for name in names where (try? FileStatus.of("\(current)/\(name)")) ?? nil != nil {
        return current
      }
      guard let parent = Directory.parent(of: current) else { return nil }
      current = parent
    }
  }

  private func storeFileLines(_ path: String) -> [Substring] {
    let text = (try? reader.text(of: path)) ?? nil
    return (text ?? "").split(whereSeparator: \.isNewline)
  }

  private static func lines(of path: String) -> [Substring] {
    guard
      let file = try? FileDescriptor(opening: path, for: .readingNonBlocking),
      (try? file.status().kind) == .regular,
      let bytes = try? file.readAll(limit: StoreLayout.recordLimit)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// Returns whether an ignore pattern excludes all names that begin with Minuta's prefix.
  private static func ignoresOurFiles(_ line: Substring) -> Bool {
    [SyncProgram.line, ".*", "*"].contains(normalizedPattern(line))
  }

  /// Removes flags, leading wildcards and slashes from an ignore pattern, so that it can be
  /// compared.
  private static func normalizedPattern(_ line: Substring) -> String {
    var text = line.trimmingPrefix { $0 == " " }
    while text.hasPrefix("(?"), let end = text.firstIndex(of: ")") {
      text = text[text.index(after: end)...]
    }
    for prefix in ["**/", "/"] where text.hasPrefix(prefix) { text = text.dropFirst(prefix.count) }
    while let last = text.last, " /".contains(last) { text = text.dropLast() }
    return String(text)
  }
}
