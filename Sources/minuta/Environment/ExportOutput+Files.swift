import IntentKit
import MinutaIntents
import SystemCalls

extension ExportOutput {
  /// Creates the output that writes the user's files.
  ///
  /// - Parameter printsContent: whether content without a file goes to standard output instead of
  ///   into the result.
  init(_ environment: Environment, printsContent: Bool) {
    var wrap: (@Sendable (String) -> [String])?
    if printsContent, let columns = environment.outputColumns {
      wrap = { TextWrapper(width: columns).sentence($0) }
    }
    self.init(
      isTerminal: printsContent && environment.isOutputTerminal,
      wrap: wrap
    ) { path, content in
      guard let path, path != "-" else {
        return printsContent ? try Self.print(content) : try Self.inResult.write(nil, content)
      }
      let file = try environment.absolute(path)
      try Self.replace(file, content)
      return .file(file)
    }
  }

  /// Writes the content to standard output.
  ///
  /// A closed pipe (EPIPE) is not an error: a reader such as `head -1` has seen enough.
  private static func print(_ content: (Append) throws -> Void) throws -> Destination {
    var isClosed = false
    try content { bytes in
      if isClosed { return }
      do throws(SystemError) {
        try writeAll(1, path: nil, bytes)
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
