import Foundation
import IntentKit
import IntentRPC

@main
struct Main {
  static func main() async {
    do {
      let environment = ProcessInfo.processInfo.environment
      let choice = try StorageOptions(
        arguments: Array(CommandLine.arguments.dropFirst()),
        environment: environment
      )
      let storage = StorageManager(choice, environment: environment)
      let zone = timeZone(environment["TZ"])
      let now: @Sendable () -> Date = { Date() }
      let provider = try HabitsProvider(storage: storage, timeZone: zone, makeID: { UUID() })
      exit(
        await RPCServer.serve(
          IntentEngine(providers: [provider], now: now),
          as: ServerInfo(name: "habits", version: "1.0"),
          changes: storage.changeSource(in: DayCalendar(timeZone: zone), now: now)
        )
      )
    } catch let problem as StorageOptions.OptionError {
      printError(problem.sentence)
      exit(2)
    } catch {
      printError("The tools cannot be loaded: \(error).")
      exit(1)
    }
  }

  /// Returns the time zone with the name in the variable `TZ`, or the system's if there is none.
  private static func timeZone(_ name: String?) -> TimeZone {
    // POSIX allows a colon before the name, which Foundation doesn't accept.
    let name = name.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
    if name.isEmpty { return .current }
    if let zone = TimeZone(identifier: name) { return zone }
    // A statically linked program contains the zone data only if it refers to the list of zones, as
    // it does here.
    let near = TypoSuggester.closest(to: name, in: TimeZone.knownTimeZoneIdentifiers).suggestion
    let used = TimeZone.current
    printError(
      "The time zone \(name.quoted) is not known\(near); \(used.identifier.quoted) is used."
    )
    return used
  }

  private static func printError(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data("habits: \(sentence)\n".utf8))
  }
}
