import IntentKit
import JSONText
import MinutaCore

/// Makes the pages of a menu from the data folder and the intents.
struct MenuPages {
  let program: Program
  let global: GlobalFlags
  let engine: IntentEngine
  /// The source of the calls; intents that can't be called from it aren't offered.
  let source: CallSource

  init(_ program: Program, _ global: GlobalFlags, _ source: CallSource) async throws {
    (self.program, self.global, self.source) = (program, global, source)
    engine = try await program.engine(global, printsTextOnly: true)
  }

  /// Returns the page of a step; nil if it is a call that asks for nothing more.
  func page(for step: MenuStep) async throws(Failure) -> MenuPage? {
    switch step {
    case .list(let list): return try await page(of: list)
    case .call(_, asking: []): return nil
    case .call(let call, let names):
      guard let definition = try await engine.definition(of: call.intent) else {
        throw .unknownIntent(call.intent, near: nil)
      }
      return await page(for: call, asking: names, of: definition)
    }
  }

  /// Returns the page for a field of a call.
  ///
  /// - Parameter names: the parameters that are asked for afterwards.
  func page(
    for field: InputRequest.InputField,
    prompt: String,
    of call: IntentCall,
    asking names: [String]
  ) async -> MenuPage {
    let choices = await ValueChoices(program, global).choices(for: field)
    let rows = choices.map { choice in
      MenuPage.Row(choice.title, .call(call.with(choice.value, for: field.name), asking: names))
    }
    let typed = { (text: String) in
      MenuStep.call(call.with(field.value(typed: text), for: field.name), asking: names)
    }
    return MenuPage(
      prompt: prompt,
      rows: rows,
      typed: ValueChoices.allowsTyping(field) ? typed : nil
    )
  }

  private func page(
    for call: IntentCall,
    asking names: [String],
    of definition: IntentDefinition
  ) async -> MenuPage {
    let name = names[0]
    let schema = definition.properties[name] ?? [:]
    let required = definition.parameters["required"]?.array ?? []
    return await page(
      for: InputRequest.InputField(
        name: name,
        schema: schema,
        isRequired: required.contains(.string(name))
      ),
      prompt: schema["title"]?.string ?? name,
      of: call,
      asking: Array(names.dropFirst())
    )
  }
}
