import IntentKit
import MinutaDesktop

/// Does what the user's key map binds to a key.
struct KeyCommand: Command {
  let name = "key"
  let usage = "key SLUG"
  let summary = "Make the call that the key map binds to a key"

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    let surroundings = program.surroundings
    let map = try KeyMap.load(surroundings.keyMap, home: surroundings.home)
    let key = try map.key(try words.word("key"))
    let console = Console(surroundings, color: words.global.color)
    let debounce = KeyDebounce(
      folder: "\(surroundings.stateFolder)/keys",
      window: map.debounce
    )
    let isDry = words.global.isDryRun
    guard try isDry || debounce.admits(key.slug, now: surroundings.now()) else {
      console.note("minuta: The key \(key.slug.quoted) was pressed just before; nothing was done.")
      return 0
    }
    let call = words.global.confirming(key.call, among: program.definitions)
    let outcome = await (try program.engine(words.global, printsSentences: true)).perform(
      call,
      from: .key
    )
    return try OutcomePrinter(console: console, wantsJSON: words.global.wantsJSON)
      .print(outcome, of: key.call.intent)
  }
}

extension Surroundings {
  /// The path of the user's key map.
  var keyMap: String { "\(configurationFolder)/keymap.json" }
}
