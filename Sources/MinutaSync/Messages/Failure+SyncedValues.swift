import IntentKit
import JSONText

extension Failure {
  /// The failure of a merge with a damaged list of tags, if there is no usable one here.
  static var damagedTags: Failure {
    Failure(
      code: "remoteRefused",
      message: """
        The remote's 'tags.json' is damaged. Run '\(minuta) sync' on a machine that has the tags, or \
        revert the commit that damaged it. Nothing was changed here.
        """,
      data: ["path": "tags.json"]
    )
  }
}

/// The failures of taking the other value of a conflict.
extension Failure {
  /// - Parameter record: the short id of the record.
  static func billedRecord(_ record: String, _ invoice: String) -> Failure {
    Failure(
      code: "recordBilled",
      message: """
        The record \(record) is billed\(invoice.isEmpty ? "" : " by the invoice \(invoice.quoted)"), so \
        it is locked. To change it anyway, run '\(minuta) edit \(record) --unlock' with the other value.
        """
    )
  }
}
