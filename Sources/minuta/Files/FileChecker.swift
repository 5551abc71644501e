import IntentKit
import IntentRPC
import JSONText
import MinutaDesktop

/// Finds the mistakes in a file that a person wrote, without using it.
struct FileChecker {
  let program: Program
  /// The path of the file, as it is shown in messages.
  let file: String
  let bytes: [UInt8]

  /// An engine that knows all intents; it performs none.
  private var engine: IntentEngine { program.definitionEngine }

  /// The result of the check of a file.
  struct Finding {
    let kind: FileKind
    /// The mistakes, each with its line.
    var mistakes: [Failure] = []
    /// Remarks on a file without mistakes.
    var notes: [String] = []
  }

  /// Checks the file.
  ///
  /// - Parameter kind: the expected kind; nil to recognize it by the content.
  func finding(as kind: FileKind?) async -> Finding {
    if kind ?? .calls == .calls, hasLines {
      return Finding(kind: .calls, mistakes: await mistakesInLines())
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, limits: JSONLimits(bytes: CallFileContents.limit))
    } catch {
      return Finding(kind: kind ?? .settings, mistakes: [.malformedFile(file, error)])
    }
    let kind = kind ?? FileKind(of: json)
    var finding = Finding(kind: kind, mistakes: await mistakes(in: json, as: kind))
    if finding.mistakes.isEmpty {
      let definitions = await definitions(in: json, as: kind)
      finding.notes = definitions.flatMap { IntentFlags(definition: $0).clashNotes }
    }
    return finding
  }

  /// Returns the intents that a file without mistakes defines.
  private func definitions(in json: JSONValue, as kind: FileKind) async -> [IntentDefinition] {
    switch kind {
    case .workflow:
      guard let workflow = try? Workflow(json: json) else { return [] }
      let definition = (try? await engine.with(workflow).definition(of: workflow.id)) ?? nil
      return [definition].compactMap(\.self)
    case .plugin: return (try? manifest(json))?.intents().map(\.definition) ?? []
    case .definition: return [try? IntentDefinition(json: json)].compactMap(\.self)
    case .settings, .calls, .keymap: return []
    }
  }

  private func manifest(_ json: JSONValue) throws(Failure) -> PluginManifest {
    try PluginManifest(parsing: bytes, name: json["plugin"]?.string ?? "", file: file)
  }

  private func mistakes(in json: JSONValue, as kind: FileKind) async -> [Failure] {
    switch kind {
    case .settings: return await mistakes(inSettings: json)
    case .calls: return await mistakes(inCalls: json)
    case .workflow:
      return (await engine.problems(ofWorkflow: json) + mistakesInID(json)).map(located)
    case .keymap: return await mistakesInKeyMap()
    case .plugin: return failures { () throws(Failure) in _ = try manifest(json) }
    case .definition:
      let mistakes = failures { () throws(Failure) in _ = try IntentDefinition(json: json) }
      return (mistakes + mistakesInID(json)).map(located)
    }
  }

  /// Returns the mistake of an id that is a command's name, the first word of one, or a synonym.
  private func mistakesInID(_ json: JSONValue) -> [Failure] {
    guard let id = json["id"], let name = id.string,
      (program.commandNames + program.synonyms)
        .contains(where: { $0 == name || $0.hasPrefix("\(name) ") })
    else { return [] }
    let expected = "a name that no command has"
    return [.invalidValue(ValidationError("id", .invalidFormat(expected: expected, found: id)))]
  }

  private func mistakes(inSettings json: JSONValue) async -> [Failure] {
    let problems = Settings.problems(in: json)
    if problems.isEmpty {
      let settings: Settings
      do throws(Failure) {
        settings = try Settings(parsing: bytes, file: file)
      } catch {
        return [error]
      }
      return await AliasValidator(aliases: settings.aliases, program: program).problems().map {
        let line = JSONPointer(["aliases", $0.alias]).line(in: bytes)
        return .invalidCall(file: file, line: line, $0.failure)
      }
    }
    return problems.map { .malformedSettings(file, line: $0.pointer.line(in: bytes) ?? 1, $0) }
  }

  private func mistakesInKeyMap() async -> [Failure] {
    let (map, mistakes) = KeyMap.parse(bytes, file: file)
    let validator = KeyMapValidator(map: map, engine: engine)
    let problems = await validator.problems().sorted { ($0.key?.line ?? 1) < ($1.key?.line ?? 1) }
    return mistakes
      + problems.map { .invalidCall(file: file, line: $0.key?.line, at: $0.pointer, $0.error) }
  }

  private func mistakes(inCalls json: JSONValue) async -> [Failure] {
    guard let calls = json.array else { return await mistakes(inCall: json) }
    var mistakes: [Failure] = []
    for (index, call) in calls.enumerated() {
      mistakes += await self.mistakes(inCall: call, at: [String(index)])
    }
    return mistakes
  }

  /// Returns the mistakes of a call.
  ///
  /// - Parameters:
  ///   - place: the location of the call in the file.
  ///   - line: the line of the call; nil to find that of each mistake.
  private func mistakes(
    inCall json: JSONValue,
    at place: [String] = [],
    line: Int? = nil
  ) async -> [Failure] {
    func located(_ failure: Failure, _ tokens: [String]) -> Failure {
      .invalidCall(file: file, line: line, in: bytes, at: JSONPointer(place + tokens), failure)
    }
    do throws(Failure) {
      let call = try IntentCall(json: json)
      return await engine.problems(with: call, from: .file).map { located($0, $0.placeInCall) }
    } catch {
      return [located(error, error.problem?.pointer.tokens ?? [])]
    }
  }

  /// Whether the file is JSON Lines: a first line with a JSON object, then further lines.
  private var hasLines: Bool {
    let lines = self.lines.prefix(2)
    guard lines.count == 2, let first = lines.first else { return false }
    return (try? JSONValue(parsing: Array(first.bytes)))?.object != nil
  }

  /// The lines that aren't blank, with their numbers.
  private var lines: [(number: Int, bytes: ArraySlice<UInt8>)] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .map { (number: $0.offset + 1, bytes: $0.element) }
      .filter { !$0.bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
  }

  private func mistakesInLines() async -> [Failure] {
    var mistakes: [Failure] = []
    for (number, bytes) in lines {
      do throws(JSONError) {
        let json = try JSONValue(parsing: Array(bytes))
        mistakes += await self.mistakes(inCall: json, line: number)
      } catch {
        mistakes.append(.malformedLine(file, line: number, error))
      }
    }
    return mistakes
  }

  private func located(_ failure: Failure) -> Failure {
    .invalidCall(file: file, line: nil, in: bytes, failure)
  }

  private func failures(_ body: () throws(Failure) -> Void) -> [Failure] {
    do throws(Failure) {
      try body()
      return []
    } catch {
      return [error]
    }
  }
}
