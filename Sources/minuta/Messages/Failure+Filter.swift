import IntentKit
import SystemCalls

/// The failures of filters on a command line.
extension Failure {
  /// The failure of a condition of a filter that would be a new tag.
  static func filterAsName(_ text: String, flag: String) -> Failure {
    usage(
      "\(text.quoted) is a condition of a filter. To name a tag so anyway, write \(flag) "
        + "\(text.quotedForShell)."
    )
  }

  /// The failure of records where a filter is expected.
  static func recordsInsteadOfFilter(_ records: [String]) -> Failure {
    usage(
      "'\(minuta) bulk' takes a filter such as 'tag:Work', not a record. To change one, use "
        + "'\(minuta) edit \(records[0])'; to delete, '\(minuta) delete \(records[...].text)'."
    )
  }
}
