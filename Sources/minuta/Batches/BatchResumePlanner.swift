import IntentKit
import MinutaStore

/// Finds where to resume a batch that was run before.
struct BatchResumePlanner {
  /// The position of the last completed call of each recorded run, newest run first.
  let lastPositions: [BatchPosition]
  let batches: BatchRunStore

  /// The earlier run to continue, with the calls to skip or retry.
  struct BatchResumePoint {
    /// The run's id, which is also its file name.
    let run: String
    let skipped: Int
    let retried: Set<Int>

    /// The second part of the run's id, which distinguishes the runs of one batch.
    var id: String { String(run.drop { $0 != "." }.dropFirst()) }
  }

  /// Returns the run that completed the most calls of the batch; nil if there is no earlier run of
  /// it.
  ///
  /// Runs older than the newest unfinished one are not considered.
  ///
  /// - Throws: `Failure.notResumable` if it isn't clear which calls are still to do.
  func resumePoint(of calls: BatchCallPreparer) throws -> BatchResumePoint? {
    var reader = try calls.reader()
    let first = try reader.next()?.position?.batch
    let sameBatch = lastPositions.filter { $0.batch == first }
    if sameBatch.isEmpty {
      try rejectUnfinishedRun()
      return nil
    }
    let done = try EarlierRunProgress(of: sameBatch, in: calls, batches)
    var best: (run: String, count: Int)?
    for place in sameBatch {
      let count = done.counts[place.run] ?? 0
      if count > best?.count ?? 0 { best = (place.run, count) }
      guard try batches.file(ofUnfinished: place.run) != nil else { continue }
      if count == 0, best?.count != done.callCount { throw try changed(place, in: calls) }
      break
    }
    guard let best else { throw try changed(sameBatch[0], in: calls) }
    let progress = try batches.progress(of: best.run)
    try rejectIfUnclear(progress, in: calls)
    return BatchResumePoint(run: best.run, skipped: best.count, retried: progress.failed)
  }

  /// Throws if the newest run is unfinished.
  ///
  /// That run may be of the same file: editing the first call makes the file another batch.
  private func rejectUnfinishedRun() throws {
    guard let newest = lastPositions.first else { return }
    guard let file = try batches.file(ofUnfinished: newest.run) else { return }
    throw Failure.notResumable(.otherUnfinished(file: file, done: newest.index + 1))
  }

  private func rejectIfUnclear(_ progress: BatchRunProgress, in calls: BatchCallPreparer) throws {
    if let undone = progress.firstUndone {
      throw Failure.notResumable(.undone(try place(of: undone, in: calls)))
    }
    if let unknown = progress.firstUnknown {
      throw Failure.notResumable(.unknown(try place(of: unknown, in: calls)))
    }
  }

  private func changed(
    _ place: BatchPosition,
    in calls: BatchCallPreparer
  ) throws -> Failure {
    let digests = try batches.digests(of: place.run)
    var first: CallPosition?
    var rest: CallPosition?
    var reader = try calls.reader()
    while rest == nil, let call = try reader.next() {
      guard let position = call.position else { continue }
      let found = CallPosition(index: position.index, line: call.line)
      if position.index > place.index { rest = found }
      if first == nil, let digest = digests[position.index], digest != position.digest {
        first = found
      }
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
  /// The digest of the batch's first call, which is the first part of the run's id.
  ///
  /// All runs of a batch share it.
  var batch: Substring { run.prefix { $0 != "." } }
}
