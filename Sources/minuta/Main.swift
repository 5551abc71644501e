import Foundation
import MinutaCore
import SystemCalls

@main
struct Main {
  static func main() {
    occupyStandardStreams()
    Signals.makeFailedWritesErrors()
    let surroundings = Surroundings.ofProcess()
    if let zone = surroundings.unknownTimeZone {
      let used = surroundings.timeZone.name
      Console(surroundings).note("minuta: The time zone \(zone) is not known; \(used) is used.")
    }
    let program = Program(surroundings: surroundings)
    StartingThread().run { exit(await program.run(surroundings.words)) }
  }
}
