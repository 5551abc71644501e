import JSONText
import SystemCalls

/// Digests of the file of tags before and after a transaction; nil where it was not there.
///
/// The journal has only the tags that changed. The digests tell whether a temporary file is the list
/// that the writer staged, the one that its exchange took out, or the list of another program.
struct TagListDigests: Sendable, Equatable {
  let before: String?
  let after: String?

  var reversed: TagListDigests { TagListDigests(before: after, after: before) }

  private init(before: String?, after: String?) {
    self.before = before
    self.after = after
  }

  init(of list: FileChange) {
    before = list.before.map(Self.digest)
    after = list.after.map(Self.digest)
  }

  init(json: JSONValue) {
    before = json["before"]?.string
    after = json["after"]?.string
  }

  var json: JSONValue {
    ["before": before.map { .string($0) } ?? .null, "after": after.map { .string($0) } ?? .null]
  }

  /// Sixteen hex digits of SHA-256.
  static func digest(_ text: String) -> String {
    String(SHA256.hex(of: Array(text.utf8)).prefix(16))
  }
}
