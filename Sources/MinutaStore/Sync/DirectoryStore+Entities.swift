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
  /// Returns the stored JSON of some records, tags and files, without those that don't exist.
  package func storedEntities(
    _ subjects: Set<MergeField.Subject>
  ) throws -> [MergeField.Subject: StoredJSON] {
    try read { snapshot in
      var stored: [MergeField.Subject: StoredJSON] = [:]
      let tags = try subjects.isEmpty ? [:] : Self.tags(in: root)
      for subject in subjects {
        stored[subject] = try Self.stored(subject, in: snapshot, root, tags)
      }
      return stored
    }
  }

  /// Changes fields of a record or a tag, or members of a file.
  ///
  /// - Parameters:
  ///   - values: the new values by member; nil removes a member.
  ///   - known: the values of these members that the caller has read; nil for an absent one.
  /// - Returns: false if there is no such record or tag, if it can't have the values, or if a member
  ///   has another value than the known one.
  package func set(
    _ subject: MergeField.Subject,
    _ values: [String: JSONValue?],
    replacing known: [String: JSONValue?],
    _ origin: ChangeOrigin
  ) throws -> Bool {
    try write(origin) { transaction in
      guard let stored = try Self.stored(subject, in: transaction, root, Self.tags(in: root)),
        known.allSatisfy({ stored.json[$0.key] == $0.value })
      else { return false }
      var json = stored.json
      if case .tag = subject, let name = values["name"]??.string,
        let color = json["color"]?.string, let old = json["name"]?.string,
        TagColor.isDefault(color, for: old)
      {
        json["color"] = .string(TagColor.hex(for: name))
      }
      for (key, value) in values { json[key] = value }
      let text = JSONValue.object(json).text(.indented)
      switch subject {
      case .record(let id):
        guard let record = try? StoredRecord(json: .object(json)).record, record.id == id else {
          return false
        }
        if let before = try? StoredRecord(json: .object(stored.json)).record,
          let lock = try transaction.lock(of: before)
        {
          throw TrackingError.recordBilled(before, lock)
        }
        try Self.validate(record, values.keys, at: origin.now, in: transaction)
        let now = try DirectoryReader(root: root).text(of: stored.path)
        transaction.restore(StoredEntity(entity: record, text: text), over: now)
        transaction.touch(id)
      case .tag(let id):
        let line = JSONValue.object(json).text(.stored)
        guard let tag = StoredTags.image(line), tag.entity.id == id else { return false }
        if values.keys.contains("name") { try Self.validate(tag.entity, in: transaction) }
        transaction.restore(tag, over: JSONValue.object(stored.json).text(.stored))
      case .file(let path):
        let now = try DirectoryReader(root: root).text(of: path)
        let change = StoreRepair.TextFileChange(path: path, before: now, after: text)
        transaction.repair([StoreRepair(of: path, texts: [change])])
      }
      return true
    }
  }

  /// Throws an error if a record can't have the values of some members.
  private static func validate(
    _ record: TimeRecord,
    _ keys: some Sequence<String>,
    at now: Date,
    in transaction: StoreTransaction
  ) throws(TrackingError) {
    if keys.contains("startTime"), record.startTime > now { throw .startInFuture(record.startTime) }
    if keys.contains("endTime"), let end = record.endTime, end > now { throw .endInFuture(end) }
    if keys.contains(where: ["startTime", "endTime"].contains), let end = record.endTime,
      end < record.startTime
    {
      throw .endBeforeStart(start: record.startTime, end: end)
    }
    if keys.contains("tagId"), let tag = record.tagId, try transaction.tags()[tag] == nil {
      throw .tagNotFound(tag.uuidString, candidates: [])
    }
  }

  /// Throws an error if a tag can't have its name.
  private static func validate(
    _ tag: Tag,
    in transaction: StoreTransaction
  ) throws(TrackingError) {
    guard TagName.normalized(tag.name) != nil else { throw .emptyTagName }
    let other = try transaction.tags().tags.first {
      $0.id != tag.id && TagName.key($0.name) == TagName.key(tag.name)
    }
    if let other { throw .tagExists(other) }
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
        files.images = [IncomingFiles.Image(path: path, before: content, bytes: other)]
        transaction.receive(files)
      }
      return true
    }
  }

  private static func stored(
    _ subject: MergeField.Subject,
    in snapshot: any StoreSnapshot,
    _ root: String,
    _ tags: [UUID: JSONObject]
  ) throws -> StoredJSON? {
    let reader = DirectoryReader(root: root)
    switch subject {
    case .record(let id):
      guard let path = try snapshot.path(ofRecord: id), let text = try reader.text(of: path),
        let json = DirectoryChecker.record(text)?.json
      else { return nil }
      return StoredJSON(path: path, json: json)
    case .tag(let id):
      return tags[id].map { StoredJSON(path: StoreLayout.tags, json: $0) }
    case .file(let path):
      let json = try reader.text(of: path).flatMap { try? JSONValue(parsing: $0) }
      return json?.object.map { StoredJSON(path: path, json: $0) }
    }
  }

  private static func tags(in root: String) throws -> [UUID: JSONObject] {
    TagListMerge.tags(try DirectoryReader(root: root).tagsFile()?.tags.contents ?? [:])
  }
}
