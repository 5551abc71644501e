public import JSONText

/// The definition of an intent: its ID, parameters, result, effects and command.
public struct IntentDefinition: Sendable, Hashable, JSONCodable {
  /// The ID with which callers name the intent; it never changes.
  public let id: String
  /// The display name of the intent.
  public let title: String
  /// A description of the intent, in one or more sentences.
  public let description: String
  /// A template for a sentence about a call, with parameters in braces, such as `Start {tag}`.
  public let summary: String
  /// The JSON Schema of the intent's arguments.
  public let parameters: JSONObject
  /// The effects of a call.
  public let effects: Effects
  /// The names of the events that a call may cause, such as `timer.started`.
  public let events: [String]
  /// The names of the events for which hooks can run before a call, to change or refuse it.
  public let beforeEvents: [String]
  /// The codes of errors that are specific to this intent.
  public let errors: [String]
  /// The sources from which the intent may be called, such as the command line.
  public let sources: [CallSource]
  /// The command that calls the intent from the command line; nil if it has none of its own.
  public let command: CommandSyntax?
  /// The MCP resources where clients can read results of the intent; empty if there are none.
  public let resources: [Resource]
  /// The definition as it was written; its schemas may refer to shared ones.
  let unresolvedJSON: JSONValue
  private let resolveReferences: @Sendable (JSONValue) -> JSONValue

  /// The effects of a call, with the same meaning as the tool hints of the Model Context Protocol.
  public struct Effects: Sendable, Hashable {
    /// Whether a call changes nothing.
    public let readOnly: Bool
    /// Whether a call can remove or overwrite existing data.
    public let destructive: Bool
    /// Whether repeating a call with the same arguments has no further effect.
    public let idempotent: Bool
    /// Whether a call uses anything beyond the data on this computer, such as a network service.
    public let openWorld: Bool

    /// Creates a description of a call's effects.
    public init(readOnly: Bool, destructive: Bool, idempotent: Bool, openWorld: Bool) {
      self.readOnly = readOnly
      self.destructive = destructive
      self.idempotent = idempotent
      self.openWorld = openWorld
    }
  }

  /// The command-line form of an intent, or a word that stands for it.
  public struct CommandSyntax: Sendable, Hashable {
    fileprivate let json: JSONValue

    /// The command name after `minuta`.
    public var name: String { json["name"]?.string ?? json.string ?? "" }
    /// The parameters that words set, in order; the schema of each says which words it takes.
    public var words: [String] { strings("words") }
    /// The words that may stand before the rest, as in `rename OLD to NEW`.
    public var between: [String] { strings("between") }
    /// The parameters that times set: moments, of which the start comes before the end, a duration and
    /// a day.
    public var times: [String] { strings("times") }
    /// The end of a time that has only a start after `since`; nil if it stays open.
    public var openEnd: String? { json["openEnd"]?.string }
    /// The list parameter that labels such as `+billable` set; nil if there is none.
    public var labels: String? { json["labels"]?.string }
    /// The parameter that takes all words that are left, as one text; nil if there is none.
    public var rest: String? { json["rest"]?.string }
    /// The values of parameters that a person's command line doesn't set, if its result is text.
    public var textDefaults: JSONObject { json["textDefaults"]?.object ?? JSONObject() }
    /// All parameters that can be set without a flag.
    public var parameters: [String] { words + times + [rest].compactMap(\.self) }
    /// The title of the group in which help lists the command; nil if it isn't listed.
    public var group: String? { json["group"]?.string }
    /// The imperative line that describes the command in a list; nil if it isn't listed.
    public var help: String? { json["help"]?.string }
    /// Example command lines, without the program's name.
    public var examples: [String] { strings("examples") }
    /// Whether the command is among the few that help shows first.
    public var isCommon: Bool { json["common"]?.bool ?? false }
    /// The words that stand for the command, perhaps with arguments.
    public var synonyms: [CommandSyntax] { json["synonyms"]?.array?.map(CommandSyntax.init) ?? [] }
    /// The arguments that a synonym stands for, before those that follow it.
    public var arguments: [String] { strings("arguments") }
    /// The name and its synonyms.
    public var names: [String] { [name] + synonyms.map(\.name) }

    private func strings(_ key: String) -> [String] {
      json[key]?.array?.compactMap(\.string) ?? []
    }
  }

  /// Parses and validates a definition.
  ///
  /// - Throws: `Failure.invalidDefinition`.
  public init(json: JSONValue) throws(Failure) {
    try DefinitionValidator.check(json)
    self.init(checked: json)
  }

  /// Creates a definition from JSON that has already been validated, for example at build time.
  ///
  /// - Parameter resolveReferences: Replaces references to shared schemas, which may appear in the
  ///   schema of the result. It is called on each use of that schema, because most calls need none.
  package init(
    checked json: JSONValue,
    resolveReferences: @escaping @Sendable (JSONValue) -> JSONValue = { $0 }
  ) {
    unresolvedJSON = json
    self.resolveReferences = resolveReferences
    id = json["id"]?.string ?? ""
    title = json["title"]?.string ?? ""
    description = json["description"]?.string ?? ""
    summary = json["summary"]?.string ?? ""
    parameters = json["parameters"]?.object ?? JSONObject()
    effects = Effects(json["effects"])
    events = json["events"]?.array?.compactMap(\.string) ?? []
    beforeEvents = json["beforeEvents"]?.array?.compactMap(\.string) ?? []
    errors = json["errors"]?.array?.compactMap(\.string) ?? []
    sources = json["sources"]?.array?.compactMap { $0.string.flatMap(CallSource.init) } ?? []
    command = json["command"].map(CommandSyntax.init)
    resources = json["resources"]?.array?.compactMap(Resource.init) ?? []
  }

  /// Creates an unvalidated definition for the intent of a workflow or of another program.
  ///
  /// Its schemas may use unsupported keywords. Its command has the name of its id.
  ///
  /// - Parameters:
  ///   - rows: the member `rows` of a definition.
  ///   - command: the member `command` of a definition, without a name.
  public init(
    id: String,
    title: String,
    description: String,
    parameters: JSONObject,
    result: JSONObject,
    effects: Effects,
    sources: [CallSource] = CallSource.allCases,
    resources: [Resource] = [],
    rows: JSONValue? = nil,
    command: JSONValue? = nil
  ) {
    self.id = id
    self.title = title
    self.description = description
    summary = title
    self.parameters = parameters
    self.effects = effects
    events = []
    beforeEvents = []
    errors = []
    self.sources = sources
    let syntax = command?.object.map { $0.merging(["name": .string(id)]) }
    self.command = syntax.map { CommandSyntax(json: .object($0)) }
    self.resources = resources
    resolveReferences = { $0 }
    var json: JSONObject = [
      "minuta": 1, "id": .string(id), "title": .string(title),
      "description": .string(description), "summary": .string(title),
      "parameters": .object(parameters), "result": .object(result), "effects": effects.json,
    ]
    json["rows"] = rows
    json["command"] = syntax.map { .object($0) }
    unresolvedJSON = .object(json)
  }

  /// The definition as JSON, with its keys in their original order.
  public var json: JSONValue { resolveReferences(unresolvedJSON) }

  /// The JSON Schema of the intent's result.
  public var result: JSONObject { json["result"]?.object ?? JSONObject() }

  /// The JSON Schemas of the parameters by parameter name, in order.
  public var properties: JSONObject { parameters["properties"]?.object ?? JSONObject() }

  /// Whether the intent is one of the few tools that MCP clients see without choosing any.
  public var isCore: Bool { unresolvedJSON["core"]?.bool ?? false }

  /// Whether people call the intent all the time, so that nothing is cleaned up after a call.
  package var isFrequent: Bool { unresolvedJSON["frequent"]?.bool ?? false }

  /// The parameter with which a call drops all history that is too old; nil if there is none.
  package var clearsHistory: String? { unresolvedJSON["clearsHistory"]?.string }

  /// The names of the parameters that a call must have.
  package var requiredParameters: [String] {
    parameters["required"]?.array?.compactMap(\.string) ?? []
  }
}

extension IntentDefinition {
  /// Returns whether two definitions were written the same.
  public static func == (first: IntentDefinition, second: IntentDefinition) -> Bool {
    first.unresolvedJSON == second.unresolvedJSON && first.sources == second.sources
      && first.resources == second.resources
  }

  /// Hashes the ID of the definition.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
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
