import Foundation
import SystemCalls

@main
struct Main {
  static func main() async {
    occupyStandardStreams()
    Signals.ignoreBrokenPipes()
    let surroundings = Surroundings.ofProcess()
    do {
      if let zone = surroundings.unknownTimeZone {
        let used = surroundings.timeZone.identifier
        Console(surroundings).note("minuta: The time zone \(zone) is not known; \(used) is used.")
      }
      let program = try Program(surroundings: surroundings)
      exit(await program.run(surroundings.words))
    } catch {
      Console(surroundings).note("minuta: The built-in intents cannot be loaded: \(error).")
      exit(1)
    }
  }
}
