import IntentKit
import MinutaIntents
import SystemCalls

extension ExportOutput {
  /// Creates the output that writes the user's files.
  ///
  /// - Parameter printsContent: whether content without a file goes to standard output instead of
  ///   into the result.
  init(_ environment: Environment, printsContent: Bool) {
    self.init(isTerminal: printsContent && environment.isOutputTerminal) { path, content in
      guard let path else {
        return printsContent ? try Self.print(content) : try Self.inResult.write(nil, content)
      }
      let file = try environment.absolute(path)
      try Self.replace(file, content)
      return .file(file)
    }
  }

  private static func print(_ content: (Append) throws -> Void) throws -> Destination {
    try content { bytes in
      do throws(SystemError) {
        try writeAll(1, path: nil, bytes)
      } catch {
        throw Console.WriteError(reason: error.reason)
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
