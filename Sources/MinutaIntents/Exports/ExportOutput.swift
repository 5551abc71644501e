import IntentKit

/// Writes the content of an export to a file, to standard output or into the result.
package struct ExportOutput: Sendable {
  /// Appends bytes to the content.
  package typealias Append = ([UInt8]) throws -> Void

  /// Throws if a file mustn't be written at a path; `write` refuses it too.
  private let check: @Sendable (_ path: String) throws -> Void

  /// Writes the content that `content` appends, and returns where it is.
  ///
  /// - Parameter path: the path of the file to replace; nil if the call names none.
  package let write:
    @Sendable (_ path: String?, _ content: (Append) throws -> Void) throws -> Destination

  /// The place where the content of an export is.
  package enum Destination: Sendable {
    /// A file, with its absolute path.
    case file(String)
    case standardOutput
    /// The result of the call.
    case result([UInt8])

    /// The absolute path of the file; nil if the content is elsewhere.
    var path: String? { if case .file(let path) = self { path } else { nil } }

    /// The bytes for the result; nil if the content is elsewhere.
    var bytes: [UInt8]? { if case .result(let bytes) = self { bytes } else { nil } }
  }

  /// Whether content without a file is shown at a terminal, which can only show text.
  private let isTerminal: Bool
  /// Breaks a line of text to fit the terminal; nil if content isn't read at one.
  private let wrap: (@Sendable (String) -> [String])?

  package init(
    isTerminal: Bool = false,
    wrap: (@Sendable (String) -> [String])? = nil,
    check: @escaping @Sendable (String) throws -> Void = { _ in },
    write: @escaping @Sendable (String?, (Append) throws -> Void) throws -> Destination
  ) {
    self.isTerminal = isTerminal
    self.wrap = wrap
    self.check = check
    self.write = write
  }

  /// Throws if the file of a call mustn't be written, so that a dry run refuses it as well.
  func refuse(_ path: String?) throws {
    if let path { try check(path) }
  }

  /// Throws if content that isn't text would be shown at a terminal.
  ///
  /// - Parameter format: the name of the content's format, such as `pdf`.
  func refuseTerminal(_ path: String?, for format: String) throws(Failure) {
    if isTerminal, path == nil { throw .binaryAtTerminal(format) }
  }

  /// Returns text whose indented lines, which are sentences, fit the terminal if it is shown there.
  func fitted(_ text: String, _ path: String?) -> String {
    guard let wrap, path == nil else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.flatMap { $0.hasPrefix(" ") ? wrap($0) : [$0] }.joined(separator: "\n")
  }

  /// The output that keeps all content for the result.
  package static let inResult = ExportOutput { _, content in
    var bytes: [UInt8] = []
    try content { part in
      bytes += part
      if bytes.count > resultLimit { throw Failure.exportTooLarge(limit: resultLimit) }
    }
    return .result(bytes)
  }

  /// The size limit in bytes of content in a result.
  package static let resultLimit = 8 << 20
}
