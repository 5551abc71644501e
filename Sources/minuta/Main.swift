import Foundation
import SystemCalls

@main
struct Main {
  static func main() {
    reserveStandardDescriptors()
    Signals.ignoreWriteSignals()
    Signals.handleTerminationSignals()
    ChildProcessRegistry.killDescendantsAtExit()
    let environment = Environment.ofCurrentProcess()
    let program = Program(environment: environment)
    let code = CallingThreadExecutor().run { await program.run(environment.arguments) }
    ChildProcessRegistry.killAll()
    exit(code)
  }
}
