import JSONText
import SystemCalls

/// Digests of `tags.json` before and after a transaction; nil if the file doesn't exist.
///
/// The journal stores only the tags that changed. During recovery, the digests identify whose list a
/// temporary file holds: the staged one, the replaced one, or another program's.
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

  /// Returns the first 16 hex digits of the SHA-256 of `text`.
  static func digest(_ text: String) -> String {
    String(SHA256.hex(of: Array(text.utf8)).prefix(16))
  }
}
