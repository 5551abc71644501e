@testable import IntentKit
@testable import JSONText
@testable import minuta

extension MessageSection {
  private static let jsonError = JSONError(
    problem: .trailingComma,
    offset: 12,
    line: 2,
    pointer: JSONPointer(["with"])
  )

  private static let resumeErrors: [ResumeError] = [
    .stillRunning(process: 4711), .stillRunning(process: 0),
    .changed(first: "line 2", done: 5, rest: "line 6"), .changed(first: nil, done: 5, rest: nil),
    .undone("call 2"), .otherUnfinished(done: 12),
  ]

  private static let usageErrors: [Failure] =
    [
      .invalidDuration("soon"), .unpolledHost("swayidle"),
      .idleTimeUnavailable("gnome", "program 'gdbus' not found in PATH"),
      .invalidCalendar("daily at 5"),
      .invalidCalendar("Fry", "Failed to parse calendar specification 'Fry': Invalid argument"),
      .elapsedCalendar("2020-01-01"), .notWorkflow("/home/ann/week.jsonl"),
      .invalidScheduleName("a b"), .unknownSchedule("wek", near: "week"),
      .unknownScheduledIntent("week", near: nil, folder: "/home/ann/.config/minuta/intents"),
      .foreignUnit("/home/ann/.config/systemd/user/minuta-week.timer"),
      .noCommand, .unknownCommand("strat", near: "start"),
      .unknownFlag("--tga", near: "--tag"),
      .unknownTool("StartTimr", near: "StartTimer"), .flagWithoutValue("--at"),
      .flagWithValue("--json"), .duplicateValue("--tag"),
      .unknownCommand("foo", near: nil, orTopic: true),
      .invalidChoice(flag: "--sort", "size", among: ["name", "time"]), .notUTF8,
      .relativeStorePath("data"), .homeOfAnotherUser("~bob/data"),
      .missingArgument("TAG"), .notAnObject(flag: "--with"), .notJSON(flag: "--with", jsonError),
      .emptyPath(flag: "--store"), .emptyKey, .perCallFlag("--key", parameter: "key"), .keyForBatch,
      .unreadableFile("week.jsonl", reason: "No such file or directory"),
      .foreignFile("hook.json", untrustedPath: "/tmp"), .batchOnlyFlag("--once"),
      .hookNotCallable("hook.json", event: "timer.started"),
      .malformedFile("week.json", jsonError), .malformedLine("week.jsonl", line: 2, jsonError),
      .lineTooLong("week.jsonl", line: 2),
      .invalidCall(file: "week.jsonl", line: 2, .unknownIntent("StartTimr", near: "StartTimer")),
      .pathIsFolder("week"), .listInStream("week.jsonl", line: 2),
      .changedMeanwhile("week.jsonl", from: 4), .traceNotFound("last", latest: []),
      .traceNotFound("2026", latest: ["20261123-1"]), .conflictingFlags("--atomic", "--resume"),
      .invalidLogFilter("loud", in: "MINUTA_LOG"),
      .unusableFolder("/", why: "'/' belongs to another user, root. Choose a folder of your own."),
      .unwritableFile("settings.json", reason: "No space left on device"),
      .editorFailed("emacs", "exit code 1", keepingTextIn: nil), .noEditor,
      .editorFailed("emacs", "exit code 1", keepingTextIn: "/tmp/settings.json"),
      .editedTextNotSaved("/tmp/settings.json", .settingsChangedMeanwhile),
      .toolsNotChosen("demo", tools: ["say", "sing"]),
      .notAList(.csv, hasFields: false), .notAList(.json, hasFields: true),
      .unknownField("nam", among: ["id", "name"]), .notInstalled("/home/ada/.local"),
      .outdatedInstallation("/home/ada/.local/share/zsh/site-functions/_minuta"),
      .listNeedsNumber("rates"),
      .severalListItems("rates", JSONPointer(["rates", "Acme"]), [0, 1]),
      .foreignFilesInPrefix("/home/ada/.local/bin/minuta", count: 2),
      .installationInUse(["minuta keys remove i3", "minuta schedule remove friday"]),
    ] + resumeErrors.map(Failure.notResumable)

  private static let grammarErrors: [Failure] = [
    .unexpectedArgument("now"), .dayWithoutTime("yesterday"),
    .startOrEnd("9:00", orDuration: false),
    .startOrEnd("1:30", orDuration: true),
    .timeNotTaken("2h", isLength: false, by: definition),
    .timeNotTaken("2h", isLength: true, by: definition), .endBeforeStart("13:00", "14:30"),
    .unreadableTime("25:00"), .unreadableTime("31.11.2026"), .prepositionWithoutTime("for"),
    .recordNotTaken("@1", by: definition), .twoRanges("week", "--month"),
    .notACount("many", flag: "--last"), .rangeInsteadOfDay("mon..fri", flag: "--from"),
    .timeInRest("at 9:00", lines: ["start Acme at 9:00 call", "start Acme 'call at 9:00'"]),
    .numberInsteadOfRecord("2"), .flagWithoutHyphens("end=17:30", "--end=17:30"),
    .textWithoutQuotes("Call bank", flag: "-m"), .unexpectedArgument("now", by: definition),
  ]

  private static let definition = IntentDefinition(
    id: "EndOfDay",
    title: "End of day",
    description: "Stops all timers.",
    parameters: [:],
    result: [:],
    effects: IntentDefinition.Effects(
      readOnly: false,
      destructive: false,
      idempotent: false,
      openWorld: false
    )
  )

  static let commandLine = outcomes(
    "Command line",
    (usageErrors + grammarErrors).map(Outcome.failed)
  )

  private static let settingsErrors: [Failure] = [
    .unreadableSettings("settings.json", reason: "Permission denied"),
    .untrustedSettings("settings.json", untrustedPath: "/home"),
    .malformedSettings("settings.json", jsonError),
    .malformedSettings(
      "settings.json",
      line: 3,
      ValidationError("timezone", .unknownName(near: "timeZone"))
    ),
    .relativeStore("data", in: "settings.json", line: 2),
    .aliasOfCommand("start", in: "settings.json"),
    .aliasOfNothing("w", "sumary", in: "settings.json", near: "summary"),
    .unknownSetting("timezone", near: "timeZone"), .settingOfStorage(isRemoved: false),
    .invalidSetting(ValidationError("timezone", .unknownName(near: "timeZone"))),
  ]

  static let settings = outcomes("Settings", settingsErrors.map(Outcome.failed))

  private static let jsonProblems: [JSONError.Problem] = [
    .unexpectedEnd, .unexpectedCharacter("x"), .byteOrderMark, .trailingText, .trailingComma,
    .duplicateKey("tag"), .malformedNumber, .controlCharacter(10), .malformedEscape,
    .loneSurrogate, .invalidUTF8, .tooDeep(limit: 64), .tooLarge(limit: 1_048_576),
  ]

  static let json = MessageSection(
    title: "Text that isn't JSON",
    lines: jsonProblems.map { ("notJSON", "Invalid JSON in '--with': \($0).") }
  )
}
