import IntentKit
import JSONText
import MinutaDesktop

/// Validates the calls of a key map as `minuta run` would.
struct KeyMapValidator {
  let map: KeyMap
  let engine: IntentEngine

  /// A key that can't work, a mistake in the key map, or a host whose bindings can't be read.
  struct Problem {
    /// The key, with its line in the key map; nil if the message names it, and for a host.
    let key: (slug: String, line: Int)?
    /// The location of the mistake in the key map; nil if it isn't a mistake there.
    var pointer: JSONPointer? = nil
    let error: Failure

    /// Returns the problem in words, which begin with the key and its line in the key map.
    func notice(in file: String) -> Notice {
      key.map { "\(file):\($0.line): key \($0.slug.quoted): " + error.notice } ?? error.notice
    }
  }

  /// Returns the first problem of each key.
  func problems() async -> [Problem] {
    var problems: [Problem] = []
    for key in map.keys {
      guard let error = await error(of: key) else { continue }
      let place = JSONPointer(["keys", key.slug, "call"] + error.placeInCall)
      let line = map.line(of: key, at: place)
      problems.append(Problem(key: (key.slug, line), pointer: place, error: error))
    }
    return problems
  }

  private func error(of key: KeyMap.KeyBinding) async -> Failure? {
    guard let call = key.call else { return nil }
    let validator = UnattendedCallValidator(engine: engine, source: .key)
    guard let pick = key.pick,
      let definition = (try? await engine.definition(of: call.intent)) ?? nil
    else { return await validator.problem(with: call) }
    guard let parameter = pick.parameter(of: call, in: definition) else {
      return .nothingToPick(pick, for: call.intent)
    }
    let isList = definition.properties[parameter]?["items"] != nil
    let example = call.with(isList ? ["last"] : "last", for: parameter)
    return await validator.problem(with: example, canAsk: true)
  }
}

extension [KeyMapValidator.Problem] {
  /// Returns one outcome that reports all problems; nil if there are none.
  func outcome(in file: String) -> Outcome? {
    guard let first else { return nil }
    let lacksInput = [.missingInput, .needsInput].contains(first.error.kind)
    return .failed(
      Failure(
        lacksInput ? .badInput : first.error.kind,
        code: first.error.code,
        message: first.notice(in: file),
        data: [
          "file": .string(file),
          "problems": .array(
            map { problem in
              var json: JSONObject = [:]
              json["key"] = problem.key.map { .string($0.slug) }
              json["line"] = problem.key.map { .number(JSONNumber($0.line)) }
              json["path"] = problem.pointer.map { .string($0.description) }
              json["code"] = .string(problem.error.code)
              return .object(json.merging(problem.notice(in: file).json))
            }
          ),
        ]
      )
    )
  }
}
