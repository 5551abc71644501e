import Foundation
import JSONText
import MinutaCore

/// A record in one version of a data directory.
struct RecordVersion {
  let path: String
  let file: FileVersion
  let json: JSONObject
  let record: TimeRecord
  /// The fields that have two values, because the file has conflict markers.
  let markedFields: [MergeField]

  init?(_ path: String, _ file: FileVersion?) {
    guard let file, let text = file.text else { return nil }
    if let read = DirectoryChecker.record(text) {
      self.init(path, file, read)
    } else if let marked = MarkedFile(text, at: path),
      let read = DirectoryChecker.record(marked.text)
    {
      self.init(path, FileVersion(id: nil, text: marked.text), read, marked.fields)
    } else {
      return nil
    }
  }

  private init(
    _ path: String,
    _ file: FileVersion,
    _ read: (stored: StoredRecord, json: JSONObject),
    _ markedFields: [MergeField] = []
  ) {
    (self.path, self.file, self.markedFields) = (path, file, markedFields)
    (json, record) = (read.json, read.stored.record)
  }

  var folder: String { StoreLayout.folder(ofFile: path) }

  /// Whether a version has the same content, perhaps at another path.
  func isUnchanged(from other: RecordVersion?) -> Bool {
    guard let other else { return false }
    return file == other.file || JSONObjectMerge.isSame(json, other.json)
  }

  /// Whether the content of one of its images has changed.
  func hasChangedImage(on side: MergeSide, in files: [String: FileVersions]) -> Bool {
    record.images.filter(StoreLayout.isImageName).contains { name in
      let file = files[StoreLayout.path(of: name, besideFile: path)]
      return file?[side] != nil && file?[side] != file?.base
    }
  }

  /// Whether this path is better for the record than that of another version.
  func hasBetterPath(than other: RecordVersion) -> Bool {
    (rank, path) < (other.rank, other.path)
  }

  private var rank: Int {
    let names = StoreLayout.names(of: record)
    return names.firstIndex(of: StoreLayout.name(ofFile: path)) ?? names.count
  }
}

/// The versions of one record on both sides of a merge, and in their common ancestor.
struct RecordVersions {
  let id: UUID
  var base: RecordVersion?
  var ours: RecordVersion?
  var theirs: RecordVersion?

  subscript(side: MergeSide) -> RecordVersion? {
    get {
      switch side {
      case .base: base
      case .ours: ours
      case .theirs: theirs
      }
    }
    set {
      switch side {
      case .base: base = newValue
      case .ours: ours = newValue
      case .theirs: theirs = newValue
      }
    }
  }

  var all: [RecordVersion] { [base, ours, theirs].compactMap { $0 } }

  /// The tag that the record has on one side, if it has changed there since the common ancestor.
  func changedTag(on side: MergeSide) -> UUID? {
    guard let version = self[side], !version.isUnchanged(from: base) else { return nil }
    return version.record.tagId
  }
}
