import IntentKit

/// Finds out how far a batch came that was interrupted.
struct BatchResumption {
  /// The last place of each batch that lasts, the newest batch first.
  let places: [BatchPlace]

  /// How many of the calls are done already.
  ///
  /// - Throws: `UsageError.changedSinceRun` where a batch began like these calls and went on
  ///   otherwise, so that nobody can tell which of them are done.
  func skipped(of calls: PreparedCalls) throws -> Int {
    let wanted = Dictionary(grouping: places.indices) { places[$0].index }
    var found: Int?
    var first: String?
    var count = 0
    var reader = try calls.reader()
    while let place = try reader.next()?.place {
      first = first ?? place.digest
      count += 1
      for rank in wanted[place.index] ?? [] where places[rank].digest == place.digest {
        found = min(found ?? rank, rank)
      }
    }
    if let found { return places[found].index + 1 }
    if let other = places.first(where: { $0.firstDigest == first }) {
      throw UsageError.changedSinceRun(calls: other.index + 1)
    }
    return 0
  }
}
