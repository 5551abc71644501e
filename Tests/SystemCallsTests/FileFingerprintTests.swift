import Glibc
import MinutaTestSupport
import Testing

@testable import SystemCalls

@Suite struct FileFingerprintTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test func `every change of a file changes its fingerprint`() throws {
    let path = "\(folder.path)/a"
    #expect(try FileFingerprint.of(path).number == FileFingerprint.missing.number)
    var seen: Set<UInt64> = [FileFingerprint.missing.number]
    for text in ["one", "two", "two"] {
      try folder.write(text, to: "a")
      #expect(seen.insert(try FileFingerprint.of(path).number).inserted)
    }
    #expect(chmod(path, 0o600) == 0)
    #expect(seen.insert(try FileFingerprint.of(path).number).inserted)
    #expect(try FileFingerprint.of(path).number == FileFingerprint.of(path).number)
  }

  @Test func `a fingerprint from the current clock tick is racy`() {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    #expect(FileFingerprint.isRecent(now))
    #expect(
      !FileFingerprint.isRecent(timespec(tv_sec: now.tv_sec - 1, tv_nsec: max(1, now.tv_nsec)))
    )
    #expect(FileFingerprint.isRecent(timespec(tv_sec: now.tv_sec - 1, tv_nsec: 0)))
    #expect(!FileFingerprint.isRecent(timespec(tv_sec: now.tv_sec + 10, tv_nsec: 0)))
    #expect(!FileFingerprint.isRecent(timespec(tv_sec: .min, tv_nsec: 0)))
  }
}
