import Foundation
import JSONText
import MinutaCore

/// The tag list together with the JSON of `tags.json`, which may contain unknown keys.
struct StoredTags: Sendable {
  private(set) var list: TagList
  private var json: JSONObject
  /// The JSON objects of the tags, in the order of the list.
  private var elements: [JSONObject]
  /// The creation time of the newest tag.
  private var newest = Date.distantPast

  /// Creates the empty tag list of a store without a `tags.json`.
  init() {
    list = TagList()
    json = ["tags": []]
    elements = []
  }

  init(json value: JSONValue) throws(StoreError) {
    json = try JSONObjectReader(value, of: "tag list").json
    guard let array = json["tags"]?.array else {
      throw .malformed(key: "tags", expected: "a list")
    }
    var tags: [Tag] = []
    elements = []
    tags.reserveCapacity(array.count)
    elements.reserveCapacity(array.count)
    for element in array {
      let reader = try JSONObjectReader(element, of: "tag")
      elements.append(reader.json)
      tags.append(try Self.tag(reader))
    }
    list = TagList(tags)
    newest = tags.lazy.map(\.createdAt).max() ?? newest
    json["tags"] = []
  }

  /// Parses the text of a tag list file; nil if it is invalid.
  init?(text: String) {
    let json = try? DirectoryReader.json(Array(text.utf8), limit: StoreLayout.tagsLimit)
    guard let json, let tags = try? Self(json: json) else { return nil }
    self = tags
  }

  var tags: [Tag] { list.tags }

  private static func tag(_ reader: JSONObjectReader) throws(StoreError) -> Tag {
    Tag(
      id: try reader.id("id"),
      name: try reader.string("name"),
      color: try reader.string("color"),
      isArchived: try reader.isAbsent("isArchived") ? false : reader.bool("isArchived"),
      createdAt: try reader.date("createdAt")
    )
  }

  /// Parses the JSON text of a tag, as in the journal; nil if it is invalid.
  static func image(_ text: String) -> StoredEntity<Tag>? {
    guard
      let json = try? JSONValue(parsing: text), let reader = try? JSONObjectReader(json, of: "tag"),
      let tag = try? tag(reader)
    else { return nil }
    return StoredEntity(entity: tag, text: text)
  }

  /// Returns a tag's stored JSON on one line; nil if there is no such tag.
  func text(of id: UUID) -> String? {
    list.place(of: id).map { JSONValue.object(elements[$0]).text(.stored) }
  }

  /// Creates the change that saves a tag.
  ///
  /// - Parameter putBack: the tag's earlier JSON, if this restores a tag.
  func change(saving tag: Tag, putBack: RestoredJSONText? = nil) -> TagChange {
    let before = text(of: tag.id)
    var element = list.place(of: tag.id).map { elements[$0] } ?? [:]
    if let base = putBack?.base(now: before) {
      element = (try? JSONValue(parsing: base))?.object ?? element
    }
    let after = JSONValue.object(Self.element(element, changedTo: tag)).text(.stored)
    return TagChange(id: tag.id, before: before, after: after)
  }

  /// Adds a tag, or updates the one with the same ID.
  mutating func save(_ tag: Tag) {
    put(change(saving: tag).after, under: tag.id)
  }

  /// Replaces the stored JSON of a tag; a nil text deletes the tag.
  mutating func put(_ text: String?, under id: UUID) {
    guard let text else { return delete(id) }
    guard let tag = Self.image(text)?.entity, let element = (try? JSONValue(parsing: text))?.object
    else { return }
    if let place = list.place(of: id) {
      list.save(tag)
      elements[place] = element
      return
    }
    let place = place(ofTagMadeAt: tag.createdAt)
    list.insert(tag, at: place)
    elements.insert(element, at: place)
    newest = max(newest, tag.createdAt)
  }

  /// Returns the index at which a tag is inserted, by creation time.
  ///
  /// So a restored tag returns to its old position.
  private func place(ofTagMadeAt date: Date) -> Int {
    if date >= newest { return list.placeCount }
    let places = 0..<list.placeCount
    return places.first { list.tag(at: $0).map { $0.createdAt > date } ?? false } ?? places.count
  }

  /// Returns a tag's JSON with the changed fields replaced; other members keep their exact text.
  private static func element(_ element: JSONObject, changedTo tag: Tag) -> JSONObject {
    let reader = try? JSONObjectReader(.object(element), of: "tag")
    let old = reader.flatMap { try? Self.tag($0) }.map(json)
    let new = json(of: tag)
    var result = element
    for key in new.keys where old?[key] != new[key] { result[key] = new[key] }
    return result
  }

  mutating func delete(_ id: UUID) {
    list.delete(id)
  }

  private var storedElements: [(tag: Tag, json: JSONObject)] {
    elements.indices.compactMap { place in list.tag(at: place).map { ($0, elements[place]) } }
  }

  private static func json(of tag: Tag) -> JSONObject {
    [
      "id": .string(tag.id.text),
      "name": .string(tag.name),
      "color": .string(tag.color),
      "isArchived": .bool(tag.isArchived),
      "createdAt": .string(Timestamp.text(tag.createdAt)),
    ]
  }

  /// The content of `tags.json` with this tag list.
  var text: String { contents.text(.indented) }

  var contents: JSONValue {
    var contents = json
    contents["tags"] = .array(storedElements.map { .object($0.json) })
    return .object(contents)
  }
}
