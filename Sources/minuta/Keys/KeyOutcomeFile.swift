import Foundation
import MinutaDesktop
import SystemCalls

/// The file with the outcome of the last key press that no notification showed.
///
/// Status bars show it for a while.
struct KeyOutcomeFile {
  /// The size in bytes up to which the file is read.
  private static let limit = 1 << 14

  /// The folder for the files of key presses.
  let folder: String

  var path: String { "\(folder)/outcome" }

  init(_ environment: Environment) {
    folder = environment.keysFolder
  }

  /// Saves an outcome, and ignores errors, because the log has it too.
  func save(_ sentence: String) {
    do throws(SystemError) {
      try Directory.make(folder, permissions: 0o700)
      try AtomicFileWriter.replace(path, with: Array(sentence.utf8))
    } catch {}
  }

  /// Removes the outcome, and ignores errors.
  func remove() { try? Directory.unlink(path) }

  /// Returns the outcome; nil if there is none or if it is too old to be shown.
  func outcome(now: Date) -> KeyOutcome? {
    guard let status = (try? FileStatus.of(path)) ?? nil else { return nil }
    let date = Date(timeIntervalSince1970: Double(status.modified) / 1e9)
    guard date.addingTimeInterval(-1) <= now, now < KeyOutcome("", at: date).expiry,
      let bytes = try? FileDescriptor.contents(of: path, limit: Self.limit)
    else { return nil }
    return KeyOutcome(String(decoding: bytes, as: UTF8.self), at: date)
  }
}
