import Foundation
import JSONText

/// Sends requests with the program `curl`.
///
/// Redirects aren't followed, because they could send the access token to another server. The
/// user's curl configuration is ignored.
struct CurlTransport: HTTPTransport {
  /// The exit code of curl after a timeout.
  private static let timeoutExitCode: Int32 = 28

  private let token: String?
  private let environment: [String: String]
  private let timeout: Duration
  private let sizeLimit: Int

  /// Creates a transport that runs `curl`.
  ///
  /// - Parameters:
  ///     - environment: the variables that curl gets, which may name certificates and proxies.
  ///     - timeout: the time limit of a request.
  ///     - sizeLimit: the largest response, in bytes.
  init(
    token: String?,
    environment: [String: String],
    timeout: Duration = .seconds(10),
    sizeLimit: Int = 16 << 20
  ) {
    self.token = token
    self.environment = environment
    self.timeout = timeout
    self.sizeLimit = sizeLimit
  }

  func send(_ request: HTTPRequest) async throws -> [UInt8] {
    let configuration = CurlConfiguration(request: request, token: token, timeout: timeout)
    let curl: CurlProcess
    do {
      curl = try CurlProcess(environment: environment)
    } catch {
      throw request.failure(.programNotFound(error.localizedDescription))
    }
    let result = try await curl.run(configuration.text, outputLimit: sizeLimit + 4096)
    guard result.output.count <= sizeLimit else {
      throw request.failure(.tooLarge(limit: sizeLimit))
    }
    switch result.code {
    case 0: return try body(of: request, in: result.output)
    case Self.timeoutExitCode: throw request.failure(.timedOut(seconds: timeout / .seconds(1)))
    case CurlProcess.notFoundExitCode:
      throw request.failure(.programNotFound("program 'curl' not found in PATH"))
    default: throw request.failure(.unreachable(Self.reason(in: result)))
    }
  }

  private func body(of request: HTTPRequest, in output: [UInt8]) throws(APIError) -> [UInt8] {
    let end = output.lastIndex(of: UInt8(ascii: "\n")) ?? output.startIndex
    let trailer = String(decoding: output[end...].dropFirst(), as: UTF8.self)
      .split(separator: " ", maxSplits: 1)
    let status = trailer.first.flatMap { Int($0) } ?? 0
    switch status {
    case 200..<300: return Array(output[..<end])
    case 300..<400:
      throw request.failure(.redirect(status, to: trailer.last.map(String.init) ?? ""))
    default: throw request.failure(.status(status))
    }
  }

  /// Returns curl's own explanation of its failure: the text after a prefix such as `curl: (7)` in
  /// its error output.
  private static func reason(in result: CurlProcess.Result) -> String {
    let line = result.errors.split(separator: "\n").last { $0.hasPrefix("curl: ") }
    let text = line.map { $0.drop { $0 != ")" }.dropFirst() } ?? ""
    let reason = text.trimmingCharacters(in: .whitespaces)
    return reason.isEmpty ? "curl ended with \(result.code)" : reason
  }
}

extension HTTPRequest {
  func failure(_ reason: APIError.Reason) -> APIError {
    APIError(reason: reason, method: method, url: url)
  }
}
