import Foundation
import MinutaDesktop
import SystemCalls

/// Prints the status for a bar whenever it changes, until the bar closes its end of the pipe.
struct BarWatcher {
  private enum Event {
    case statusChanged, settingsChanged, closed
  }

  let format: any StatusFormat
  let global: GlobalFlags
  let program: Program
  private let console: Console
  private let timer: WallClockTimer
  private var changes: BarChangeDetector
  private var clicks: BarClickReader?

  init(_ format: any StatusFormat, _ global: GlobalFlags, _ program: Program) throws {
    self.format = format
    self.global = global
    self.program = program
    console = Console(program.environment, color: global.color)
    timer = try WallClockTimer()
    changes = BarChangeDetector(program.environment)
    clicks = format.sendsClicks ? BarClickReader(input: program.environment.streams.input) : nil
  }

  mutating func run() async throws {
    try console.print(lines: format.header)
    var reader: BarStatusReader?
    var lastLine: String?
    var event = Event.settingsChanged
    while event != .closed {
      if event == .settingsChanged || reader == nil {
        reader = await BarStatusReader(global, program)
        changes.watch(reader?.folder)
      }
      guard let reader else { return }
      let content = await reader.content()
      let line = format.line(for: content)
      if line != lastLine { try console.print(line) }
      lastLine = line
      let next = reader.nextChange(of: content, isWatched: changes.areDetected)
      try timer.set(next.timeIntervalSince1970)
      event = try waitForEvent()
    }
  }

  /// Waits until the status may have changed or the bar has closed a pipe, and handles clicks
  /// meanwhile.
  ///
  /// This blocks the thread, on which nothing else runs.
  private mutating func waitForEvent() throws -> Event {
    let input = DescriptorCondition.readable(program.environment.streams.input)
    let output = DescriptorCondition.abandoned(program.environment.streams.output)
    let conditions = [timer.hasFired, output] + (clicks == nil ? [] : [input])
    while true {
      // Take the changes since the status was read before waiting for more.
      if changes.takeSettingsChange() { return .settingsChanged }
      if changes.takeStatusChange() { return .statusChanged }
      let met = try DirectoryWatcher.shared.wait(or: conditions)
      if met.contains(output) { return .closed }
      if met.contains(input) {
        guard let new = clicks?.read() else { return .closed }
        for click in new { BarClickHandler(global, program).handleDetached(click) }
      }
      if met.contains(timer.hasFired) { return .statusChanged }
    }
  }
}
