/// The part of the program that a log message is about.
package enum LogCategory: String, Sendable, CaseIterable {
  /// The process: its command, settings and environment.
  case app
  /// Calls of intents, from every source.
  case intents
  /// Plugin processes.
  case plugins
  /// The data folder: locks, recovery, the index, skipped files.
  case storage
  /// Changes of records and tags.
  case tracking
}
