import IntentKit
import JSONText
import Synchronization

/// A test provider that keeps notes in memory only.
final class NotesProvider: IntentProvider {
  private let notes = Mutex<[String]>([])

  static func definition(
    _ id: String,
    parameters: JSONValue,
    sources: JSONValue = ["rpc"]
  ) throws -> IntentDefinition {
    try IntentDefinition(json: [
      "minuta": 1, "id": .string(id), "title": .string(id), "description": "Runs a test.",
      "summary": "Run a test", "parameters": parameters, "result": ["type": "object"],
      "effects": [
        "readOnly": false, "destructive": false, "idempotent": false, "openWorld": false,
      ],
      "errors": [], "sources": sources,
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
      try Self.definition("EatNotes", parameters: none, sources: ["commandLine"]),
    ]
  }

  func definitions() async -> [IntentDefinition] { all }

  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    switch call.definition.id {
    case "AddNote":
      notes.withLock { $0.append(call.values["text"]?.string ?? "") }
      return IntentResult(["text": call.values["text"] ?? .null], dialog: "Noted.")
    case "LoseNotes":
      let facts: JSONObject = ["notes": 3, "code": "shadowed"]
      throw Failure(code: "notesLost", message: "The notes are lost.", data: facts)
    case "LockNotes":
      throw Failure(.busy, code: "locked", message: "The notes are locked.")
    default:
      return IntentResult(
        ["notes": .array(notes.withLock { $0 }.map { .string($0) })],
        dialog: "These are the notes."
      )
    }
  }

  func dryRunCopy() async -> (any IntentProvider)? { try? NotesProvider() }
}
