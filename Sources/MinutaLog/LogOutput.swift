/// A place that log messages go to, with the filter for it.
package struct LogOutput: Sendable {
  package enum Kind: Sendable {
    case standardError
    case file
  }

  package let kind: Kind
  package let filter: LogFilter
  /// Called by any thread, by several at once.
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
