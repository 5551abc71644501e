import Foundation
import MinutaCore
import SystemCalls

@main
struct Main {
  static func main() {
    reserveStandardDescriptors()
    Signals.ignoreWriteSignals()
    ChildProcessRegistry.killDescendantsAtExit()
    let environment = Environment.ofCurrentProcess()
    if let zone = environment.unknownTimeZone {
      let used = environment.timeZone.name
      Console(environment).printError(
        "minuta: Unknown time zone '\(zone)' in TZ; using \(used)."
      )
    }
    let program = Program(environment: environment)
    MainThreadExecutor().run {
      let code = await program.run(environment.arguments)
      ChildProcessRegistry.killAll()
      exit(code)
    }
  }
}
