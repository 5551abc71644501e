import Foundation
import JSONText
import MinutaCore

/// The tags as `tags.json` has them, with keys that are not ours.
struct StoredTags: Sendable {
  private(set) var tags: [Tag]
  private var json: JSONObject
  private var elements: [JSONObject]

  /// The tags of a store that has no file of them yet.
  init() {
    tags = []
    json = ["tags": []]
    elements = []
  }

  init(json value: JSONValue) throws(StoreError) {
    json = try StoredObject(value, of: "tag list").json
    guard let array = json["tags"]?.array else {
      throw .malformed(key: "tags", expected: "a list")
    }
    tags = []
    elements = []
    for element in array {
      let reader = try StoredObject(element, of: "tag")
      elements.append(reader.json)
      tags.append(try Self.tag(reader))
    }
  }

  /// Reads the text of a file of tags; nil where it is none.
  init?(text: String) {
    let json = try? FolderReader.json(Array(text.utf8), limit: StoreLayout.tagsLimit)
    guard let json, let tags = try? Self(json: json) else { return nil }
    self = tags
  }

  private static func tag(_ reader: StoredObject) throws(StoreError) -> Tag {
    Tag(
      id: try reader.id("id"),
      name: try reader.string("name"),
      color: try reader.string("color"),
      isArchived: try reader.isAbsent("isArchived") ? false : reader.bool("isArchived"),
      createdAt: try reader.date("createdAt")
    )
  }

  /// Adds a tag, or changes what differs in the one with its id.
  ///
  /// - Parameter putBack: The tag as it was stored once, where it is put back.
  mutating func save(_ tag: Tag, putBack: PutBack? = nil) {
    let index = tags.firstIndex { $0.id == tag.id }
    let now = index.map { elements[$0] }
    var element = now ?? [:]
    if let base = putBack?.base(now: now.map { JSONValue.object($0).text() }) {
      element = (try? JSONValue(parsing: base))?.object ?? element
    }
    put(tag, Self.element(element, changedTo: tag))
  }

  /// Gives a tag the text that it is stored as; nil deletes it.
  mutating func put(_ text: String?, under id: UUID) {
    guard let text else { return delete(id) }
    guard
      let json = try? JSONValue(parsing: text), let reader = try? StoredObject(json, of: "tag"),
      let tag = try? Self.tag(reader)
    else { return }
    put(tag, reader.json)
  }

  private mutating func put(_ tag: Tag, _ element: JSONObject) {
    if let index = tags.firstIndex(where: { $0.id == tag.id }) {
      (tags[index], elements[index]) = (tag, element)
    } else {
      // One that is put back stands where it was made.
      let place = tags.firstIndex { $0.createdAt > tag.createdAt } ?? tags.count
      tags.insert(tag, at: place)
      elements.insert(element, at: place)
    }
  }

  /// The JSON with what differs in a tag; everything else stays as it was written.
  private static func element(_ element: JSONObject, changedTo tag: Tag) -> JSONObject {
    let reader = try? StoredObject(.object(element), of: "tag")
    let old = reader.flatMap { try? Self.tag($0) }.map(json)
    let new = json(of: tag)
    var result = element
    for key in new.keys where old?[key] != new[key] { result[key] = new[key] }
    return result
  }

  mutating func delete(_ id: UUID) {
    guard let index = tags.firstIndex(where: { $0.id == id }) else { return }
    tags.remove(at: index)
    elements.remove(at: index)
  }

  /// The tags with their texts as they are stored.
  var images: [UUID: EntityImage<Tag>] {
    let images = zip(tags, elements).map { tag, json in
      (tag.id, EntityImage(entity: tag, text: JSONValue.object(json).text()))
    }
    return Dictionary(images) { first, _ in first }
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

  var contents: JSONValue {
    var contents = json
    contents["tags"] = .array(elements.map { .object($0) })
    return .object(contents)
  }
}
