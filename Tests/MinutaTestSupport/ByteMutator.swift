/// Generates test inputs by making random changes to given inputs, the seeds.
///
/// Every test run generates the same inputs.
package struct ByteMutator {
  private var generator: SeededGenerator
  private let seeds: [[UInt8]]
  private let pieces: [[UInt8]]
  private let changes: ClosedRange<Int>
  private let longest: Int

  /// Creates a mutator.
  ///
  /// - Parameters:
  ///   - seeds: The inputs to change; at least one.
  ///   - pieces: The byte sequences to insert; at least one.
  ///   - changes: The number of changes per input. With few changes, a parser accepts more inputs.
  ///   - longest: The maximum size of an input in bytes.
  ///   - number: The seed of the random number generator.
  package init(
    seeds: [[UInt8]],
    pieces: [[UInt8]],
    changes: ClosedRange<Int> = 1...2,
    longest: Int = 1200,
    number: UInt64
  ) {
    self.seeds = seeds
    self.pieces = pieces
    self.changes = changes
    self.longest = longest
    generator = SeededGenerator(seed: number)
  }

  /// Returns a copy of a randomly chosen seed, with random changes.
  package mutating func next() -> [UInt8] {
    var bytes = seed()
    for _ in 0..<Int.random(in: changes, using: &generator) { change(&bytes) }
    return Array(bytes.prefix(longest))
  }

  private mutating func seed() -> [UInt8] {
    seeds[Int.random(in: seeds.indices, using: &generator)]
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where place < bytes.count:
      bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &generator)
    case 2:
      bytes.removeSubrange(slice(from: place, of: bytes))
    case 3:
      bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    case 4, 5:
      let piece = pieces[Int.random(in: pieces.indices, using: &generator)]
      bytes.insert(contentsOf: piece, at: place)
    case 6:
      bytes.insert(contentsOf: bytes[slice(from: place, of: bytes)], at: place)
    case 7 where place < bytes.count:
      bytes.swapAt(place, Int.random(in: bytes.indices, using: &generator))
    case 8:
      splice(&bytes, at: place)
    default:
      bytes.removeSubrange(place...)
    }
  }

  /// Replaces the bytes from an offset onward with the end of another seed.
  private mutating func splice(_ bytes: inout [UInt8], at place: Int) {
    let other = seed()
    bytes.replaceSubrange(
      place...,
      with: other.suffix(Int.random(in: 0...other.count, using: &generator))
    )
  }

  private mutating func slice(from place: Int, of bytes: [UInt8]) -> Range<Int> {
    place..<min(place + Int.random(in: 1...12, using: &generator), bytes.count)
  }
}
