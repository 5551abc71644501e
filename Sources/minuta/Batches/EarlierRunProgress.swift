import IntentKit
import MinutaStore

/// The number of a batch's calls that each earlier run completed.
struct EarlierRunProgress {
  /// The number of completed calls by run id.
  ///
  /// A run whose calls differ from the batch's has no entry.
  private(set) var counts: [String: Int] = [:]
  /// The number of calls in the batch.
  ///
  /// It is nil if the batch is longer than every earlier run, because then only its beginning is
  /// read.
  private(set) var callCount: Int?

  /// Compares the batch with its earlier runs.
  ///
  /// Only as many calls are read as the longest run completed.
  ///
  /// - Parameter places: the position of the last completed call of each run.
  init(of places: [BatchPosition], in calls: BatchCallPreparer, _ batches: BatchRunStore) throws {
    let (digests, count, isComplete) = try Self.digests(at: Set(places.map(\.index)), of: calls)
    if isComplete { callCount = count }
    for place in places where digests[place.index] == place.digest {
      counts[place.run] = place.index + 1
    }
    try addLongerRuns(places.filter { $0.index >= count }, count, calls, batches)
  }

  /// Adds the runs that completed more calls than the batch now has.
  ///
  /// A run counts only if its first calls are the calls of the batch.
  private mutating func addLongerRuns(
    _ places: [BatchPosition],
    _ count: Int,
    _ calls: BatchCallPreparer,
    _ batches: BatchRunStore
  ) throws {
    var ends: [(run: String, index: Int, digest: String)] = []
    for place in places {
      let within = try batches.digests(of: place.run).filter { $0.key < count }
      if let end = within.max(by: { $0.key < $1.key }) {
        ends.append((place.run, end.key, end.value))
      }
    }
    if ends.isEmpty { return }
    let (digests, _, _) = try Self.digests(at: Set(ends.map(\.index)), of: calls)
    for end in ends where digests[end.index] == end.digest { counts[end.run] = count }
  }

  /// Returns the digests of the calls at `indices`, the number of calls read, and whether the end
  /// of the batch was reached.
  private static func digests(
    at indices: Set<Int>,
    of calls: BatchCallPreparer
  ) throws -> (digests: [Int: String], count: Int, isComplete: Bool) {
    let last = indices.max() ?? -1
    var digests: [Int: String] = [:]
    var reader = try calls.reader()
    for count in 0... {
      guard let place = try reader.next()?.position else { return (digests, count, true) }
      if place.index > last { return (digests, count, false) }
      if indices.contains(place.index) { digests[place.index] = place.digest }
    }
    return (digests, 0, false)
  }
}
