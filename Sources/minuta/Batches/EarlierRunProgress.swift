import IntentKit
import MinutaStore

/// How many calls of a batch earlier runs did, as they stand now.
struct EarlierRunProgress {
  /// By the runs; none for one that did others.
  private(set) var counts: [String: Int] = [:]
  /// How many calls there are, as far as they were read; nil where there are more than any run did.
  private(set) var callCount: Int?

  /// Reads the calls as far as any of the runs went.
  ///
  /// - Parameter places: the last of each run.
  init(of places: [BatchPosition], in calls: BatchCallPreparer, _ batches: BatchRunStore) throws {
    let (digests, count, isWhole) = try Self.digests(at: Set(places.map(\.index)), of: calls)
    if isWhole { callCount = count }
    for place in places where digests[place.index] == place.digest {
      counts[place.run] = place.index + 1
    }
    try addLongerRuns(places.filter { $0.index >= count }, count, calls, batches)
  }

  /// Adds the runs that did more calls than there are now, where those that there are come first.
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

  /// The digests at some places, how many calls were read for them, and whether those are all.
  private static func digests(
    at indices: Set<Int>,
    of calls: BatchCallPreparer
  ) throws -> (digests: [Int: String], count: Int, isWhole: Bool) {
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
