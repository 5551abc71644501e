/// A destination of log messages, with the filter that selects them.
package struct LogOutput: Sendable {
  package enum Kind: Sendable {
    case standardError
    case file
  }

  package let kind: Kind
  package let filter: LogFilter
  /// Writes one message.
  ///
  /// Any thread may call it, also concurrently.
  package let write: @Sendable (LogMessage) -> Void

  package init(
    _ kind: Kind,
    _ filter: LogFilter,
    write: @escaping @Sendable (LogMessage) -> Void
  ) {
    self.kind = kind
    self.filter = filter
    self.write = write
  }
}
