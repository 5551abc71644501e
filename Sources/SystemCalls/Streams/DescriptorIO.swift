import Glibc

/// Opens /dev/null in place of closed standard streams.
///
/// Otherwise, a file opened later could get the number of a standard stream and receive its output.
/// Standard input is opened for writing and the outputs for reading, so that using them still
/// fails.
package func reserveStandardDescriptors() {
  for descriptor in CInt(0)...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
    _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
  }
}

/// Reads up to `count` bytes; returns no bytes at the end of the file.
///
/// Waits for input, even if the descriptor is non-blocking.
package func readOnce(
  _ descriptor: CInt,
  path: String?,
  atMost count: Int
) throws(SystemError) -> [UInt8] {
  var failure: SystemError?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
    do throws(SystemError) {
      used = try readBlocking(descriptor, path: path, into: buffer)
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

private func readBlocking(
  _ descriptor: CInt,
  path: String?,
  into buffer: UnsafeMutableBufferPointer<UInt8>
) throws(SystemError) -> Int {
  while true {
    do throws(SystemError) {
      return try systemCall("read", path) {
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
    } catch  where error.code == EAGAIN {
      try wait(for: POLLIN, on: descriptor)
    }
  }
}

/// Writes all bytes, repeating after short writes and waiting if the descriptor is non-blocking.
package func writeAll(
  _ descriptor: CInt,
  path: String?,
  _ bytes: [UInt8]
) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
    }
    if count >= 0 {
      written += count
    } else if errno == EAGAIN {
      try wait(for: POLLOUT, on: descriptor)
    } else if errno != EINTR {
      throw .last("write", path)
    }
  }
}

/// The number of bytes that a pipe accepts in one write, without splitting them.
private let atomicWriteSize = Int(PIPE_BUF)

/// Writes all bytes to a slow reader; throws `ETIMEDOUT` if it reads nothing for `timeout`.
package func writeAll(
  _ descriptor: CInt,
  path: String?,
  _ bytes: [UInt8],
  timeout: Duration
) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    guard try isReady(descriptor, for: POLLOUT, within: timeout) else {
      throw SystemError(call: "write", path: path, code: ETIMEDOUT)
    }
    rest = rest.dropFirst(try writeIfReady(descriptor, rest.prefix(atomicWriteSize)))
  }
}

/// Writes as much as possible without blocking, even if the descriptor is in blocking mode.
///
/// - Returns: The number of bytes written.
package func writeIfReady(
  _ descriptor: CInt,
  _ bytes: some Collection<UInt8>
) throws(SystemError) -> Int {
  // A pipe that is ready for writing accepts at least this many bytes at once (POSIX, poll and
  // write), and so do sockets and terminals. A longer write might block.
  let bytes = Array(bytes.prefix(atomicWriteSize))
  guard try isReady(descriptor, for: POLLOUT, within: .zero) else { return 0 }
  let count = Glibc.write(descriptor, bytes, bytes.count)
  if count >= 0 { return count }
  if errno == EAGAIN || errno == EINTR { return 0 }
  throw .last("write")
}

/// Waits until a descriptor is ready for the poll(2) events or its other end is closed.
package func wait(for events: CInt, on descriptor: CInt) throws(SystemError) {
  var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  try systemCall("poll") { poll(&request, 1, -1) }
}

/// Waits until a descriptor is ready for the poll(2) events or its other end is closed.
///
/// - Returns: False if neither happened within the timeout.
func isReady(
  _ descriptor: CInt,
  for events: CInt,
  within timeout: Duration
) throws(SystemError) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  let milliseconds = CInt(clamping: Int64((timeout / .milliseconds(1)).rounded(.up)))
  return try systemCall("poll") { poll(&request, 1, milliseconds) } > 0
}
