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

  private static let limit = 1 << 24

  /// Creates an installer; nil if the host has no file.
  init?(_ host: any KeyBindingGenerator, _ environment: Environment) {
    guard let file = host.file else { return nil }
    self.host = host
    self.file = file
    self.environment = environment
    (base, path) = environment.baseAndPath(of: file)
  }

  var place: String { "'\(path)'" }

  private var block: KeyBindingBlock { KeyBindingBlock(file, host: host.name) }
  private var backup: String { path + ".minuta-backup" }

  /// Writes the bindings, after a backup of a file that had none.
  func install(_ map: KeyMap, _ program: ProgramPath, isDryRun: Bool) throws(Failure) -> Bool {
    let lines = try host.lines(of: map, program: program)
    let before = try content()
    if before == nil, file.mustExist { throw .missingHostFile(path, host: host.name) }
    let after = try rethrowing { () throws(KeyBindingBlockError) in
      try block.install(lines, in: before ?? [])
    }
    if after == before || isDryRun { return after != before }
    let isFirst = try before.flatMap(lineNumbers) == nil
    do throws(SystemError) {
      if let before, isFirst {
        try AtomicFileWriter.replace(backup, with: before)
      }
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
    guard let rest else { return false }
    if isDryRun { return true }
    do throws(SystemError) {
      let saved = try read(backup)
      // `install` adds the line break that the last line has lacked.
      let after = saved.map { $0 + [UInt8(ascii: "\n")] == rest ? $0 : rest } ?? rest
      if after.isEmpty, saved == nil {
        try Directory.unlink(path)
      } else {
        try AtomicFileWriter.replaceContent(of: path, with: after)
      }
      if saved == after { try Directory.unlink(backup) }
    } catch {
      throw .unwritableFile(error.path ?? path, reason: error.reason)
    }
    return true
  }

  func boundChords() throws(Failure) -> [BoundChord] {
    var reader = BoundChordReader(host, home: environment.home)
    if let file = host.bindingsFile {
      let path = environment.baseAndPath(of: file).path
      if let bytes = try readExisting(path) { reader.read(bytes, of: path, skipping: nil) }
    } else if let bytes = try content() {
      reader.read(bytes, of: path, skipping: try lineNumbers(bytes))
    }
    return reader.chords
  }

  /// Returns the line numbers of the block; nil if there is none.
  private func lineNumbers(_ bytes: [UInt8]) throws(Failure) -> ClosedRange<Int>? {
    try rethrowing { () throws(KeyBindingBlockError) in try block.lineNumbers(in: bytes) }
  }

  /// Returns the content of the file; nil if it doesn't exist.
  ///
  /// - Throws: `Failure` if it is a link out of its folder, which may belong to another program.
  private func content() throws(Failure) -> [UInt8]? {
    if let target = FileOwnershipChecker.resolvingLinks(path),
      let folder = FileOwnershipChecker.resolvingLinks(base), !target.hasPrefix(folder + "/")
    {
      throw .linkedHostFile(path, to: target, host: host.name)
    }
    return try readExisting(path)
  }

  private func readExisting(_ path: String) throws(Failure) -> [UInt8]? {
    do throws(SystemError) {
      return try read(path)
    } catch {
      throw .unreadableFile(path, reason: error.reason)
    }
  }

  private func read(_ path: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, for: .readingNonBlocking).readAll(limit: Self.limit)
    } catch {
      if error.isMissing { return nil }
      throw error
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
  /// Returns the folder that contains a host's file by the XDG rules, and the file's path.
  fileprivate func baseAndPath(of file: KeyBindingFile) -> (base: String, path: String) {
    let folders = [(".config", "XDG_CONFIG_HOME"), (".local/share", "XDG_DATA_HOME")]
    for (standard, variable) in folders where file.path.hasPrefix("~/\(standard)/") {
      let base = baseFolder(variable, standard)
      return (base, base + file.path.dropFirst("~/\(standard)".count))
    }
    return (home, home + file.path.dropFirst())
  }
}
