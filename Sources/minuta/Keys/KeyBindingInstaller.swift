import IntentKit
import MinutaDesktop
import SystemCalls

/// Writes key bindings into the configuration file of a host, and removes them.
struct KeyBindingInstaller: KeyInstaller {
  let host: any KeyBindingGenerator
  private let file: KeyBindingFile
  /// The absolute path of the file.
  let path: String
  /// The folder that the file must stay in.
  private let base: String
  private let environment: Environment
  private let isConfirmed: Bool

  private static let limit = 1 << 24

  /// Creates an installer; nil if the host has no file.
  init?(_ host: any KeyBindingGenerator, _ environment: Environment, isConfirmed: Bool) {
    guard let file = host.file else { return nil }
    self.host = host
    self.file = file
    (self.environment, self.isConfirmed) = (environment, isConfirmed)
    (base, path) = environment.location(of: file)
  }

  var place: String { "'\(path)'" }

  private var block: KeyBindingBlock { KeyBindingBlock(file, host: host.name) }

  /// Returns the paths of the backups of the file.
  private func backups() throws(SystemError) -> [String] {
    let folder = Directory.parent(of: path) ?? "/"
    return (try Directory.names(in: folder) ?? []).map { "\(folder)/\($0)" }
      .filter { $0.hasPrefix("\(path).minuta-backup") }
  }

  /// Copies the file to a name that no backup has.
  private func backUp(_ content: [UInt8]) throws(SystemError) {
    let copies = try backups()
    let numbered = (2...copies.count + 2).map { "\(path).minuta-backup-\($0)" }
    let copy = (["\(path).minuta-backup"] + numbered).first { !copies.contains($0) } ?? numbered[0]
    let permissions = try FileStatus.of(path)?.permissions ?? 0o600
    try AtomicFileWriter.replace(copy, with: content, permissions: permissions & 0o777)
  }

  /// Writes the bindings, after a backup of a file that had none.
  func install(_ map: KeyMap, _ program: ProgramPath, isDryRun: Bool) throws(Failure) -> Bool {
    let lines = try host.lines(of: map, program: program)
    if let replacement = file.replacement.map({ environment.location(of: $0).path }),
      Environment.exists(replacement)
    {
      throw .replacedHostFile(path, by: replacement, host: host.name)
    }
    _ = try environment.output(path)
    let before = try content()
    if before == nil, file.mustExist { throw .missingHostFile(path, host: host.name) }
    let after = try rethrowing { () throws(KeyBindingBlockError) in
      try block.install(lines, in: before ?? [])
    }
    if after == before { return false }
    let isFirst = try !checkBlock(in: before ?? [], before: lines)
    if isDryRun { return true }
    do throws(SystemError) {
      if let before, isFirst { try backUp(before) }
      _ = try Directory.make(Directory.parent(of: path) ?? "/")
      try AtomicFileWriter.replaceContent(of: path, with: after)
    } catch {
      throw .unwritableFile(error.path ?? path, reason: error.reason)
    }
    return true
  }

  /// Removes the bindings, and the file if it has nothing else.
  func remove(isDryRun: Bool) throws(Failure) -> Bool {
    guard let before = try content() else { return false }
    let rest = try rethrowing { () throws(KeyBindingBlockError) in try block.remove(from: before) }
    guard let rest, try checkBlock(in: before, before: []) else { return false }
    if isDryRun { return true }
    do throws(SystemError) {
      let copies = try backups()
      var (after, used): ([UInt8], String?) = (rest, nil)
      for copy in copies {
        // `install` adds the line break that the last line has lacked.
        guard let saved = try FileDescriptor.contents(of: copy, limit: Self.limit),
          saved == rest || saved + [UInt8(ascii: "\n")] == rest
        else { continue }
        (after, used) = (saved, copy)
      }
      if after.isEmpty, copies.isEmpty {
        try Directory.unlink(path)
      } else {
        try AtomicFileWriter.replaceContent(of: path, with: after)
      }
      if let used { try Directory.unlink(used) }
    } catch {
      throw .unwritableFile(error.path ?? path, reason: error.reason)
    }
    return true
  }

  /// Reads also a file that is a link out of its folder, because the host does.
  func boundChords() throws(Failure) -> [BoundChord] {
    var reader = BoundChordReader(host, home: environment.home)
    let path = host.bindingsFile.map { environment.location(of: $0).path } ?? path
    if let bytes = try readExisting(path) {
      let block = host.bindingsFile == nil ? try lineNumbers(bytes) : nil
      reader.read(bytes, of: path, skipping: block)
    }
    return reader.chords
  }

  /// Returns whether a file has a block.
  ///
  /// - Throws: `Failure` if new lines in its place would lose changes by hand, unless it is confirmed.
  private func checkBlock(in bytes: [UInt8], before new: [String]) throws(Failure) -> Bool {
    let lines = try rethrowing { () throws(KeyBindingBlockError) in try block.content(of: bytes) }
    if let lines, !isConfirmed { try ChecksumComment.check(lines, in: place, before: new) }
    return lines != nil
  }

  /// Returns the line numbers of the block; nil if there is none.
  private func lineNumbers(_ bytes: [UInt8]) throws(Failure) -> ClosedRange<Int>? {
    try rethrowing { () throws(KeyBindingBlockError) in try block.lineNumbers(in: bytes) }
  }

  /// Returns the content of the file; nil if it doesn't exist.
  ///
  /// - Throws: `Failure` if it is a link out of its folder, which may belong to another program.
  private func content() throws(Failure) -> [UInt8]? {
    guard let target = FileOwnershipChecker.resolvingLinks(path) else {
      // Writing through a link to a missing file would create that file.
      if (try? FileStatus.of(path, following: false))??.kind == .link {
        throw .linkedHostFile(path, to: nil, host: host.name)
      }
      return try readExisting(path)
    }
    if let folder = FileOwnershipChecker.resolvingLinks(base), !target.hasPrefix(folder + "/") {
      throw .linkedHostFile(path, to: target, host: host.name)
    }
    return try readExisting(path)
  }

  private func readExisting(_ path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemError) {
      return try FileDescriptor.contents(of: path, limit: Self.limit)
    } catch {
      throw .unreadableFile(path, reason: error.reason)
    }
  }

  private func rethrowing<Result>(
    _ body: () throws(KeyBindingBlockError) -> Result
  ) throws(Failure) -> Result {
    do throws(KeyBindingBlockError) {
      return try body()
    } catch {
      throw .unusableHostFile(path, error)
    }
  }
}

extension Environment {
  /// Returns the folder that contains a host's file, and its path: the first that exists, or else
  /// the first of all.
  fileprivate func location(of file: KeyBindingFile) -> (base: String, path: String) {
    let locations = file.paths.map(location(of:))
    return locations.first { Self.exists($0.path) } ?? locations[0]
  }

  /// Returns the folder that contains a file by the XDG rules, and the file's path.
  fileprivate func location(of path: String) -> (base: String, path: String) {
    let folders = [(".config", "XDG_CONFIG_HOME"), (".local/share", "XDG_DATA_HOME")]
    for (standard, variable) in folders where path.hasPrefix("~/\(standard)/") {
      let base = baseFolder(variable, standard)
      return (base, base + path.dropFirst("~/\(standard)".count))
    }
    return (home, home + path.dropFirst())
  }

  fileprivate static func exists(_ path: String) -> Bool {
    ((try? FileStatus.of(path, following: false)) ?? nil) != nil
  }
}
