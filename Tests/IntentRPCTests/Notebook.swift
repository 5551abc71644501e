import IntentKit
import JSONText
import Synchronization

/// Intents without any store: notes kept in memory.
final class Notebook: IntentProvider {
  private let notes = Mutex<[String]>([])

  static func definition(
    _ id: String,
    parameters: JSONValue,
    doors: JSONValue = ["rpc"]
  ) throws -> IntentDefinition {
    try IntentDefinition(json: [
      "minuta": 1, "id": .string(id), "title": .string(id), "description": "Does it.",
      "summary": "Does it", "parameters": parameters, "result": ["type": "object"],
      "effects": [
        "readOnly": false, "destructive": false, "idempotent": false, "openWorld": false,
      ],
      "errors": [], "doors": doors,
    ])
  }

  private let all: [IntentDefinition]

  init() throws {
    let none: JSONValue = ["type": "object", "properties": [:], "additionalProperties": false]
    let note: JSONValue = [
      "type": "object", "properties": ["text": ["type": "string"]], "required": ["text"],
      "additionalProperties": false,
    ]
    all = [
      try Self.definition("AddNote", parameters: note),
      try Self.definition("ListNotes", parameters: none),
      try Self.definition("LoseNotes", parameters: none),
      try Self.definition("LockNotes", parameters: none),
      try Self.definition("EatNotes", parameters: none, doors: ["commandLine"]),
    ]
  }

  func definitions() async -> [IntentDefinition] { all }

  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    switch call.definition.id {
    case "AddNote":
      notes.withLock { $0.append(call.values["text"]?.string ?? "") }
      return Answer(["text": call.values["text"] ?? .null], dialog: "Noted.")
    case "LoseNotes":
      let facts: JSONObject = ["notes": 3, "code": "shadowed"]
      throw .failed(
        OutcomeError(.failure, code: "notesLost", message: "The notes are lost.", data: facts)
      )
    case "LockNotes":
      throw .busy(OutcomeError(.failure, code: "locked", message: "The notes are locked."))
    default:
      return Answer(
        ["notes": .array(notes.withLock { $0 }.map { .string($0) })],
        dialog: "These are the notes."
      )
    }
  }

  func rehearsal() async -> (any IntentProvider)? { try? Notebook() }
}
