import IntentKit
import MinutaCore
import MinutaDesktop

/// Finds unusable files in the user's configuration.
///
/// Invalid settings aren't reported here, because they stop every command earlier. Aliases are, as
/// far as they depend on the commands.
struct ConfigurationValidator: Sendable {
  let program: Program

  private var environment: Environment { program.environment }

  /// Returns the problems with workflows, hooks, plugins, the key map, aliases and schedules.
  func findings(_ engine: IntentEngine) async -> [StoreFinding] {
    var findings = await engine.skippedDefinitions().map { skipped in
      StoreFinding(skipped.error, file: skipped.file)
    }
    let file = environment.keyMap
    do throws(Failure) {
      let map = try KeyMap.load(file, home: environment.home)
      findings += await KeyMapValidator(map: map, engine: engine).problems().map { problem in
        StoreFinding(problem.error, problem.notice(in: file), file: file)
      }
    } catch  where error.code == Failure.keyMapNotFoundCode {
      // A missing key map is not a problem.
    } catch {
      findings.append(StoreFinding(error, file: file))
    }
    return findings + (await aliasFindings()) + (await scheduleFindings())
  }

  private func aliasFindings() async -> [StoreFinding] {
    let file = environment.settings
    let aliases = (try? Settings(of: environment))?.aliases ?? [:]
    return await AliasValidator(aliases: aliases, program: program).problems(in: file)
      .map { _, error in
        StoreFinding(error, file: file)
      }
  }

  private func scheduleFindings() async -> [StoreFinding] {
    let directory = ScheduleDirectory(environment)
    var findings: [StoreFinding] = []
    do throws(Failure) {
      for schedule in try directory.entries() {
        // The first word is the program.
        let words = Array(schedule.words.dropFirst())
        guard let mistake = await program.problem(with: words) else { continue }
        let notice = "The schedule \(schedule.name.quoted) has a mistake: " + mistake.notice
        findings.append(StoreFinding(mistake, notice, file: directory.timer(schedule.name)))
      }
    } catch {
      findings.append(StoreFinding(error))
    }
    return findings
  }
}

extension StoreFinding {
  /// Creates the finding of a failure in the configuration.
  ///
  /// - Parameter notice: the text about it; nil for that of the failure.
  init(_ failure: Failure, _ notice: Notice? = nil, file: String? = nil) {
    let notice = notice ?? failure.notice
    self.init(
      .configuration(code: failure.code, notice.sentence, commands: notice.commands),
      file: file
    )
  }
}
