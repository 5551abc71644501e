import IntentKit
import MinutaIntents
import MinutaStore
import SystemCalls

extension ExportOutput {
  /// Creates the output that writes the user's files.
  ///
  /// - Parameters:
  ///   - dataFolders: the paths of the data folders of the call, which aren't written to.
  ///   - printsContent: whether content without a file goes to standard output instead of into the
  ///     result.
  init(_ environment: Environment, outside dataFolders: [String], printsContent: Bool) {
    var wrap: (@Sendable (String) -> [String])?
    if printsContent, let columns = environment.outputColumns {
      wrap = { TextWrapper(width: columns).sentence($0) }
    }
    self.init(
      isTerminal: printsContent && environment.isOutputTerminal,
      wrap: wrap,
      check: { path in
        if path != "-" { _ = try environment.output(path, outside: dataFolders) }
      }
    ) { path, content in
      guard let path, path != "-" else {
        if !printsContent { return try Self.inResult.write(nil, content) }
        return try Self.print(content, environment)
      }
      let file = try environment.output(path, outside: dataFolders)
      try Self.replace(file, content)
      return .file(file)
    }
  }

  /// Writes the content to standard output.
  ///
  /// A closed pipe (EPIPE) is not an error: a reader such as `head -1` has seen enough.
  private static func print(
    _ content: (Append) throws -> Void,
    _ environment: Environment
  ) throws -> Destination {
    var isClosed = false
    try content { bytes in
      if isClosed { return }
      do throws(SystemError) {
        // Content is shown at a terminal only if it is text, which is appended line by line.
        let text =
          environment.isOutputTerminal
          ? String(decoding: bytes, as: UTF8.self).linesForTerminal : nil
        let shown = text.map { Array($0.utf8) } ?? bytes
        try writeAll(environment.streams.output, path: nil, shown)
      } catch {
        if !error.isClosedPipe {
          throw Failure.unwritableFile("standard output", reason: error.reason)
        }
        isClosed = true
      }
    }
    return .standardOutput
  }

  private static func replace(_ file: String, _ content: (Append) throws -> Void) throws {
    var contentError: (any Error)?
    do throws(SystemError) {
      try AtomicFileWriter.replaceContent(of: file, isPrivate: false) {
        descriptor throws(SystemError) in
        do {
          try content { bytes in try descriptor.write(bytes) }
        } catch let error as SystemError {
          throw error
        } catch {
          contentError = error
          throw SystemError.missing(file)
        }
      }
    } catch {
      throw contentError ?? Failure.unwritableFile(file, reason: error.reasonOfRefusal)
    }
  }
}

extension Environment {
  /// Returns the absolute path of a file or folder to write, which may not be in a data folder.
  ///
  /// A data folder is known by its device and inode and by its private files, because a path has many
  /// spellings.
  ///
  /// - Parameter dataFolders: the paths of data folders that may have no private files yet.
  func output(_ path: String, outside dataFolders: [String] = []) throws(Failure) -> String {
    func identity(_ path: String) -> [UInt64]? {
      let status = (try? FileStatus.of(path)) ?? nil
      return status.map { [$0.device, $0.inode] }
    }
    let known = dataFolders.compactMap(identity)
    let file = try absolute(path)
    for folder in Directory.ancestors(of: file)
    where DirectoryStore.hasPrivateFiles(folder) || identity(folder).map(known.contains) ?? false {
      let reason = "it is in the data folder '\(folder)'; choose a path outside of it"
      throw .unwritableFile(file, reason: reason)
    }
    return file
  }
}
