import Foundation
import SystemCalls

@main
struct Main {
  static func main() async {
    occupyStandardStreams()
    Signals.ignoreBrokenPipes()
    let surroundings = Surroundings.ofProcess()
    if let zone = surroundings.unknownTimeZone {
      let used = surroundings.timeZone.identifier
      Console(surroundings).note("minuta: The time zone \(zone) is not known; \(used) is used.")
    }
    exit(await Program(surroundings: surroundings).run(surroundings.words))
  }
}
