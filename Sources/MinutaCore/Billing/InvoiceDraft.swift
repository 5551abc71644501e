import Foundation

/// The records to bill, and the choices of the person who bills them.
package struct InvoiceDraft: Sendable {
  /// The way in which records become lines.
  package enum Grouping: String, Codable, Sendable, CaseIterable {
    case project
    case day
    case record
  }

  package let number: String
  /// The first level of the records' tags.
  package let client: String
  /// The day of the invoice, in days since 1970-01-01.
  package let day: Int
  /// The billed days, in days since 1970-01-01.
  package let period: Range<Int>
  package let days: LocalCalendar
  package var grouping = Grouping.project
  package var rounding = Rounding.none
  package var printing: Invoice.Printing?

  package init(
    number: String,
    client: String,
    day: Int,
    period: Range<Int>,
    days: LocalCalendar
  ) {
    self.number = number
    self.client = client
    self.day = day
    self.period = period
    self.days = days
  }

  /// Returns the invoice.
  ///
  /// The times of lines are whole minutes that add up to those of a summary. Each amount is the
  /// printed time by the rate, rounded once, and the totals are sums of lines.
  ///
  /// - Parameter records: the records to bill, sorted by start, without running timers.
  /// - Throws: `BillingError` if the rates don't give every record a price in one currency.
  package func invoice(
    of records: [TaggedRecord],
    by rules: BillingRules
  ) throws(BillingError) -> Invoice {
    let billed = try billedRecords(records, rules.rates)
    guard let currency = billed.first?.rate.currency else { throw .nothingToBill }
    if let other = billed.first(where: { $0.rate.currency != currency })?.rate.currency {
      throw .currenciesDiffer(currency.code, other.code)
    }
    let seconds = billed.reduce(into: [:]) { $0[$1.line, default: 0] += $1.seconds }
    let keys = seconds.keys.sorted()
    let times = Self.printedTimes(keys.map { seconds[$0] ?? 0 })
    let lines = zip(keys, times).map { $0.line(seconds: $1, places: currency.places) }
    let places = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    let subtotal = DecimalNumber.sum(lines.map(\.amount), places: currency.places)
    let tax = rules.tax.map { tax in
      let amount = tax.percent.percentage(of: subtotal)
      return Invoice.Tax(name: tax.name, percent: tax.percent, amount: amount)
    }
    let taxAmount = tax.map { [$0.amount] } ?? []
    return Invoice(
      number: number,
      date: CivilTime(day: day).dateText,
      from: CivilTime(day: period.lowerBound).dateText,
      to: CivilTime(day: period.upperBound - 1).dateText,
      timeZone: days.timeZone.name,
      client: client,
      sender: rules.sender,
      recipient: rules.clients.first { $0.tag == TagPath(client) }?.lines ?? [client],
      currency: currency,
      lines: lines,
      records: billed.map { $0.invoiceRecord(line: places[$0.line] ?? 0) },
      seconds: lines.reduce(0) { $0 + $1.seconds },
      subtotal: subtotal,
      tax: tax,
      total: DecimalNumber.sum([subtotal] + taxAmount, places: currency.places),
      terms: rules.terms,
      printing: printing
    )
  }

  /// Returns the times of lines in whole minutes, with the sum that a summary shows.
  ///
  /// If a line would get none, all times keep their seconds, so that no work is left out.
  private static func printedTimes(_ seconds: [Int]) -> [Int] {
    let minutes = Rounding(.down, to: 60, per: .record).spread(seconds)
    return zip(minutes, seconds).contains { $0 == 0 && $1 > 0 } ? seconds : minutes
  }

  private func billedRecords(
    _ records: [TaggedRecord],
    _ rates: [HourlyRate]
  ) throws(BillingError) -> [BilledRecord] {
    var billed: [BilledRecord] = []
    // A path is the same in upper and lower case, so a line has the first spelling.
    var spellings: [TagPath: String] = [:]
    for (index, tagged) in records.enumerated() {
      let day = days.day(at: tagged.record.startTime.unixSeconds)
      let path = tagged.tag.map { TagPath($0.name) }
      guard let rate = rates.rate(of: path, on: day) else {
        throw .rateMissing(tag: tagged.tag?.name, day: day)
      }
      let seconds = rounding.rounded(tagged.record.seconds(at: .distantPast))
      let name = path?.components.dropFirst().first ?? client
      let project = spellings[TagPath(name)] ?? name
      spellings[TagPath(name)] = project
      let line = line(of: tagged.record, at: index, project, on: day, rate.amount)
      billed.append(BilledRecord(tagged: tagged, seconds: seconds, rate: rate, line: line))
    }
    return billed
  }

  private func line(
    of record: TimeRecord,
    at index: Int,
    _ project: String,
    on day: Int,
    _ rate: DecimalNumber
  ) -> LineKey {
    switch grouping {
    case .project: return LineKey(order: 0, text: project, rate: rate)
    case .day: return LineKey(order: day, day: day, text: "", rate: rate)
    case .record:
      let comment = Label.all(in: record.comment).reduce(record.comment) { $1.removed(from: $0) }
      let lines = comment?.split(whereSeparator: \.isNewline).joined(separator: " ")
      let text = lines.map { ": \($0)" } ?? ""
      return LineKey(order: index, day: day, text: "\(project)\(text)", rate: rate)
    }
  }
}

/// A record with its rate and its line.
private struct BilledRecord {
  let tagged: TaggedRecord
  let seconds: Int
  let rate: HourlyRate
  let line: LineKey

  func invoiceRecord(line: Int) -> Invoice.Record {
    let record = tagged.record
    return Invoice.Record(
      id: record.id.text,
      startTime: Timestamp.text(record.startTime),
      endTime: Timestamp.text(record.end(at: record.startTime)),
      seconds: seconds,
      tagId: record.tagId?.text,
      tag: tagged.tag?.name,
      line: line
    )
  }
}

/// The identity of a line: records with different rates are never in one line.
private struct LineKey: Hashable, Comparable {
  let order: Int
  /// The day of a line for a day or a record, in days since 1970-01-01.
  var day: Int?
  let text: String
  let rate: DecimalNumber

  static func < (first: LineKey, second: LineKey) -> Bool {
    (first.order, first.text, first.rate.places, first.rate.units)
      < (second.order, second.text, second.rate.places, second.rate.units)
  }

  func line(seconds: Int, places: Int) -> Invoice.Line {
    Invoice.Line(
      day: day.map { CivilTime(day: $0).dateText },
      text: text,
      seconds: seconds,
      rate: rate,
      amount: rate.price(ofSeconds: seconds, places: places)
    )
  }
}
