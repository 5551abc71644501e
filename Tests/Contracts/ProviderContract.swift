import Foundation
import IntentKit
import JSONText
import Testing

/// The rules that every `IntentProvider` keeps.
package enum ProviderContract {
  package static let rules = definitionRules + callRules + groupRules

  static func rule(
    _ description: String,
    _ body: @escaping @Sendable (ProviderFixture) async throws -> Void
  ) -> ContractRule<ProviderConformer> {
    ContractRule(description) { conformer in try await body(try await conformer.make()) }
  }

  // MARK: Definitions

  private static let definitionRules = [
    rule("an intent has an id of its own, by which it is found") { fixture in
      let definitions = await fixture.provider.definitions()
      #expect(Set(definitions.map(\.id)).count == definitions.count)
      for definition in definitions {
        let found = try await fixture.provider.definition(of: definition.id)
        #expect(found == definition)
      }
      for id in ["NoSuchIntent", "no__Such", ""] {
        do {
          #expect(try await fixture.provider.definition(of: id) == nil)
        } catch {
          // A provider may say what is missing, such as a plugin.
          #expect((error as? Failure)?.kind == .unknownIntent)
        }
      }
      #expect(await fixture.provider.definitions() == definitions)
    },
    rule("each definition is valid, and so are its defaults") { fixture in
      for definition in await fixture.provider.definitions() {
        #expect(!definition.title.isEmpty && !definition.description.isEmpty, "\(definition.id)")
        #expect(definition.parameters["type"] == "object", "\(definition.id)")
        // The definitions of other programs and of workflows aren't written as JSON files.
        if definition.json["sources"] != nil { _ = try IntentDefinition(json: definition.json) }
        for property in definition.properties.members {
          guard let value = property.value["default"] else { continue }
          let schema = property.value.object ?? [:]
          #expect(SchemaValidator(schema).problems(in: value).isEmpty, "\(property.key)")
        }
      }
    },
    rule("a change of the intents is reported") { fixture in
      guard let change = fixture.changeIntents else { return }
      let provider = try #require(fixture.provider as? any ChangingIntentProvider)
      let before = await provider.definitions()
      let changes = try #require(await provider.definitionChanges())
      try await change()
      #expect(await changes.first { _ in true } != nil)
      #expect(await provider.definitions() != before)
    },
  ]

  // MARK: Calls

  private static let callRules = [
    rule("a result is valid for the schema, and only writes change something") { fixture in
      for call in fixture.calls {
        let before = try await fixture.state()
        let outcome = await fixture.engine.perform(call, from: fixture.source)
        #expect(outcome.status == "ok", "\(call.intent): \(outcome)")
        let definition = try #require(try await fixture.provider.definition(of: call.intent))
        expectValid(outcome, definition)
        if definition.effects.readOnly { #expect(try await fixture.state() == before) }
      }
    },
    rule("a call of an unknown intent fails and changes nothing") { fixture in
      let before = try await fixture.state()
      let definition = IntentDefinition(
        id: "NoSuchIntent",
        title: "None",
        description: "Doesn't exist.",
        parameters: ["type": "object"],
        result: [:],
        effects: .init(readOnly: false, destructive: true, idempotent: false, openWorld: false)
      )
      let call = ValidatedCall(definition: definition, values: [:])
      let error = await #expect(throws: Failure.self) {
        try await fixture.provider.perform(call, in: fixture.context)
      }
      #expect(error?.code == "unknownIntent")
      let outcome = await fixture.engine.perform(IntentCall(definition.id), from: fixture.source)
      #expect(outcome.error?.code == "unknownIntent")
      #expect(try await fixture.state() == before)
    },
    rule("a call with invalid arguments is refused and changes nothing") { fixture in
      let before = try await fixture.state()
      for call in await fixture.invalidCalls() {
        #expect(await fixture.engine.problem(with: call, from: fixture.source) != nil)
        let outcome = await fixture.engine.perform(call, from: fixture.source)
        #expect(outcome.error != nil, "\(call)")
      }
      for call in fixture.refusedCalls {
        let outcome = await fixture.engine.perform(call, from: fixture.source)
        #expect(outcome.error != nil, "\(call)")
      }
      #expect(try await fixture.state() == before)
    },
    rule("a dry run has the results of the real calls and changes nothing") { fixture in
      let before = try await fixture.state()
      let copy = await fixture.provider.dryRunCopy()
      let engine = await fixture.engine.dryRunCopy()
      if let copy {
        #expect(await copy.definitions() == fixture.provider.definitions())
        #expect(copy.capabilities == fixture.provider.capabilities)
      }
      for call in fixture.calls {
        let outcome = await engine.perform(call, from: fixture.source)
        if copy == nil {
          #expect(outcome.error?.code == "dryRunUnsupported")
          continue
        }
        #expect(outcome.status == "planned", "\(call.intent): \(outcome)")
        if outcome.result?.plan?.isResultKnown ?? true {
          let definition = try #require(try await fixture.provider.definition(of: call.intent))
          expectValid(outcome, definition)
        }
      }
      for call in fixture.refusedCalls where copy != nil {
        let outcome = await engine.perform(call, from: fixture.source)
        #expect(outcome.error != nil || outcome.result?.plan?.isResultKnown == false, "\(call)")
      }
      #expect(try await fixture.state() == before)
    },
    rule("an idempotency key makes a call run once, or is refused") { fixture in
      let isSupported = fixture.provider.capabilities.contains(.idempotencyKeys)
      let writes = try await fixture.writes()
      var used: IntentCall?
      for (number, call) in writes.enumerated() {
        let keyed = IntentCall(call.intent, with: call.values, key: "key \(number)")
        let before = try await fixture.state()
        let first = await fixture.engine.perform(keyed, from: fixture.source)
        guard isSupported else {
          #expect(first.error?.code == "keyUnsupported")
          #expect(try await fixture.state() == before)
          continue
        }
        let after = try await fixture.state()
        let again = await fixture.engine.perform(keyed, from: fixture.source)
        #expect(first.status == "ok", "\(first)")
        #expect(first.result?.isRepeated == false)
        // A provider needn't store the result of an intent that may be repeated anyway.
        let definition = try #require(try await fixture.provider.definition(of: call.intent))
        if again.result?.isRepeated != true {
          #expect(definition.effects.idempotent)
          #expect(try await fixture.state() == after)
          continue
        }
        #expect(again.result?.value == first.result?.value)
        if let key = used?.key {
          let reused = IntentCall(call.intent, with: call.values, key: key)
          let outcome = await fixture.engine.perform(reused, from: fixture.source)
          #expect(outcome.error?.code == "keyReused")
        }
        #expect(try await fixture.state() == after)
        used = keyed
      }
    },
    rule("the events of a call are those of its definition, and only if they are wanted") {
      fixture in
      for call in try await fixture.writes() {
        var context = fixture.context
        context.collectsEvents = call.intent != fixture.calls.last?.intent
        let validated = try await fixture.validated(call)
        let events = try await fixture.provider.perform(validated, in: context).events
        #expect(events.allSatisfy { validated.definition.events.contains($0.name) })
        if !context.collectsEvents { #expect(events.isEmpty) }
      }
    },
  ]

  private static func expectValid(_ outcome: Outcome, _ definition: IntentDefinition) {
    guard let value = outcome.result?.value else { return }
    let problems = SchemaValidator(definition.result).problems(in: .object(value))
    #expect(problems == [], "\(definition.id): \(value)")
    guard let described = definition.result["properties"]?.object else { return }
    #expect(value.keys.allSatisfy(described.keys.contains), "\(definition.id): \(value)")
  }
}
