import Foundation
import MinutaCore
import SystemCalls

@main
struct Main {
  static func main() {
    occupyStandardStreams()
    Signals.makeFailedWritesErrors()
    ChildProcesses.endWithUs()
    let surroundings = Surroundings.ofProcess()
    if let zone = surroundings.unknownTimeZone {
      let used = surroundings.timeZone.name
      Console(surroundings).note("minuta: The time zone \(zone) is not known; \(used) is used.")
    }
    let program = Program(surroundings: surroundings)
    StartingThread().run {
      let code = await program.run(surroundings.words)
      ChildProcesses.endAll()
      exit(code)
    }
  }
}
