import IntentKit
import JSONText
import MinutaDesktop

/// Leads a person through a menu, and makes the call that they choose.
struct MenuRunner {
  let pages: MenuPages

  /// The call that was chosen, and its outcome.
  typealias Choice = (call: IntentCall, outcome: Outcome)

  /// Asks questions until a call is complete, and makes it.
  ///
  /// - Returns: Nil if the person closed a question without an answer; then nothing has changed.
  func run(from start: MenuStep) async throws(Failure) -> Choice? {
    var step = start
    while let page = try await pages.page(for: step) {
      guard let next = try await nextStep(after: page) else { return nil }
      step = next
    }
    guard case .call(let call, _) = step else { return nil }
    return try await perform(
      pages.global.addingConfirmation(call, among: pages.program.definitions)
    )
  }

  private func nextStep(after page: MenuPage) async throws(Failure) -> MenuStep? {
    guard let answer = try await answer(to: page.question) else { return nil }
    return page.next(after: answer)
  }

  /// Makes a call, and asks for the input that it requests.
  private func perform(_ call: IntentCall) async throws(Failure) -> Choice? {
    var pending = call
    while true {
      let outcome = await pages.engine.perform(pending, from: pages.source, canRequestInput: true)
      guard case .needsInput(let request) = outcome else { return (pending, outcome) }
      let answers = try await answers(to: request, of: pending)
      if request.state == nil, answers?["confirm"] == false { return nil }
      guard let next = pending.answering(request, with: answers) else { return nil }
      pending = next
    }
  }

  /// Returns an answer for each field; nil if the person closed a question or didn't agree.
  private func answers(
    to request: InputRequest,
    of call: IntentCall
  ) async throws(Failure) -> JSONObject? {
    var answers = JSONObject()
    for field in request.fields {
      let isOnly = request.fields.count == 1
      let page = await pages.page(
        for: field,
        prompt: isOnly ? request.message : field.schema["title"]?.string ?? field.name,
        of: IntentCall(call.intent),
        asking: []
      )
      let step = try await nextStep(after: page)
      guard case .call(let chosen, _)? = step, let value = chosen.values[field.name] else {
        if field.isRequired { return nil }
        continue
      }
      answers[field.name] = value
    }
    if request.fields.contains(where: \.isRequired) { return answers }
    // A person may skip all optional fields without meaning to agree.
    let agreement = PickerQuestion(request.message, rows: ["Yes", "No"])
    return try await answer(to: agreement) == .row(0) ? answers : nil
  }

  /// Asks a question, which needs a picker; a menu that asks nothing needs none.
  private func answer(to question: PickerQuestion) async throws(Failure) -> PickerAnswer? {
    try await pages.program.picker().answer(to: question)
  }
}
