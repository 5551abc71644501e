package import IntentKit
package import MinutaCore

package struct SyncIntent: SystemIntent {
  static let definition = PackageResources.Sync_json

  /// The id of the intent, by which the history names a sync.
  package static var name: String { id }

  struct Parameters: Codable {}

  package struct Result: Codable, Sendable {
    /// A file that can't be shared, such as one that is too large.
    package struct SkippedFile: Codable, Sendable {
      package let file: String
      package let reason: String

      package init(file: String, reason: String) {
        (self.file, self.reason) = (file, reason)
      }
    }

    /// A record that several invoices bill.
    package struct DoubleBilling: Codable, Sendable {
      package let record: String
      package let invoices: [String]

      package init(record: String, invoices: [String]) {
        (self.record, self.invoices) = (record, invoices)
      }
    }

    /// A file that isn't Minuta's and differs from that of the remote.
    package struct OutdatedFile: Codable, Sendable {
      package let file: String
      package let reason: String
      /// The command that updates or compares the file.
      package let command: String

      package init(file: String, reason: String, command: String) {
        (self.file, self.reason, self.command) = (file, reason, command)
      }
    }

    package let remote: String?
    /// The changes of this machine.
    package let committed: FileCounts
    /// The changes of other machines.
    package let arrived: FileCounts
    /// The number of fields that this machine and another one had changed.
    package let conflicts: Int
    /// The files that were damaged or missing on the remote, which got them from here.
    package let mended: [String]
    /// The ids of records that one machine had deleted and that stay, because another one changed
    /// them.
    package let kept: [String]
    /// The numbers for which two machines made an invoice.
    package let sameNumbers: [String]
    package let doubleBillings: [DoubleBilling]
    package let pushed: Bool
    package let rejectedPushes: Int
    package let skipped: [SkippedFile]
    package let outdated: [OutdatedFile]
    /// Whether the remote had lost commits that were here before.
    package let wasRewritten: Bool

    package init(
      remote: String?,
      committed: FileCounts,
      arrived: FileCounts,
      conflicts: Int,
      mended: [String],
      kept: [String],
      sameNumbers: [String],
      doubleBillings: [DoubleBilling],
      pushed: Bool,
      rejectedPushes: Int,
      skipped: [SkippedFile],
      outdated: [OutdatedFile],
      wasRewritten: Bool
    ) {
      (self.remote, self.committed, self.arrived) = (remote, committed, arrived)
      (self.conflicts, self.mended, self.kept) = (conflicts, mended, kept)
      (self.sameNumbers, self.doubleBillings) = (sameNumbers, doubleBillings)
      (self.pushed, self.rejectedPushes) = (pushed, rejectedPushes)
      (self.skipped, self.outdated, self.wasRewritten) = (skipped, outdated, wasRewritten)
    }
  }

  let parameters: Parameters

  func plan(by actions: SystemActions, in context: CallContext) async throws
    -> SystemIntentPlan<Result>
  {
    let status = try await actions.syncService.status(in: context)
    return .sentence(status.plannedSentence)
  }

  func perform(by actions: SystemActions, in context: CallContext) async throws
    -> IntentOutput<Result>
  {
    let result = try await actions.syncService.sync(in: context)
    return IntentOutput(result, dialog: result.notice)
  }
}

extension SyncIntent.Result {
  /// Whether the sync changed anything, here or on the remote.
  package var hasChanges: Bool {
    pushed || wasRewritten || conflicts > 0 || !committed.isEmpty || !arrived.isEmpty
  }

  /// The result in words.
  package var notice: Notice {
    var sentences: [String] = []
    switch (remote, committed.isEmpty, arrived.isEmpty) {
    case (nil, true, _): sentences.append("Nothing has changed; there is no remote.")
    case (nil, false, _): sentences.append("Committed \(committed.text); there is no remote.")
    case (_, true, true): sentences.append(pushed ? "Sent earlier changes." : "In sync.")
    case (_, false, true): sentences.append("Sent \(committed.text).")
    case (_, true, false): sentences.append("Received \(arrived.text).")
    case (_, false, false):
      sentences.append("Sent \(committed.text); received \(arrived.text).")
    }
    if conflicts > 0 {
      let fields = conflicts == 1 ? "1 field was" : "\(conflicts) fields were"
      sentences.append("\(fields) changed on both sides: see the list of conflicts.")
    }
    if let first = kept.first {
      let others = kept.count > 1 ? " and \(kept.count - 1) more" : ""
      sentences.append(
        "Kept \(first.prefix(8))\(others), which one machine had deleted and another had changed."
      )
    }
    for number in sameNumbers {
      sentences.append(
        "Two machines made an invoice \(number.quoted): the later one is here, the other a conflict."
      )
    }
    if let first = doubleBillings.first {
      let others = doubleBillings.count(where: { $0.invoices == first.invoices }) - 1
      sentences.append(
        "The invoices \(first.invoices.map(\.quoted).joinedAsList) bill the same record "
          + "\(first.record.prefix(8))\(others > 0 ? " and \(others) more" : "")."
      )
    }
    if let first = mended.first {
      let others = mended.count > 1 ? " and \(mended.count - 1) more" : ""
      let verb = mended.count > 1 ? "were" : "was"
      sentences.append(
        "\(first.quoted)\(others) \(verb) damaged or missing on the remote, and \(verb) sent again."
      )
    }
    if wasRewritten {
      sentences.append("The remote had lost some of its history. Your records were kept.")
    }
    sentences += [skipped.sentence].compactMap { $0 }
    for file in outdated.prefix(Self.namedFiles) {
      sentences.append("\(file.file.quoted) \(file.reason); bring it up to date with git.")
    }
    if outdated.count > Self.namedFiles {
      sentences.append("So did \((outdated.count - Self.namedFiles).counted("other file")).")
    }
    let text = sentences.joined(separator: " ")
    return (conflicts > 0 ? text.suggesting("sync conflicts") : text.notice)
      .suggesting(lines: outdated.prefix(Self.namedFiles).map(\.command))
  }

  /// The maximum number of outdated files that the sentence names.
  private static let namedFiles = 3
}

extension [SyncIntent.Result.SkippedFile] {
  /// The files that aren't shared, in words; nil if there are none.
  var sentence: String? {
    guard let first else { return nil }
    let others = count > 1 ? " and \(count - 1) more" : ""
    return "Not shared: \(first.file.quoted)\(others), because \(first.reason)."
  }
}
