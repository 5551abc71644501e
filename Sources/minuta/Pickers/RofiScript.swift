import IntentKit
import JSONText
import MinutaDesktop
import SystemCalls

/// The menu as a script of rofi, which runs it anew for each page.
///
/// Each row has its next step as JSON, which rofi returns. A typed text comes without one, so the
/// step that it belongs to is in a file.
struct RofiScript {
  let program: Program
  let global: GlobalFlags

  private static let fileLimit = 1 << 20
  /// The maximum length of a step in bytes; the kernel passes no longer variables to a program.
  private static let stepLimit = 100_000

  /// Returns the lines to print; none if rofi should close.
  ///
  /// - Parameter text: the text of the chosen row, or a typed text; nil at first.
  func lines(chosen text: String?) async throws -> [String] {
    let variables = program.environment.variables
    guard let state = variables["ROFI_RETV"] else { return usage }
    do {
      let pages = try await MenuPages(program, global, .key)
      let asked = takeSavedStep()
      switch state {
      case "0": return try await lines(of: .list(.all), pages)
      case "1":
        guard let chosen = variables["ROFI_INFO"].flatMap(Self.step) else { return [] }
        return try await lines(of: chosen, pages)
      case "2":
        guard let text, let asked, let page = try await pages.page(for: asked),
          let next = page.typed?(text)
        else { return [] }
        return try await lines(of: next, pages)
      // Other keys, such as the one that deletes a row, mean nothing here.
      default: return []
      }
    } catch {
      KeyFeedbackNotifier(environment: program.environment).send(program.outcome(of: error))
      throw error
    }
  }

  private func lines(of step: MenuStep, _ pages: MenuPages) async throws -> [String] {
    if let page = try await pages.page(for: step) { return lines(of: page, for: step) }
    guard case .call(let call, _) = step else { return [] }
    let confirmed = global.addingConfirmation(call, among: program.definitions)
    let outcome = await pages.engine.perform(confirmed, from: .key, canRequestInput: true)
    if case .needsInput(let request) = outcome, request.state == nil,
      let page = await pages.page(for: request, of: call)
    {
      // Asking for a parameter that is missing is the same as asking for it before the call.
      let names = request.fields.map(\.name)
      return lines(of: page, for: .call(call, asking: names))
    }
    KeyFeedbackNotifier(environment: program.environment).send(outcome)
    program.dropHistory(after: call, global)
    return []
  }

  private func lines(of page: MenuPage, for step: MenuStep) -> [String] {
    let allowsTyping = page.typed != nil && save(step)
    let options = [("prompt", PickerText.row(page.prompt)), ("no-custom", "\(!allowsTyping)")]
    let rows = page.rows.compactMap { row -> String? in
      let info = row.next.json.text()
      return info.utf8.count > Self.stepLimit
        ? nil : "\(PickerText.row(row.text))\0info\u{1F}\(info)"
    }
    return options.map { "\0\($0.0)\u{1F}\($0.1)" } + rows
  }

  private static func step(_ text: String) -> MenuStep? {
    (try? JSONValue(parsing: text)).flatMap(MenuStep.init)
  }

  private var usage: [String] {
    [
      "Add this mode to rofi:",
      "  rofi -modi 'minuta:\(program.environment.program) launcher rofi' -show minuta",
    ]
  }

  private var folder: String { program.environment.keysFolder }
  private var file: String { "\(folder)/rofi-step" }

  /// Removes the step of the page on which a text may have been typed, and returns it; nil if there
  /// is none.
  private func takeSavedStep() -> MenuStep? {
    defer { try? Directory.unlink(file) }
    guard let opened = try? FileDescriptor(opening: file, for: .readingNoFollow),
      let bytes = try? opened.readAll(limit: Self.fileLimit)
    else { return nil }
    return Self.step(String(decoding: bytes, as: UTF8.self))
  }

  /// Saves a step; returns whether that worked.
  private func save(_ step: MenuStep) -> Bool {
    do throws(SystemError) {
      try Directory.make(folder, permissions: 0o700)
      try AtomicFileWriter.replace(file, with: Array(step.json.text().utf8))
      return true
    } catch {
      return false
    }
  }
}
