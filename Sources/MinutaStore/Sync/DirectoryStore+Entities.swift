import Foundation
package import JSONText
package import MinutaCore

/// The stored JSON of a record, a tag or a file.
package struct StoredJSON: Sendable {
  /// The path of the file, relative to the data folder.
  package let path: String
  package let json: JSONObject
}

/// Access to single fields of records and tags, and to whole files, for a sync.
extension DirectoryStore {
  /// Returns the stored JSON of a record, a tag or a file; nil if it doesn't exist.
  package func storedEntity(_ subject: MergeField.Subject) throws -> StoredJSON? {
    try read { snapshot in try Self.stored(subject, in: snapshot, root) }
  }

  /// Changes one field of a record or a tag, or one member of a file.
  ///
  /// - Parameter value: the new value; nil removes the field.
  /// - Returns: false if there is no such record or tag, or if it can't have the value.
  package func set(
    _ field: MergeField,
    to value: JSONValue?,
    _ origin: ChangeOrigin
  ) throws -> Bool {
    try write(origin) { transaction in
      guard let stored = try Self.stored(field.subject, in: transaction, root) else { return false }
      var json = stored.json
      if case .tag = field.subject, field.key == "name", let name = value?.string,
        let color = json["color"]?.string, let old = json["name"]?.string,
        TagColor.isDefault(color, for: old)
      {
        json["color"] = .string(TagColor.hex(for: name))
      }
      json[field.key] = value
      let text = JSONValue.object(json).text(.indented)
      switch field.subject {
      case .record(let id):
        guard let record = try? StoredRecord(json: .object(json)).record, record.id == id else {
          return false
        }
        let now = try DirectoryReader(root: root).text(of: stored.path)
        transaction.restore(StoredEntity(entity: record, text: text), over: now)
        transaction.touch(id)
      case .tag(let id):
        let line = JSONValue.object(json).text()
        guard let tag = StoredTags.image(line), tag.entity.id == id else { return false }
        transaction.restore(tag, over: JSONValue.object(stored.json).text())
      case .file(let path):
        let now = try DirectoryReader(root: root).text(of: path)
        let change = StoreRepair.TextFileChange(path: path, before: now, after: text)
        transaction.repair([StoreRepair(of: path, texts: [change])])
      }
      return true
    }
  }

  /// Replaces the content of a shared file, as a change that can be undone.
  ///
  /// - Returns: false if the file has another content than expected.
  package func replace(
    _ path: String,
    _ content: [UInt8],
    by other: [UInt8],
    _ origin: ChangeOrigin
  ) throws -> Bool {
    try write(origin) { transaction in
      guard case .bytes(content)? = try syncedContents(of: [path])[path] else { return false }
      if SyncedPath.isText(path) {
        let texts = [content, other].map { String(decoding: $0, as: UTF8.self) }
        let change = StoreRepair.TextFileChange(path: path, before: texts[0], after: texts[1])
        transaction.repair([StoreRepair(of: path, texts: [change])])
      } else {
        var files = IncomingFiles()
        files.images = [IncomingFiles.Image(path: path, bytes: other)]
        transaction.receive(files)
      }
      return true
    }
  }

  private static func stored(
    _ subject: MergeField.Subject,
    in snapshot: any StoreSnapshot,
    _ root: String
  ) throws -> StoredJSON? {
    let reader = DirectoryReader(root: root)
    switch subject {
    case .record(let id):
      guard let path = try snapshot.path(ofRecord: id), let text = try reader.text(of: path),
        let json = DirectoryChecker.record(text)?.json
      else { return nil }
      return StoredJSON(path: path, json: json)
    case .tag(let id):
      let contents = try reader.tagsFile()?.tags.contents ?? [:]
      return TagListMerge.tags(contents)[id].map { StoredJSON(path: StoreLayout.tags, json: $0) }
    case .file(let path):
      let json = try reader.text(of: path).flatMap { try? JSONValue(parsing: $0) }
      return json?.object.map { StoredJSON(path: path, json: $0) }
    }
  }
}
