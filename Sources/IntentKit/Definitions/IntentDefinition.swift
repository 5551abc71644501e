public import JSONText

/// The description of something that can be asked for: the one place where it is described.
public struct IntentDefinition: Sendable, Hashable, JSONCodable {
  /// The name that callers use; it never changes.
  public let id: String
  /// The name that people read.
  public let title: String
  /// What it does, in a sentence or a few.
  public let description: String
  /// One sentence for a call, with parameters in braces: `Start {tag}`.
  public let summary: String
  /// The JSON Schema of a call's values.
  public let parameters: JSONObject
  /// The JSON Schema of the value it answers.
  public let result: JSONObject
  /// What a call does to the world.
  public let effects: Effects
  /// The names of the events that a call may cause.
  public let events: [String]
  /// The events that a call is made for; hooks ahead of it hear of those only.
  public let beforeEvents: [String]
  /// The codes of the failures that belong to it.
  public let errors: [String]
  /// Who may ask.
  public let sources: [CallSource]
  /// How the command line spells it; nil where it has no short command.
  public let command: Command?
  /// The URIs under which its answers can be read; none where it has none.
  public let resources: [Resource]
  /// The definition as JSON, its members in the order they came.
  public let json: JSONValue

  /// What a call does to the world: the hints that the Model Context Protocol names.
  public struct Effects: Sendable, Hashable {
    /// Whether it changes nothing.
    public let readOnly: Bool
    /// Whether it can remove or overwrite what was there.
    public let destructive: Bool
    /// Whether a second call with the same values changes nothing more.
    public let idempotent: Bool
    /// Whether it reaches beyond this machine's own data.
    public let openWorld: Bool

    /// Says what a call does.
    public init(readOnly: Bool, destructive: Bool, idempotent: Bool, openWorld: Bool) {
      self.readOnly = readOnly
      self.destructive = destructive
      self.idempotent = idempotent
      self.openWorld = openWorld
    }
  }

  /// How the command line spells an intent.
  public struct Command: Sendable, Hashable {
    /// The word after `minuta`.
    public let name: String
    /// The parameters that plain words fill, in order.
    public let positional: [String]
  }

  /// Reads a definition and checks it whole.
  ///
  /// - Throws: `IntentError.invalidDefinition`.
  public init(json: JSONValue) throws(IntentError) {
    try DefinitionValidator.check(json)
    self.init(checked: json)
  }

  /// Reads a definition that is known to be right, as what was checked when the program was made.
  package init(checked json: JSONValue) {
    self.json = json
    id = json["id"]?.string ?? ""
    title = json["title"]?.string ?? ""
    description = json["description"]?.string ?? ""
    summary = json["summary"]?.string ?? ""
    parameters = json["parameters"]?.object ?? JSONObject()
    result = json["result"]?.object ?? JSONObject()
    effects = Effects(json["effects"])
    events = json["events"]?.array?.compactMap(\.string) ?? []
    beforeEvents = json["beforeEvents"]?.array?.compactMap(\.string) ?? []
    errors = json["errors"]?.array?.compactMap(\.string) ?? []
    sources = json["sources"]?.array?.compactMap { $0.string.flatMap(CallSource.init) } ?? []
    command = json["command"].map(Command.init)
    resources = json["resources"]?.array?.compactMap(Resource.init) ?? []
  }

  /// Describes what another program does, in whose schemas may stand what is not checked here.
  ///
  /// It has no short command.
  public init(
    id: String,
    title: String,
    description: String,
    parameters: JSONObject,
    result: JSONObject,
    effects: Effects,
    sources: [CallSource] = CallSource.allCases,
    resources: [Resource] = []
  ) {
    self.id = id
    self.title = title
    self.description = description
    summary = title
    self.parameters = parameters
    self.result = result
    self.effects = effects
    events = []
    beforeEvents = []
    errors = []
    self.sources = sources
    command = nil
    self.resources = resources
    json = [
      "minuta": 1, "id": .string(id), "title": .string(title),
      "description": .string(description), "summary": .string(title),
      "parameters": .object(parameters), "result": .object(result), "effects": effects.json,
    ]
  }

  /// The schemas of the parameters by name, in order.
  public var properties: JSONObject { parameters["properties"]?.object ?? JSONObject() }
}

extension IntentDefinition.Effects {
  fileprivate init(_ json: JSONValue?) {
    readOnly = json?["readOnly"]?.bool ?? false
    destructive = json?["destructive"]?.bool ?? true
    idempotent = json?["idempotent"]?.bool ?? false
    openWorld = json?["openWorld"]?.bool ?? true
  }

  fileprivate var json: JSONValue {
    [
      "readOnly": .bool(readOnly), "destructive": .bool(destructive),
      "idempotent": .bool(idempotent), "openWorld": .bool(openWorld),
    ]
  }
}

extension IntentDefinition.Command {
  fileprivate init(_ json: JSONValue) {
    name = json["name"]?.string ?? ""
    positional = json["positional"]?.array?.compactMap(\.string) ?? []
  }
}
