/// The part of the program that a log message is about.
package enum LogCategory: String, Sendable, CaseIterable {
  /// The process as a whole: its command, settings and environment.
  case app
  /// Intent calls from all sources, such as the command line and RPC.
  case intents
  /// Plugin processes.
  case plugins
  /// The data folder: locks, recovery, the index, skipped files.
  case storage
  /// Changes to records and tags.
  case tracking
}
