import IntentKit
import MinutaStore

/// The number of calls of a batch that earlier runs completed.
struct EarlierRunProgress {
  /// The number of completed calls by run; a run of other calls has no entry.
  private(set) var counts: [String: Int] = [:]
  /// The number of calls in the batch; nil if the batch has more calls than any earlier run.
  private(set) var callCount: Int?

  /// Reads the calls as far as the longest earlier run got.
  ///
  /// - Parameter places: the last position of each run.
  init(of places: [BatchPosition], in calls: BatchCallPreparer, _ batches: BatchRunStore) throws {
    let (digests, count, isComplete) = try Self.digests(at: Set(places.map(\.index)), of: calls)
    if isComplete { callCount = count }
    for place in places where digests[place.index] == place.digest {
      counts[place.run] = place.index + 1
    }
    try addLongerRuns(places.filter { $0.index >= count }, count, calls, batches)
  }

  /// Adds the runs that completed more calls than the batch has now, if they begin with all of its
  /// calls.
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

  /// Returns the digests at `indices`, the number of calls read, and whether that is the whole
  /// batch.
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
