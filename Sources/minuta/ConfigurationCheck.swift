import IntentKit
import MinutaCore
import MinutaDesktop

/// Looks for files of the user's configuration that can't be used.
///
/// Wrong settings aren't among them: they stop the call that would look.
struct ConfigurationCheck: Sendable {
  let surroundings: Surroundings

  /// Returns what is wrong with workflows, hooks, plugins and the key map.
  func findings(_ engine: IntentEngine) async -> [Finding] {
    var findings = await engine.skippedDefinitions().map { skipped in
      Finding(.configuration(code: skipped.error.code, skipped.error.message), file: skipped.file)
    }
    let file = surroundings.keyMap
    do throws(DesktopError) {
      let map = try KeyMap.load(file, home: surroundings.home)
      findings += await KeyMapCheck(map: map, engine: engine).problems().map { problem in
        Finding(.configuration(code: problem.error.code, problem.sentence(in: file)), file: file)
      }
    } catch .noKeyMap {
      // Not everybody has keys.
    } catch {
      let error = error.outcomeError
      findings.append(Finding(.configuration(code: error.code, error.message), file: file))
    }
    return findings
  }
}
