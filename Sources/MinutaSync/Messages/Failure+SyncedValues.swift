import IntentKit
import JSONText

extension Failure {
  /// The failure of a merge with a damaged list of tags, if there is no usable one here.
  static var damagedTags: Failure {
    Failure(
      code: "remoteRefused",
      message: """
        The remote's 'tags.json' is damaged. Sync on a machine that has the tags, or revert the commit \
        that damaged it. Nothing was changed here.
        """,
      data: ["path": "tags.json"]
    )
  }
}
