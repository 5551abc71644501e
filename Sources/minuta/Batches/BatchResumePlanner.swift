import IntentKit
import MinutaStore

/// Finds out how far a batch came that was run before.
struct BatchResumePlanner {
  /// The last place of each run that lasts, the newest run first.
  let places: [BatchPosition]
  let batches: BatchRunStore

  /// The run that goes on.
  struct ResumePoint {
    /// As its file is named.
    let run: String
    let skipped: Int
    let retried: Set<Int>

    /// What tells the run from others of its batch.
    var id: String { String(run.drop { $0 != "." }.dropFirst()) }
  }

  /// The run that goes on: the one that got furthest, back to the newest that did not come to its
  /// end; nil where none did any of the calls.
  ///
  /// - Throws: `ResumeError` as a `UsageError` where nobody can tell what is left to be done.
  func resumePoint(of calls: BatchCallPreparer) throws -> ResumePoint? {
    var reader = try calls.reader()
    let first = try reader.next()?.position?.batch
    let like = places.filter { $0.batch == first }
    if like.isEmpty {
      try rejectUnfinishedRun()
      return nil
    }
    let done = try EarlierRunProgress(of: like, in: calls, batches)
    var best: (run: String, count: Int)?
    for place in like {
      let count = done.counts[place.run] ?? 0
      if count > best?.count ?? 0 { best = (place.run, count) }
      guard try batches.file(ofUnfinished: place.run) != nil else { continue }
      if count == 0, best?.count != done.callCount { throw try changed(place, in: calls) }
      break
    }
    guard let best else { throw try changed(like[0], in: calls) }
    let memory = try batches.progress(of: best.run)
    try refuse(memory, in: calls)
    return ResumePoint(run: best.run, skipped: best.count, retried: memory.failed)
  }

  /// A file whose first line was changed looks like one that was never run.
  private func rejectUnfinishedRun() throws {
    guard let newest = places.first else { return }
    guard let file = try batches.file(ofUnfinished: newest.run) else { return }
    throw UsageError.notResumable(.otherUnfinished(file: file, done: newest.index + 1))
  }

  private func refuse(_ memory: BatchRunProgress, in calls: BatchCallPreparer) throws {
    if let undone = memory.firstUndone {
      throw UsageError.notResumable(.undone(try place(of: undone, in: calls)))
    }
    if let unknown = memory.firstUnknown {
      throw UsageError.notResumable(.unknown(try place(of: unknown, in: calls)))
    }
  }

  private func changed(
    _ place: BatchPosition,
    in calls: BatchCallPreparer
  ) throws -> UsageError {
    let digests = try batches.digests(of: place.run)
    var first: CallPosition?
    var rest: CallPosition?
    var reader = try calls.reader()
    while rest == nil, let call = try reader.next() {
      guard let there = call.position else { continue }
      let found = CallPosition(index: there.index, line: call.line)
      if there.index > place.index { rest = found }
      if first == nil, let digest = digests[there.index], digest != there.digest { first = found }
    }
    return .notResumable(.changed(first: first, done: place.index + 1, rest: rest))
  }

  private func place(of index: Int, in calls: BatchCallPreparer) throws -> CallPosition {
    var reader = try calls.reader()
    for _ in 0..<index { _ = try reader.next() }
    return CallPosition(index: index, line: try reader.next()?.line)
  }
}

extension BatchPosition {
  /// The digest of the first call, without what tells a run from others.
  var batch: Substring { run.prefix { $0 != "." } }
}
