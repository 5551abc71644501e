import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// The grammar of the words of a command: `minuta help grammar` describes it.
///
/// Each word is read once, from left to right, as the first kind that it has and that the command still
/// takes. Which kinds these are stands in the definition; which tags or records exist doesn't matter.
struct CommandGrammar {
  /// The kinds of words that can set a parameter.
  private enum Kind: Equatable {
    /// A record, or one of several if the parameter is a list.
    case record(isList: Bool)
    case choice([String])
    case range
    case grouping
    case condition
    case list
    case text

    var isRecord: Bool { if case .record = self { true } else { false } }
  }

  private let definition: IntentDefinition
  private let syntax: IntentDefinition.CommandSyntax?
  private let words: [String]
  /// The number of words before `--`; those after it are text.
  private let literalStart: Int
  /// The comments without a blank that flags set, by the index of the word that follows.
  private let comments: [Int: (flag: String, text: String)]

  private var kinds: [(name: String, kind: Kind)]
  private var times: CommandTimes
  private var reading = CommandReading()
  private var filter: [String] = []
  /// The index of the first word of the rest; nil if it hasn't begun.
  private var restStart: Int?
  private var rest: [String] = []
  private var index = 0

  /// - Parameters:
  ///   - definition: the intent whose command the words belong to.
  ///   - arguments: the words, without flags.
  init(_ definition: IntentDefinition, _ arguments: CommandLineArguments) {
    self.definition = definition
    syntax = definition.command
    words = arguments.positionals
    literalStart = words.count - arguments.literalCount
    comments = arguments.comments
    let flags = IntentFlags(definition: definition)
    let given = Set(definition.properties.keys.filter { flags.isGiven($0, arguments) })
    times = CommandTimes(definition, given: given)
    kinds = definition.wordParameters.map { ($0, Self.kind(of: definition.properties[$0])) }
      // Conditions are added to those of a flag.
      .filter { !given.contains($0.name) || $0.kind == .condition }
  }

  private static func kind(of schema: JSONValue?) -> Kind {
    let isList = schema?["type"] == "array"
    let item = (isList ? schema?["items"] : schema) ?? .null
    if item["x-minuta-entity"] == "record" { return .record(isList: isList) }
    if let choices = choices(of: schema) { return .choice(choices) }
    switch item["x-minuta-type"] {
    case "range": return .range
    case "dimension": return .grouping
    case "filter": return .condition
    default: return isList ? .list : .text
    }
  }

  /// Returns the fixed values of a parameter that takes one of them; nil if it takes others too.
  static func choices(of schema: JSONValue?) -> [String]? {
    let isFormat = schema?["x-minuta-type"] == "format"
    return schema?[isFormat ? "examples" : "enum"]?.array?.compactMap(\.string)
  }

  /// Reads the words.
  ///
  /// - Returns: What was understood, also of words of which a part can't be read, and their mistake.
  static func read(
    _ definition: IntentDefinition,
    _ arguments: CommandLineArguments
  ) -> (reading: CommandReading, failure: Failure?) {
    var grammar = CommandGrammar(definition, arguments)
    var failure: Failure?
    do throws(Failure) {
      while grammar.index < grammar.words.count { try grammar.readNext() }
      if grammar.reading.isAfterBy { throw Failure.nothingAfter("by") }
      try grammar.checkRest(arguments)
      grammar.readMistypedChoice()
      grammar.readChoiceAsItem()
      grammar.reading.values += try grammar.times.values()
    } catch {
      failure = error
      grammar.reading.values += (try? grammar.times.values()) ?? []
    }
    grammar.finish()
    return (grammar.reading, failure)
  }

  /// Makes a text the value of a required choice that is missing, if it is like one of its values, so
  /// that the mistake is named.
  private mutating func readMistypedChoice() {
    for parameter in kinds where definition.requiredParameters.contains(parameter.name) {
      guard case .choice(let choices) = parameter.kind,
        let place = reading.values.firstIndex(where: { value in
          TypoSuggester.closest(to: value.text, in: choices) != nil
        })
      else { continue }
      reading.values[place].name = parameter.name
    }
  }

  /// Makes a choice the only item of a required list, as in `import watson`, where it is the name of a
  /// file and not of a format.
  private mutating func readChoiceAsItem() {
    guard reading.values.count == 1,
      case .choice = Self.kind(of: definition.properties[reading.values[0].name])
    else { return }
    let list = kinds.first { $0.kind == .list && definition.requiredParameters.contains($0.name) }
    if let list { reading.values[0].name = list.name }
  }

  /// Adds what consists of several words to the reading.
  private mutating func finish() {
    if let name = name(of: .condition), !filter.isEmpty {
      reading.values.append((name, filter.text))
    }
    if let name = syntax?.rest, !rest.isEmpty { reading.values.append((name, rest.text)) }
    reading.free = kinds.map(\.name) + (restStart == nil ? [syntax?.rest].compactMap(\.self) : [])
    reading.canTakeTime = restStart == nil && times.canTakeMoment
  }

  /// The parameter of a kind that no word has set; nil if there is none.
  private func name(of kind: Kind) -> String? { kinds.first { $0.kind == kind }?.name }

  /// The words from the present one to the next that is in quotes or after `--`.
  private var run: ArraySlice<String> {
    words[index..<max(index, literalStart)].prefix { !$0.isQuotedArgument }
  }

  private mutating func readNext() throws(Failure) {
    let word = words[index]
    let isPlain = index < literalStart && !word.isQuotedArgument
    if isPlain || index < literalStart && word.isLabelWithValue, try readSigned(word) { return }
    if restStart == nil {
      if isPlain {
        if try readRecord(word) { return }
        if readChoice(word) { return }
        if try readTime() { return }
      }
      if isPlain, readRange() || readGrouping(word) { return }
      if index < literalStart, readCondition() { return }
      if try readText(word, isPlain: isPlain) { return }
    }
    try readRest(word)
  }

  /// Reads a time with a sign or a label, which can also stand within the rest.
  private mutating func readSigned(_ word: String) throws(Failure) -> Bool {
    if word.isNegative {
      guard let (time, _) = TimeGrammar.time(in: [word]) else { throw .unreadableTime(word) }
      try take(time, of: 1)
      return true
    }
    guard word.isLabel else { return false }
    let label = String(word.dropFirst())
    if let name = syntax?.labels {
      reading.values.append((name, label))
    } else if definition.selectsByLabels {
      filter.append(label.labelCondition)
    } else {
      return false
    }
    index += 1
    return true
  }

  private mutating func readRecord(_ word: String) throws(Failure) -> Bool {
    let next = placeOfRecord
    let isFirst = isFirstWordRecord
    // In `edit 2 until 17:30`, the record would be the last one, and 2 an hour.
    if isFirst, index == 0, word.count < 4, word.allSatisfy(\.isWholeNumber),
      definition.properties[syntax?.words[0] ?? ""]?["default"] != nil
    {
      throw .numberInsteadOfRecord(word)
    }
    let parts = word.split(separator: ",").map(String.init)
    guard !parts.isEmpty, parts.allSatisfy({ $0.isRecord(isFirstWord: isFirst) }),
      next != nil || parts[0].isRecordNumber || parts[0].isShownID && hasRecord
    else { return false }
    for part in parts {
      guard let place = placeOfRecord else { throw .recordNotTaken(part, by: definition) }
      reading.values.append((kinds[place].name, part))
      if kinds[place].kind == .record(isList: false) { kinds.remove(at: place) }
    }
    index += 1
    return true
  }

  /// Whether a word can name a record of the command.
  private var hasRecord: Bool {
    takes(\.isRecord)
  }

  /// Whether a word can set a parameter of a kind, set or not.
  private func takes(_ isKind: (Kind) -> Bool) -> Bool {
    definition.wordParameters.contains { isKind(Self.kind(of: definition.properties[$0])) }
  }

  private var placeOfRecord: Int? {
    kinds.firstIndex { $0.kind.isRecord }
  }

  /// Whether the first word of the command is a record, which isn't set yet.
  private var isFirstWordRecord: Bool {
    placeOfRecord.map { kinds[$0].name == syntax?.words.first } ?? false
  }

  private mutating func readChoice(_ word: String) -> Bool {
    for (place, parameter) in kinds.enumerated() {
      guard case .choice(let choices) = parameter.kind,
        let choice = choices.first(where: { $0.lowercased() == word.lowercased() })
      else { continue }
      set(place, choice)
      return true
    }
    return false
  }

  private mutating func readTime() throws(Failure) -> Bool {
    guard times.isTaken else {
      if name(of: .range) != nil { try checkMistake() }
      return false
    }
    guard let (time, count) = TimeGrammar.time(in: run) else {
      try checkMistake()
      return false
    }
    if case .day = time, let next = run.dropFirst(count).first, next.allSatisfy(\.isWholeNumber) {
      throw .unreadableTime(run.prefix(count + 1).text)
    }
    let isPhrase = TimeGrammar.prepositions.contains(words[index].lowercased())
    if !times.canTake(time), isPhrase, syntax?.rest != nil { return false }
    try take(time, of: count)
    return true
  }

  /// Throws if the present word has the form of a time, but is none.
  private func checkMistake() throws(Failure) {
    let word = words[index]
    if TimeGrammar.isMistaken(word) { throw .unreadableTime(word) }
  }

  private mutating func take(_ time: TimeGrammar.Time, of count: Int) throws(Failure) {
    let text = words[index..<(index + count)].text
    guard times.canTake(time) else {
      var isLength = false
      if case .duration = time { isLength = times.takesMomentOnly }
      throw .timeNotTaken(text, isLength: isLength, by: definition)
    }
    times.take(time)
    index += count
  }

  private mutating func readRange() -> Bool {
    guard let place = kinds.firstIndex(where: { $0.kind == .range }),
      let count = TimeGrammar.rangeLength(in: run)
    else { return false }
    reading.values.append((kinds[place].name, run.prefix(count).text))
    kinds.remove(at: place)
    index += count
    return true
  }

  /// Reads `by` and the grouping after it.
  private mutating func readGrouping(_ word: String) -> Bool {
    guard word.lowercased() == "by", let name = name(of: .grouping) else { return false }
    guard index + 1 < words.count else {
      reading.isAfterBy = true
      index += 1
      return true
    }
    // The key of a label can have capitals.
    let grouping = words[index + 1]
    reading.values.append((name, grouping.contains("+") ? grouping : grouping.lowercased()))
    index += 2
    return true
  }

  /// Reads a condition of a filter, or a word or bracket that joins conditions.
  private mutating func readCondition() -> Bool {
    guard name(of: .condition) != nil else { return false }
    let word = words[index]
    let next = index + 1 < literalStart ? words[index + 1] : nil
    let isWord =
      switch word.lowercased() {
      case "and", "or": !filter.isEmpty && next != nil
      case "not": next.map { FilterParser.isFilter($0) || $0.isLabel } ?? false
      case "(", ")": true
      default:
        FilterParser.isFilter(word)
          || ["and", "not", "or"].contains(filter.last?.lowercased() ?? "")
          || word.isQuotedArgument && word.isLabel
      }
    if !isWord { return false }
    filter.append(word)
    index += 1
    return true
  }

  /// Makes a word an item of a list, or the next text.
  private mutating func readText(_ word: String, isPlain: Bool) throws(Failure) -> Bool {
    for (place, parameter) in kinds.enumerated() {
      switch parameter.kind {
      case .list:
        reading.values.append((parameter.name, word))
        index += 1
        return true
      case .text:
        if isPlain { try checkName(word) }
        set(place, word)
        return true
      default: continue
      }
    }
    return false
  }

  /// Throws if the present word follows the first word of a comment that a flag sets.
  private func checkComment() throws(Failure) {
    guard index < literalStart, let (flag, text) = comments[index] else { return }
    throw .textWithoutQuotes(([text] + words[index..<literalStart]).text, flag: flag)
  }

  /// Throws if a word that would be a name is probably meant as something else.
  private func checkName(_ word: String) throws(Failure) {
    try checkComment()
    if index + 1 < literalStart, times.isTaken || takes({ $0 == .range }),
      TimeGrammar.prepositions.contains(word.lowercased())
    {
      throw .prepositionWithoutTime(word)
    }
    let (name, value) = word.splitAtEquals
    if value != nil, let flag = IntentFlags(definition: definition).flags.flag("--\(name)")?.flag {
      throw .flagWithoutHyphens(word, "--\(flag.name)=\(value ?? "")")
    }
  }

  /// Begins or continues the rest; a word that is left without one is read as what is missing, so that
  /// its mistake is named.
  private mutating func readRest(_ word: String) throws(Failure) {
    if syntax?.rest != nil {
      let isBetween =
        syntax?.between.contains(word.lowercased()) == true && index + 1 < words.count
        && index < literalStart
      if restStart == nil {
        try checkComment()
        restStart = isBetween ? index + 1 : index
      }
      if index >= restStart ?? 0 { rest.append(word) }
      index += 1
      return
    }
    if let place = placeOfRecord, word.isRecord(isFirstWord: true) {
      set(place, word)
      return
    }
    // After a tag, another word is one too many and nothing else.
    if takes({ $0 == .text }), name(of: .text) == nil {
      throw .unexpectedArgument(word, by: definition)
    }
    if name(of: .condition) != nil, filter.isEmpty {
      filter.append(word)
      index += 1
      return
    }
    let missing = placeOfRecord ?? kinds.firstIndex { ![.condition, .grouping].contains($0.kind) }
    guard let missing else { throw .unexpectedArgument(word, by: definition) }
    set(missing, word)
  }

  /// Sets a parameter to the present word.
  private mutating func set(_ place: Int, _ text: String) {
    reading.values.append((kinds[place].name, text))
    kinds.remove(at: place)
    index += 1
  }

  /// Throws if the rest ends in a time that the command could take as well.
  private func checkRest(_ arguments: CommandLineArguments) throws(Failure) {
    guard let start = restStart, times.isTaken else { return }
    let plain = rest.dropLast(max(0, words.count - max(start, literalStart)))
    for place in plain.indices.dropFirst().suffix(TimeGrammar.longest) {
      let end = plain[place...]
      if end.contains(where: \.isQuotedArgument) { continue }
      guard let (time, count) = TimeGrammar.time(in: end), count == end.count, times.mayLack(time)
      else { continue }
      // These are the words before the rest, and the labels and times with a sign within it.
      let others = words[..<start] + words[start..<literalStart].filter { !plain.contains($0) }
      let comment = plain[..<place].map(\.quotedForShell)
      let text = [plain.text.quotedForShell]
      let literals = literalStart < words.count ? ["--"] + words[literalStart...] : []
      let spellings = [Array(end) + comment, text].map { middle in
        let words =
          others.map(\.quotedForShell) + middle + arguments.flagWords.map(\.quotedForShell)
        return (words + literals.map(\.quotedForShell)).text
      }
      let name = syntax?.name ?? "run \(definition.id)"
      throw .timeInRest(end.text, lines: spellings.filter(isAccepted).map { "\(name) \($0)" })
    }
    // `half an hour ago` would otherwise be a comment of what starts now.
    let end = plain.suffix(2)
    if end.last?.lowercased() == "ago", times.canTakeMoment,
      TimeGrammar.time(in: ["1"] + end) != nil
    {
      throw .unreadableTime(end.text)
    }
  }

  /// Whether a command line with these words can be read.
  private func isAccepted(_ line: String) -> Bool {
    var arguments = CommandLineArguments(line.shellWords ?? [])
    let flags = IntentFlags(definition: definition).flags
    guard (try? arguments.parse(flags: flags, takesNegatives: true)) != nil else { return false }
    let (reading, failure) = Self.read(definition, arguments)
    // A command that ends an open interval can't be performed without a time.
    let hasTime = reading.values.contains { syntax?.times.contains($0.name) == true }
    return failure == nil && (syntax?.openEnd == nil || hasTime || !times.isEmpty)
  }
}

extension IntentDefinition {
  /// The parameters that words set; for a definition without a command, its only required one.
  var wordParameters: [String] {
    if let command { return command.words }
    return requiredParameters.count == 1 ? requiredParameters : []
  }

  /// Whether labels such as `+billable` select records.
  var selectsByLabels: Bool {
    command?.labels == nil
      && wordParameters.contains { properties[$0]?["x-minuta-type"] == "filter" }
  }

  /// Whether a parameter names a tag.
  func takesTag(_ parameter: String) -> Bool {
    properties[parameter]?["x-minuta-entity"]?.string == "tag"
  }
}

extension ArraySlice<String> {
  /// The words with spaces between them.
  var text: String { joined(separator: " ") }
}

extension [String] {
  /// The words with spaces between them.
  var text: String { joined(separator: " ") }
}

extension String {
  /// Whether an argument was in quotes, because it contains a blank.
  fileprivate var isQuotedArgument: Bool { utf8.contains(UInt8(ascii: " ")) }

  /// Whether the text begins like a label, with a plus sign and a letter.
  var isLabel: Bool { hasPrefix("+") && dropFirst().first?.isLetter == true }

  /// Whether the text is a label with a value, which may contain a blank: `+client=Ada Lovelace`.
  fileprivate var isLabelWithValue: Bool {
    isLabel && contains("=") && Label(parsing: String(dropFirst())) != nil
  }

  /// Whether the text names a record by its place, such as `@1`.
  var isRecordNumber: Bool {
    utf8.first == UInt8(ascii: "@") && utf8.count > 1 && utf8.dropFirst().allSatisfy(\.isDigit)
  }

  /// Whether the text is the beginning of an id as lists show it, which is no name of a tag.
  fileprivate var isShownID: Bool { utf8.count >= 8 && contains(where: \.isLetter) }

  /// Whether the text names a record: `@1`, `last`, `running`, or the beginning of an id.
  ///
  /// - Parameter isFirstWord: whether a record is the first that the command takes; only then can it be a
  ///   word, or a number that could as well be a year.
  fileprivate func isRecord(isFirstWord: Bool) -> Bool {
    if isRecordNumber { return true }
    if isFirstWord, ["last", "running"].contains(lowercased()) { return true }
    // The first eight digits of an id are followed by a hyphen; dates and intervals have one earlier.
    guard utf8.count >= 4, utf8.prefix(8).allSatisfy(\.isHexDigit),
      utf8.dropFirst(8).allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: "-") })
    else { return false }
    let digits = utf8.count(where: \.isDigit)
    return isFirstWord || utf8.count >= 8 || 1..<utf8.count ~= digits
  }

  /// Whether the text begins with a hyphen and a digit.
  var isNegative: Bool {
    utf8.first == UInt8(ascii: "-") && utf8.dropFirst().first?.isDigit == true
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  fileprivate var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
