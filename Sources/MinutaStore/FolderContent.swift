import Foundation
import MinutaCore

/// What was read of a folder so far.
struct FolderContent: Sendable {
  /// Nil before they were read.
  var records: FolderRecords?
  /// Nil before they were read.
  var tags: FolderTags?
  /// What is known of the records without reading them; nil before it was asked for.
  var index: RecordIndex?
  /// Whether all files were looked at since it was, so that whoever is told of each change need not
  /// look again.
  var isIndexChecked = false
  /// Those of the records that were read one by one.
  var entries: [UUID: FolderRecords.Entry] = [:]

  /// Whether nothing that was read was found wanting.
  var isSound: Bool {
    (records?.isSound ?? index?.isSound ?? true) && tags?.problem == nil
  }
}

/// The tags of a folder, as they were read at once.
struct FolderTags: Sendable {
  /// The content of their file; nil where there is none.
  let text: String?
  let stored: Result<StoredTags, StoreError>
  let list: TagList

  init(_ reader: FolderReader) {
    do throws(StoreError) {
      self.init(try reader.tags())
    } catch {
      self.init(error)
    }
  }

  private init(_ read: (tags: StoredTags, text: String)?) {
    let tags = read?.tags ?? StoredTags()
    text = read?.text
    stored = .success(tags)
    list = TagList(tags.tags)
  }

  /// Takes the tags for damaged.
  init(_ error: StoreError) {
    text = nil
    stored = .failure(error)
    list = TagList(problem: Self.problem(error))
  }

  /// Whether there is no file of them.
  var isMissing: Bool {
    if case .success = stored { text == nil } else { false }
  }

  /// What is the matter with their file.
  var problem: SetAsideFile? {
    if case .failure(let error) = stored { Self.problem(error) } else { nil }
  }

  static func problem(_ error: StoreError) -> SetAsideFile {
    SetAsideFile(path: StoreLayout.tags, reason: error.reason)
  }
}
