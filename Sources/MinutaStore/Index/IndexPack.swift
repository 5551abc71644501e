import Synchronization
import SystemCalls

/// A file of the cache with the columns of some folders; it is never written to again.
final class IndexPack: Sendable {
  /// Tells it from the others in the cache.
  let number: UInt64
  private let file: MappedFile
  /// The parts that were found whole, by their places.
  private let whole = Mutex<Set<Int>>([])

  var size: Int { file.count }

  init(_ path: String, number: UInt64, size: Int) throws(IndexDamage) {
    self.number = number
    guard let file = try? MappedFile(path), file.count == size else { throw IndexDamage() }
    self.file = file
  }

  static func name(_ number: UInt64) -> String { "\(String(number, radix: 16)).pack" }

  /// The bytes of a part, which are looked through once.
  func part(at place: Int, count: Int, sum: UInt64) throws(IndexDamage) -> UnsafeRawBufferPointer {
    guard place >= 0, count >= 0, place <= file.count - count else { throw IndexDamage() }
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[place..<place + count])
    if whole.withLock({ $0.contains(place) }) { return bytes }
    guard Checksum.of(bytes) == sum else { throw IndexDamage() }
    whole.withLock { _ = $0.insert(place) }
    return bytes
  }
}
