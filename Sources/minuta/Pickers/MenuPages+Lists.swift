import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

extension MenuPages {
  /// Returns the page of a list.
  ///
  /// - Throws: `Failure` if the list is empty.
  func page(of list: MenuStep.CallList) async throws(Failure) -> MenuPage {
    switch list {
    case .main: return MenuPage(prompt: "Minuta", rows: await mainRows() + [Self.otherRow])
    case .intents: return MenuPage(prompt: "Intent", rows: await intentRows())
    case .workflows:
      let rows = await workflowRows()
      if rows.isEmpty { throw .noWorkflows(program.workflows.path) }
      return MenuPage(prompt: "Workflow", rows: rows)
    case .recent:
      let rows = await recentRows()
      if rows.isEmpty { throw .noRecentRecords }
      return MenuPage(prompt: "Start", rows: rows)
    }
  }

  private static let otherRow = MenuPage.Row("Other…", .list(.intents))
  /// The number of tags whose timers the main list starts directly.
  private static let tagLimit = 3

  /// The actions for the current timers.
  private func mainRows() async -> [MenuPage.Row] {
    let values = ValueChoices(program, global)
    let running = await running()
    let others = await values.tagChoices().filter { tag in
      !running.contains { $0["tag"]?["name"]?.string == tag.title }
    }
    var rows = running.map { timer in
      let time = DurationFormat.text(seconds: timer["durationSeconds"]?.integer ?? 0)
      let call = IntentCall("StopTimer", with: ["record": timer["id"] ?? .null])
      return MenuPage.Row("Stop \(Self.name(of: timer)) after \(time)", .call(call, asking: []))
    }
    if running.count > 1 {
      rows.append(MenuPage.Row("Stop all", .call(IntentCall("StopTimer"), asking: [])))
    }
    let verb = running.isEmpty ? "Start" : "Switch to"
    let intent = running.isEmpty ? "StartTimer" : "SwitchTimer"
    rows += others.prefix(Self.tagLimit).map { tag in
      let call = IntentCall(intent, with: ["tag": tag.value])
      return MenuPage.Row("\(verb) '\(tag.title)'", .call(call, asking: []))
    }
    if !running.isEmpty {
      rows.append(MenuPage.Row("Switch to…", .call(IntentCall("SwitchTimer"), asking: ["tag"])))
    }
    rows.append(MenuPage.Row("Start…", .call(IntentCall("StartTimer"), asking: ["tag"])))
    let recent = await values.recentRecords()
    if !recent.isEmpty { rows.append(MenuPage.Row("Resume…", .list(.recent))) }
    rows.append(MenuPage.Row("Log…", .call(IntentCall("LogTime"), asking: ["tag", "duration"])))
    let lastTag = running.isEmpty ? recent.first.map { $0.tag?.name } : nil
    if let name = running.last.map(Self.name(of:)) ?? lastTag.map(Self.name(ofTag:)) {
      let record: JSONValue = running.last?["id"] ?? recent.first.map { .string($0.id) } ?? .null
      let call = IntentCall("UpdateRecord", with: ["record": record])
      rows.append(MenuPage.Row("Change the comment of \(name)…", .call(call, asking: ["comment"])))
    }
    rows += await historyRows()
    if !program.workflows.ids().isEmpty {
      rows.append(MenuPage.Row("Run a workflow…", .list(.workflows)))
    }
    return rows
  }

  private static func name(of record: JSONValue) -> String {
    name(ofTag: record["tag"]?["name"]?.string)
  }

  private static func name(ofTag name: String?) -> String {
    name.map { "'\($0)'" } ?? "untagged time"
  }

  /// Returns the running timers, as the result of `Status` has them.
  private func running() async -> [JSONValue] {
    let outcome = await engine.perform(IntentCall("Status"), from: source)
    return outcome.result?.value["running"]?.array ?? []
  }

  /// Returns the rows that undo and redo the last change of this machine.
  private func historyRows() async -> [MenuPage.Row] {
    let call = IntentCall("History", with: ["limit": 20])
    let outcome = await engine.perform(call, from: source)
    let entries = (outcome.result?.typed?.value as? HistoryIntent.Result)?.entries ?? []
    let last = entries.first { !$0.entry.undone && $0.entry.undoes == nil }
    var rows: [MenuPage.Row] = []
    if let last {
      let undo = IntentCall("Undo", with: ["entry": .number(JSONNumber(last.entry.entry))])
      let summary = last.text.summary.markingLineBreaks(" / ")
      let text = "Undo '\(last.text.command)': \(summary)"
      rows.append(MenuPage.Row(text, .call(undo, asking: [])))
    }
    if entries.first?.entry.undoes != nil {
      rows.append(MenuPage.Row("Redo", .call(IntentCall("Redo"), asking: [])))
    }
    return rows
  }

  /// Returns rows that start a timer like a recent record, without repetitions.
  private func recentRows() async -> [MenuPage.Row] {
    let values = ValueChoices(program, global)
    let tags = Set(await values.recentTags().map(\.id))
    var rows: [MenuPage.Row] = []
    for record in await values.recentRecords() {
      // No timer can start with an archived or deleted tag.
      if let tag = record.tag, !tags.contains(tag.id) { continue }
      var values = JSONObject()
      values["tag"] = (record.tag?.id).map { .string($0) }
      values["comment"] = record.comment.map { .string($0) }
      let step = MenuStep.call(IntentCall("StartTimer", with: values), asking: [])
      if values.isEmpty || rows.contains(where: { $0.next == step }) { continue }
      let text = [record.tag?.name, record.comment].compactMap(\.self).joined(separator: ": ")
      rows.append(MenuPage.Row(text, step))
    }
    return Array(rows.prefix(Self.recentLimit))
  }

  private static let recentLimit = 30

  private func workflowRows() async -> [MenuPage.Row] {
    let ids = Set(program.workflows.ids())
    return await engine.definitions().filter { ids.contains($0.id) }.compactMap(row)
  }

  private func intentRows() async -> [MenuPage.Row] {
    let ids = Set(program.workflows.ids())
    return await engine.definitions().filter { !ids.contains($0.id) }.compactMap(row)
  }

  /// Returns the row of an intent; nil if it can't be called from here.
  private func row(of definition: IntentDefinition) -> MenuPage.Row? {
    guard definition.sources.contains(source) else { return nil }
    return MenuPage.Row(
      definition.title,
      .call(IntentCall(definition.id), asking: definition.asked)
    )
  }
}

extension IntentDefinition {
  /// The parameters that a menu asks for: the required ones, and the tag and duration of an intent
  /// that may create its tag.
  var asked: [String] {
    let required = parameters["required"]?.array?.compactMap(\.string) ?? []
    let createsTag = errors.contains("emptyTagName")
    let words = (command?.parameters ?? []).filter { name in
      let schema = properties[name]
      return createsTag
        && (schema?["x-minuta-entity"] == "tag" || schema?["x-minuta-type"] == "duration")
    }
    return required + words.filter { !required.contains($0) }
  }
}
